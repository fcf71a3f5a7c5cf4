// The calls of several communicators at once, on links that they share.
//
// Each call is made as if its communicator were alone: NCCL plans and chooses for each by itself.
// Here its messages are moved to the links of the whole job. Threads of a communicator (its
// proxies, what copies for its sockets) stay its own.
//
// A profile may give a link another rate for each algorithm. A link then has the best rate of its
// calls, and messages of the other algorithms take correspondingly more of it.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "sim/cost/terms/wires.h"
#include "sim/engine/simulate.h"
#include "sim/groups/side_by_side.h"
#include "sim/machine/call_run.h"
#include "sim/machine/job_links.h"

namespace treering::sim::groups {

/// A communicator's call.
struct Member {
  std::shared_ptr<const machine::CallRun> run;  // under one switch; may be that of others
  std::vector<int> nodes;                       // of the job, for each of its own
  int first_rank = 0;                           // of the job
  int stride = 1;
  int kind = 0;  // the caller's: tells communicators of different purpose apart
  int first_channel = 0;
  double start_us = 0;  // when its messages may begin
};

/// The job whose links the calls share.
struct JointInput {
  JointInput(machine::JobLinks of_job, cost::terms::Spine between, int of_all)
      : links(std::move(of_job)), spine(std::move(between)), ranks(of_all) {}

  machine::JobLinks links;
  cost::terms::Spine spine;
  int ranks;
};

class JointWiring;

struct JointRun {
  std::shared_ptr<const SideBySide> schedule;
  std::shared_ptr<const JointWiring> links = nullptr;
  engine::Wiring wiring;  // refers to the two
};

/// \pre members
JointRun joint_run(const JointInput& input, std::vector<Member> members);

/// "node 2: GPU 0 -> NVSwitch".
std::string link_name(const JointRun& run, engine::LinkId link);

/// How long the messages of each member took, us.
std::vector<double> times_of(const JointRun& run, const engine::Outcome& outcome);

/// Who uses what.
struct LinkUse {
  std::vector<std::vector<int>> members;  // by link, ascending
  std::vector<bool> crosses_rails;  // by member: some message leaves by another port than it enters
};
LinkUse use_of(const JointRun& run);

}  // namespace treering::sim::groups
