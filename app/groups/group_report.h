// The report on all communicators of one name, and the runs from which its times and ports come.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/groups/stage.h"
#include "app/simulation/run.h"
#include "core/units.h"
#include "sim/engine/simulate.h"
#include "sim/groups/joint_run.h"
#include "sim/machine/faults.h"
#include "sim/nccl/rules/call.h"
#include "sim/way.h"

namespace treering::app::groups {

// Runs calls side by side, and what that says about each kind of group.

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

// What is said about all communicators of one name.

struct GroupReport {
  std::string name;  // "dp"
  int communicators = 1;
  int ranks = 1;    // of each
  core::Call call;  // its size 0 of a barrier
  bool is_barrier = false;
  std::uint64_t asked_bytes = 0;
  sim::Way way;  // of the slowest
  bool is_nccl_choice = false;
  bool is_in_nccl = true;
  std::vector<sim::Way> other_ways;  // of communicators that NCCL serves otherwise
  core::Duration start;
  core::Duration time;  // of the slowest, from its start
  core::Duration fastest;
  core::Duration alone;  // of the slowest, if no other communicator ran
  PortUse ports;
  simulation::Factors factors;  // of the slowest's call
};

core::Bandwidth algbw(const GroupReport& group);
core::Bandwidth busbw(const GroupReport& group);

/// Calls that run side by side, ready to be timed.
struct Scene {
  std::vector<GroupCalls> calls;
  std::vector<sim::groups::Member> members;
  sim::groups::JointRun run;
  sim::machine::Faults faults;
};
Scene scene_of(const Stage& stage, std::vector<GroupCalls> calls, sim::machine::Faults faults);

/// What came of a scene.
struct Played {
  const sim::engine::Outcome& outcome;
  const std::vector<PortUse>& ports;  // by kind
};

/// From time 0 of the starts of all calls to time 0 of the run, so that the last message comes when
/// the last call ends. \param calls of which `outcome` came
double first_message_us(const std::vector<GroupReport>& calls, const sim::engine::Outcome& outcome);

/// By kind.
std::vector<GroupReport> reports_on(const Stage& stage, const Scene& scene, const Played& played);

}  // namespace treering::app::groups
