#include "app/groups/stage.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "app/groups/words.h"
#include "app/simulation/faults.h"
#include "core/text/field.h"
#include "core/topology/cluster.h"
#include "core/units.h"
#include "sim/machine/job_wiring.h"
#include "sim/nccl/system/system.h"

namespace treering::app::groups {
namespace {

int ranks_on(const setup::Setup& job) {
  return static_cast<int>(sim::nccl::system::local_ranks(job.cluster.node, job.job).size());
}

core::Failure other_ranks(const std::string& groups, int ranks, const setup::Setup& job) {
  const int per_node = ranks_on(job);
  return core::usage_error(
      core::field("groups"), fmt::format("{} are {}", groups, core::counted(ranks, "rank")),
      fmt::format("expected those of the job, {} ({} x {})", per_node * job.job.nodes,
                  core::counted(job.job.nodes, "node"), core::counted(per_node, "GPU")));
}

/// The job, with the nodes that the groups need where nobody says how many.
core::Result<setup::Setup> machine_for(const StageRequest& request, int ranks) {
  setup::JobRequest asked = request.job;
  asked.nodes_may_differ = true;
  auto job = setup::set_up(asked);
  if (!job) return core::fail(job.error());
  const int per_node = ranks_on(*job);
  if (per_node == 0 || per_node * job->job.nodes == ranks) return job;
  const bool is_free = !asked.nodes && job->job.nodes == 1 && ranks % per_node == 0;
  if (!is_free) return other_ranks(request.groups, ranks, *job);
  asked.nodes = ranks / per_node;
  return setup::set_up(asked);
}

int channels_of(const GroupCalls& calls) {
  int channels = 0;
  for (const auto& way : calls.ways) channels = std::max(channels, way->channels);
  return channels;
}

}  // namespace

sim::groups::JointInput Stage::joint_input() const {
  const auto& spine = job->time_model.cost->machine().spine;
  return {{*job->time_model.links, job->machine.job.nodes, sim::machine::counted_leaves(spine)},
          spine,
          ranks()};
}

core::Result<std::unique_ptr<const Stage>> stage_of(const StageRequest& request) {
  auto dimensions = dimensions_of(request.groups);
  if (!dimensions) return core::fail(dimensions.error());
  auto options = setup::time_model_options(request.time_model, sim::Model::Event);
  if (!options) return core::fail(options.error());
  const int ranks = *sim::groups::ranks_of(*dimensions, core::kMaxRanks);
  auto machine = machine_for(request, ranks);
  if (!machine) return core::fail(machine.error());
  simulation::note_differences(*machine);
  if (const auto done = simulation::cut(request.faults, *machine); !done) {
    return core::fail(done.error());
  }
  auto job = open(*std::move(machine), *std::move(options));
  if (!job) return core::fail(job.error());
  return std::make_unique<const Stage>(Stage{*std::move(job), *std::move(dimensions)});
}

double PlacedWay::call_us(double messages_us) const {
  const auto& values = communicator->time_model.cost->parameters().values;
  return sim::machine::call_us(*carried.run, values, messages_us);
}

core::Result<GroupCalls> group_calls(const Stage& stage, Communicators& communicators,
                                     const AskedCall& asked, const sim::Way& wish) {
  auto seated = seated_groups(stage.dimensions, asked.dimension, stage.ranks_per_node());
  if (!seated) return core::fail(seated.error());
  GroupCalls calls{asked.dimension, asked.call.bytes, asked.start_us, *std::move(seated), {}};
  std::map<const Job*, std::shared_ptr<const PlacedWay>> known;
  for (const SeatedGroup& one : calls.groups) {
    const auto communicator = communicators.at(one.seats);
    if (!communicator) return core::fail(communicator.error());
    std::shared_ptr<const PlacedWay>& way = known[communicator->get()];
    if (way == nullptr) {
      const auto call = setup::rounded_call(asked.call, one.group.size);
      if (!call) return core::fail(call.error());
      auto chosen = simulation::carried_by({wish, asked.is_barrier}, *call, **communicator);
      if (!chosen) return core::fail(chosen.error());
      PlacedWay placed{*communicator, *std::move(chosen), 0};
      placed.channels = simulation::channels_of(*placed.carried.run->schedule);
      way = std::make_shared<const PlacedWay>(std::move(placed));
    }
    calls.ways.push_back(way);
    calls.stands_in = asked.is_barrier && !way->carried.is_barrier;
  }
  return calls;
}

std::vector<simulation::GroupChannel> channels_of(const Stage& stage,
                                                  const std::vector<GroupCalls>& calls) {
  std::vector<simulation::GroupChannel> channels;
  for (const GroupCalls& one : calls) {
    const std::string& name = stage.dimensions[static_cast<std::size_t>(one.dimension)].name;
    for (int channel = 0; channel < channels_of(one); ++channel)
      channels.push_back({name, channel});
  }
  return channels;
}

std::vector<sim::groups::Member> members_of(const std::vector<GroupCalls>& calls) {
  std::vector<sim::groups::Member> members;
  int first_channel = 0;
  for (std::size_t kind = 0; kind < calls.size(); ++kind) {
    const GroupCalls& one = calls[kind];
    for (std::size_t i = 0; i < one.groups.size(); ++i) {
      const auto& placed = one.ways[i];
      const sim::groups::Group& group = one.groups[i].group;
      members.push_back({{placed, placed->carried.run.get()},
                         one.groups[i].seats.nodes,
                         group.first,
                         group.stride,
                         static_cast<int>(kind),
                         first_channel,
                         one.start_us});
    }
    first_channel += channels_of(one);
  }
  return members;
}

std::vector<DecidingFact> deciding_facts_of(const GroupCalls& calls) {
  std::vector<DecidingFact> facts;
  std::set<const Job*> seen;
  for (const auto& way : calls.ways) {
    if (!seen.insert(way->communicator.get()).second) continue;
    std::ranges::move(deciding_facts_of(*way->communicator, way->carried.call),
                      std::back_inserter(facts));
  }
  return facts;
}

}  // namespace treering::app::groups
