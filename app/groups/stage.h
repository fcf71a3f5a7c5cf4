// A job whose ranks form groups: the words that name the groups, their communicators, and the calls
// of these, ready to run side by side.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/job.h"
#include "app/setup/setup.h"
#include "app/setup/time_model.h"
#include "app/simulation/carried.h"
#include "app/simulation/recorded.h"
#include "core/result.h"
#include "core/topology/cluster.h"
#include "sim/groups/joint_run.h"
#include "sim/groups/rank_groups.h"
#include "sim/nccl/rules/call.h"
#include "sim/way.h"

namespace treering::app::groups {

// What is asked for groups of ranks, in words: "tp=8,dp=16", "dp=64M", "dp=50us".

/// The sizes of groups by name. At most core::kMaxRanks ranks.
core::Result<std::vector<sim::groups::Dimension>> dimensions_of(std::string_view text);

/// A value for each dimension, by index: "all_reduce" for all of them, or "tp=all_gather,dp=..."
/// for those named. Empty: none was given. `name` is the field in errors.
core::Result<std::vector<std::string>> values_of(
    std::string_view text, std::string_view name,
    const std::vector<sim::groups::Dimension>& dimensions);

/// An error where a group has a value of its own and does not run: nothing would come of it.
/// \param values by dimension; empty: none \param name the field in errors \param runs by dimension
core::Result<void> check_run(const std::vector<std::string>& values, std::string_view name,
                             const std::vector<bool>& runs,
                             const std::vector<sim::groups::Dimension>& dimensions);

// The communicators of groups of ranks: one for each set of GPUs and number of nodes that occurs.

class Communicators {
 public:
  /// \param job of all ranks. Outlives this.
  explicit Communicators(const Job& job)
      : job_(job), classes_(core::classes_by_node(job.machine.cluster)) {}

  /// The job of these seats alone, with all its nodes under one switch; the same for seats on equal
  /// nodes. An error where NCCL makes none.
  core::Result<JobPtr> at(const sim::groups::Seats& seats);

 private:
  struct Key {
    std::size_t nodes = 0;
    std::vector<int> devices;
    std::vector<int> classes;  // of the nodes; empty: all nodes of the job are equal
    auto operator<=>(const Key&) const = default;
  };

  Key key_of(const sim::groups::Seats& seats) const;

  core::Result<JobPtr> made(const sim::groups::Seats& seats) const;

  const Job& job_;
  std::vector<int> classes_;
  std::map<Key, JobPtr> known_;
};

/// The groups of a dimension, with the seats of each. An error where a group has other GPUs on some
/// of its nodes than on others, which are communicators that we do not model.
struct SeatedGroup {
  sim::groups::Group group;
  sim::groups::Seats seats;
};
core::Result<std::vector<SeatedGroup>> seated_groups(
    const std::vector<sim::groups::Dimension>& dimensions, int dimension, int ranks_per_node);

// A job whose ranks form groups, and the calls of its communicators, ready to run side by side.

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

/// By channel of the run that members_of() makes.
std::vector<simulation::GroupChannel> channels_of(const Stage& stage,
                                                  const std::vector<GroupCalls>& calls);

/// One by one, in the order of `calls` and their groups; `kind` is the index in `calls`. All may
/// send their first messages when their calls start.
std::vector<sim::groups::Member> members_of(const std::vector<GroupCalls>& calls);

}  // namespace treering::app::groups
