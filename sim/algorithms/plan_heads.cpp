#include "sim/algorithms/faces.h"
#include "sim/nccl/communicator/channels.h"
#include "sim/nccl/communicator/communicator.h"
#include "sim/schedule/heads/heads.h"

namespace treering::sim::algorithms {
namespace plan_heads {
namespace {

using schedule::Goal;
using schedule::HeadLinks;
using schedule::HeadsInput;
using schedule::Schedule;

// NCCL v2.28.9-1, src/device/all_reduce.h: the chunks of the last loop are multiples of 16 KiB.
constexpr std::uint64_t kLastChunkGrain = 16384;

HeadsInput input_of(const ScheduleQuery& query, std::vector<int> heads) {
  return {query.contract, query.ranks_per_node, std::move(heads),
          query.work,     kLastChunkGrain,      slots_of(query, 1)};
}

HeadsInput nvls_input(const ScheduleQuery& query) {
  HeadsInput input = input_of(query, query.comm->channels.nvls_heads());
  input.head_on = [&channels = query.comm->channels](int node, int head) {
    return channels.nvls_heads(node)[static_cast<std::size_t>(head)];
  };
  return input;
}

bool serves_nvls(const ScheduleQuery& query) {
  return query.comm->channels.heads_match() && schedule::nvls_serves(nvls_input(query));
}

std::unique_ptr<Schedule> make_nvls(const ScheduleQuery& query) {
  return schedule::nvls_schedule(nvls_input(query));
}

bool serves_all_reduce(const ScheduleQuery& query) {
  return query.contract.goal == Goal::AllReduce && query.comm->channels.heads_match();
}

std::unique_ptr<Schedule> make_nvls_tree(const ScheduleQuery& query) {
  HeadsInput input = nvls_input(query);
  input.links = [&channels = query.comm->channels](int channel, int rank) {
    const auto tree = channels.nvls_tree(channel, rank);
    HeadLinks links{tree.up, {}};
    for (const int below : tree.down) {
      if (below >= 0) links.down.push_back(below);
    }
    return links;
  };
  return schedule::nvls_schedule(std::move(input));
}

HeadsInput direct_input(const ScheduleQuery& query) {
  HeadsInput input = input_of(query, query.comm->channels.collnet_direct_heads());
  input.head_on = [&channels = query.comm->channels](int node, int head) {
    return channels.collnet_direct_heads(node)[static_cast<std::size_t>(head)];
  };
  return input;
}

bool serves_collnet_direct(const ScheduleQuery& query) {
  return query.comm->channels.heads_match() && schedule::collnet_direct_serves(direct_input(query));
}

std::unique_ptr<Schedule> make_collnet_direct(const ScheduleQuery& query) {
  return schedule::collnet_direct_schedule(direct_input(query));
}

std::unique_ptr<Schedule> make_collnet_chain(const ScheduleQuery& query) {
  return schedule::collnet_chain_schedule(
      input_of(query, {}), [&channels = query.comm->channels](int channel, int node) {
        return channels.collnet_chain(channel, node);
      });
}

}  // namespace
}  // namespace plan_heads

ScheduleFace nvls_schedule_face() {
  return {plan_heads::serves_nvls, plan_heads::make_nvls};
}

ScheduleFace nvls_tree_schedule_face() {
  return {plan_heads::serves_all_reduce, plan_heads::make_nvls_tree};
}

ScheduleFace collnet_direct_schedule_face() {
  return {plan_heads::serves_collnet_direct, plan_heads::make_collnet_direct};
}

ScheduleFace collnet_chain_schedule_face() {
  return {plan_heads::serves_all_reduce, plan_heads::make_collnet_chain};
}

}  // namespace treering::sim::algorithms
