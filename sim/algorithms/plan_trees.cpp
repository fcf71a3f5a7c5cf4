#include "sim/algorithms/faces.h"
#include "sim/nccl/communicator/channels.h"
#include "sim/nccl/communicator/communicator.h"
#include "sim/schedule/tree.h"

namespace treering::sim::algorithms {
namespace plan_trees {
namespace {

using schedule::Goal;
using schedule::Schedule;

bool serves_tree(const ScheduleQuery& query) {
  const Goal goal = query.contract.goal;
  return goal == Goal::AllReduce || goal == Goal::Barrier;
}

std::unique_ptr<Schedule> make_tree(const ScheduleQuery& query) {
  const int ranks = query.contract.ranks;
  schedule::TreesInput input{query.contract, ranks, ranks, {}, {}, {}, slots_of(query, 1)};
  input.member = [&channels = query.comm->channels](int channel, int rank) {
    const auto links = channels.tree(channel, rank);
    return schedule::rank_member(rank, links.up, {links.down.begin(), links.down.end()});
  };
  for (std::size_t channel = 0; channel < query.work.size(); ++channel) {
    input.work.push_back({static_cast<int>(channel), query.work[channel], 0, 1, 1});
  }
  return schedule::trees_schedule(std::move(input));
}

}  // namespace
}  // namespace plan_trees

ScheduleFace tree_schedule_face() {
  return {plan_trees::serves_tree, plan_trees::make_tree};
}

}  // namespace treering::sim::algorithms
