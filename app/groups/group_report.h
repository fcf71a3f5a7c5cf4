// What is said about all communicators of one name.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/groups/outcome.h"
#include "app/groups/stage.h"
#include "app/simulation/run.h"
#include "core/units.h"
#include "sim/nccl/rules/call.h"
#include "sim/way.h"

namespace treering::app::groups {

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
