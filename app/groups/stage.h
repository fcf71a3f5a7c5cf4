// A job whose ranks form groups, and the calls of its communicators, ready to run side by side.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/groups/communicators.h"
#include "app/setup/setup.h"
#include "app/setup/time_model.h"
#include "app/simulation/carried.h"
#include "app/simulation/recorded.h"
#include "app/variants.h"
#include "core/result.h"
#include "sim/groups/joint_run.h"
#include "sim/groups/rank_groups.h"
#include "sim/nccl/rules/call.h"
#include "sim/way.h"

namespace treering::app::groups {

struct Stage {
  JobPtr job;  // of all ranks, which need not be a communicator
  std::vector<sim::groups::Dimension> dimensions;

  int ranks() const { return job->ranks(); }
  int ranks_per_node() const { return ranks() / job->machine.job.nodes; }
  sim::groups::JointInput joint_input() const;
};

struct StageRequest {
  setup::JobRequest job;  // without nodes: as many as the groups need
  setup::TimeModelRequest time_model;
  std::string groups;               // "tp=8,dp=16"
  std::vector<std::string> faults;  // of which those that cut count here (app/simulation/faults.h)
};

/// An error where the groups do not have the ranks of the job.
core::Result<std::unique_ptr<const Stage>> stage_of(const StageRequest& request);

/// What a communicator does.
struct PlacedWay {
  JobPtr communicator;
  simulation::Carried carried;  // its call's size rounded as nccl-tests does
  int channels = 0;             // of the schedule

  /// \param messages_us from its first message to the last
  double call_us(double messages_us) const;
};

/// The same call in all groups of a dimension.
struct GroupCalls {
  int dimension = 0;
  std::uint64_t asked_bytes = 0;
  double start_us = 0;
  std::vector<SeatedGroup> groups;
  std::vector<std::shared_ptr<const PlacedWay>> ways;  // by group; equal where their plans are
  bool stands_in = false;                              // for a barrier
};

struct AskedCall {
  int dimension = 0;
  core::Call call;
  double start_us = 0;
  bool is_barrier = false;  // for which the call stands in
};

/// An error where NCCL makes no communicator for a group, or does not offer what is wished for.
core::Result<GroupCalls> group_calls(const Stage& stage, Communicators& communicators,
                                     const AskedCall& asked, const sim::Way& wish);

/// The assumed facts of the machine on which NCCL's own choice depends, by communicator of these
/// calls.
std::vector<DecidingFact> deciding_facts_of(const GroupCalls& calls);

/// By channel of the run that members_of() makes.
std::vector<simulation::GroupChannel> channels_of(const Stage& stage,
                                                  const std::vector<GroupCalls>& calls);

/// One by one, in the order of `calls` and their groups; `kind` is the index in `calls`. All may
/// send their first messages when their calls start.
std::vector<sim::groups::Member> members_of(const std::vector<GroupCalls>& calls);

}  // namespace treering::app::groups
