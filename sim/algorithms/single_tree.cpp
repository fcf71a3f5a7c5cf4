// A single binary tree, not in NCCL: a binary heap of nodes with a chain of GPUs in each. Its
// leaves do not send down and its inner nodes carry all, where NCCL's two trees share that.
#include "sim/algorithms/comparison.h"
#include "sim/schedule/tree.h"

namespace treering::sim::algorithms {
namespace single_tree {
namespace {

bool serves(const ScheduleQuery& query) {
  const Goal goal = query.contract.goal;
  return goal == Goal::AllReduce || goal == Goal::Broadcast || goal == Goal::Reduce ||
         goal == Goal::Barrier;
}

/// The chain of a node begins with the GPU that has the root's number, so that the root is on top.
schedule::Member member_of(const Contract& contract, int per_node, int rank) {
  const int node = rank / per_node;
  const int first = contract.root % per_node;
  const int in_chain = (rank - first + per_node) % per_node;
  const auto rank_in = [&](int of_node, int place) {
    return of_node * per_node + (first + place) % per_node;
  };
  schedule::Member member = schedule::rank_member(rank, -1, {});
  if (in_chain + 1 < per_node) member.down.push_back(rank_in(node, in_chain + 1));
  if (in_chain > 0) {
    member.up = rank_in(node, in_chain - 1);
    return member;
  }
  const auto place =
      schedule::heap_place(node, contract.ranks / per_node, contract.root / per_node);
  if (place.up >= 0) member.up = rank_in(place.up, 0);
  for (const int below : place.down) member.down.push_back(rank_in(below, 0));
  return member;
}

std::unique_ptr<Schedule> make(const ScheduleQuery& query) {
  const Contract contract = query.contract;
  const int per_node = query.ranks_per_node;
  schedule::TreesInput input{contract, contract.ranks, contract.ranks, {}, {}, {}, kSlots};
  input.member = [contract, per_node](int /*tree*/, int rank) {
    return member_of(contract, per_node, rank);
  };
  for (std::size_t channel = 0; channel < query.work.size(); ++channel) {
    input.work.push_back(
        {static_cast<int>(channel), query.work[channel], 0, 1, query.element_bytes});
  }
  return schedule::trees_schedule(std::move(input));
}

}  // namespace
}  // namespace single_tree

Faces single_tree_faces() {
  return faces_for_comparison("single_tree", {single_tree::serves, single_tree::make});
}

}  // namespace treering::sim::algorithms
