// Several schedules in one: their streams run at the same time and meet on links alone. It has
// steps, and no promise of its own; each part is proved by itself.
#pragma once

#include <memory>
#include <vector>

#include "sim/schedule/schedule.h"

namespace treering::sim::groups {

struct Part {
  std::shared_ptr<const schedule::Schedule> schedule;  // parts may share one
  int first_rank = 0;                                  // in all ranks
  int stride = 1;
  int first_channel = 0;  // so that channels of one rank have numbers of their own
};

class SideBySide final : public schedule::Schedule {
 public:
  /// \param ranks of all
  SideBySide(std::vector<Part> parts, int ranks);

  /// The part of a stream, and the stream's number in it.
  std::size_t part_of(schedule::StreamId id) const;
  schedule::StreamId own(schedule::StreamId id) const { return id - first_[part_of(id)]; }
  schedule::StreamId first(std::size_t part) const { return first_[part]; }
  schedule::StreamId end(std::size_t part) const { return first_[part + 1]; }

  const schedule::Contract& contract() const override { return contract_; }
  int agents() const override { return agents_.back(); }
  int streams() const override { return first_.back(); }
  /// The least of all.
  int slots() const override { return slots_; }
  int slots_of(schedule::StreamId sender) const override;
  schedule::Stream stream(schedule::StreamId id) const override;
  schedule::Step step(schedule::StreamId id, schedule::StepIndex index) const override;
  /// In the space of the part.
  std::vector<schedule::Range> data(schedule::StreamId id,
                                    schedule::StepIndex index) const override;
  std::uint64_t kind(schedule::StreamId id) const override;
  bool uses_all_ports() const override { return uses_all_ports_; }
  schedule::StepIndex repeats(schedule::StreamId id, schedule::StepIndex from,
                              schedule::StepIndex period) const override;

 private:
  const Schedule& steps(std::size_t part) const { return *parts_[part].schedule; }
  void add(const Part& part);
  int agent_of(std::size_t part, int agent) const;

  std::vector<Part> parts_;
  schedule::Contract contract_;
  std::vector<schedule::StreamId> first_{0};  // by part, and the end
  std::vector<int> agents_;                   // likewise, of what stands in the network
  std::vector<std::uint64_t> kinds_;          // by part: equal for the same schedule
  int slots_ = 0;
  bool uses_all_ports_ = true;
};

}  // namespace treering::sim::groups
