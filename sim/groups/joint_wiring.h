// From the links of each communicator, as it numbers them, to those of the job.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "sim/engine/wiring.h"
#include "sim/groups/joint_run.h"
#include "sim/groups/side_by_side.h"
#include "sim/machine/job_links.h"

namespace treering::sim::groups {

class JointWiring {
 public:
  JointWiring(const JointInput& input, const SideBySide& schedule, std::vector<Member> members);

  engine::Wire wire(schedule::StreamId sender, int port) const;
  double start_us(schedule::StreamId stream) const;
  const std::vector<double>& capacities() const { return capacities_; }
  std::string name(engine::LinkId link) const;
  const machine::JobLinks& links() const { return input_.links; }
  const std::vector<Member>& members() const { return members_; }
  std::size_t member_of(schedule::StreamId stream) const { return schedule_.part_of(stream); }

 private:
  /// Links of a node, from a communicator's numbers to those of the whole node.
  struct Table {
    std::vector<int> shared;  // -1: its own
    std::vector<int> own;     // its number among those; -1: shared
    int owned = 0;            // on each node
  };

  /// The links of a member on one of its nodes.
  struct Place {
    const Table* table = nullptr;
    engine::LinkId first_own = 0;
  };

  static Table table_of(const links::NodeLinks& own, const links::NodeLinks& whole);
  void add_places(const Member& member);
  void add_capacities(std::size_t member);
  engine::LinkId moved(std::size_t member, engine::LinkId link) const;
  void cross_spine(std::size_t member, schedule::StreamId own, int port, engine::Wire& wire) const;

  JointInput input_;
  const SideBySide& schedule_;
  std::vector<Member> members_;
  std::map<std::pair<const links::NodeLinks*, const links::NodeLinks*>, Table> tables_;
  std::vector<std::vector<Place>> places_;  // by member and its nodes
  engine::LinkId end_ = 0;                  // of all links
  std::vector<double> capacities_;          // bytes/us
};

}  // namespace treering::sim::groups
