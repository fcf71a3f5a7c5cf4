// A schedule whose steps are all listed: those that users write, and small ones.
#pragma once

#include <vector>

#include "sim/schedule/schedule.h"

namespace treering::sim::schedule {

struct ListedStep {
  Step step;
  std::vector<Range> data;
  bool operator==(const ListedStep&) const = default;
};

struct ListedStream {
  Stream stream;  // `steps` is the number of `list`
  std::vector<ListedStep> list;
  bool operator==(const ListedStream&) const = default;
};

struct StepsInMemory final : Schedule {
  Contract promise;
  int agent_count = 0;
  int slot_count = 0;
  /// Messages that a receiver holds beside those that wait, until its step ends: 1 where a message
  /// is received as the proof has it, when its step begins; 0 where its slot is free afterwards.
  int in_hand = 0;
  std::vector<ListedStream> list;

  const Contract& contract() const override { return promise; }
  int agents() const override { return agent_count; }
  int streams() const override { return static_cast<int>(list.size()); }
  int slots() const override { return slot_count; }
  int slots_of(StreamId /*sender*/) const override { return slot_count + in_hand; }
  Stream stream(StreamId id) const override { return at(id).stream; }
  Step step(StreamId id, StepIndex index) const override { return at(id).list[index].step; }
  std::vector<Range> data(StreamId id, StepIndex index) const override {
    return at(id).list[index].data;
  }
  StepIndex repeats(StreamId id, StepIndex from, StepIndex period) const override {
    const std::vector<ListedStep>& steps = at(id).list;
    StepIndex count = 0;
    while (from + period + count < steps.size() &&
           takes_as_long(steps[from + count].step, steps[from + period + count].step)) {
      ++count;
    }
    return count;
  }
  std::uint64_t kind(StreamId id) const override {
    std::uint64_t hash = at(id).list.size();
    for (const ListedStep& one : at(id).list) {
      for (const Ports& ports : {one.step.receive, one.step.send}) {
        hash = mixed(hash, static_cast<std::uint64_t>(ports.first));
        hash = mixed(hash, static_cast<std::uint64_t>(ports.count));
      }
      hash = mixed(hash, one.step.bytes);
    }
    return hash;
  }

 private:
  static bool takes_as_long(const Step& a, const Step& b) {
    return a.bytes == b.bytes && a.receive == b.receive && a.send == b.send;
  }
  const ListedStream& at(StreamId id) const { return list[static_cast<std::size_t>(id)]; }
};

}  // namespace treering::sim::schedule
