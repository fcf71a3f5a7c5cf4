// Runs calls side by side, and what that says about each kind of group.
#pragma once

#include <vector>

#include "app/groups/stage.h"
#include "sim/engine/simulate.h"
#include "sim/groups/joint_run.h"
#include "sim/machine/faults.h"

namespace treering::app::groups {

/// Of all communicators of one kind, us.
struct KindTimes {
  double slowest_us = 0;  // of a call, from its start
  double fastest_us = 0;
  std::size_t slowest = 0;  // the member
};

/// \param calls of which `run` was made. By kind
std::vector<KindTimes> times_by_kind(const std::vector<GroupCalls>& calls,
                                     const sim::groups::JointRun& run,
                                     const sim::engine::Outcome& outcome);

/// From the first message of a member to the last if no other runs, us. The faults stay.
double alone_messages_us(const Stage& stage, sim::groups::Member member,
                         const sim::machine::Faults& faults);

/// How the communicators of one kind use the ports to other nodes.
struct PortUse {
  int per_port = 0;             // of them at the port where most are; 0: they use none
  int others_per_port = 0;      // of other kinds there
  bool is_rail_aligned = true;  // messages enter nodes by the ports by which they left
};

/// By kind.
std::vector<PortUse> port_use(const Stage& stage, std::size_t kinds,
                              const std::vector<sim::groups::Member>& members,
                              const sim::groups::LinkUse& use);

}  // namespace treering::app::groups
