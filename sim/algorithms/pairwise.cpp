// Pairwise exchange: in phase k each rank sends to the one k after it and receives from the one k
// before it. For alltoall not in NCCL, which sends to all at once; gather, scatter and sendrecv are
// the same messages without those that are not needed. In reduce_scatter and all_gather each sends
// every other its part, or its own (R. Thakur, R. Rabenseifner, W. Gropp, "Optimization of
// Collective Communication Operations in MPICH", 2005).
#include <algorithm>

#include "sim/algorithms/comparison.h"
#include "sim/algorithms/rank_patterns.h"

namespace treering::sim::algorithms {
namespace pairwise {
namespace {

bool serves(const ScheduleQuery& query) {
  const Goal goal = query.contract.goal;
  return goal == Goal::AllToAll || goal == Goal::Gather || goal == Goal::Scatter ||
         goal == Goal::SendRecv || goal == Goal::ReduceScatter || goal == Goal::AllGather;
}

bool is_needed(const Contract& contract, int from, int to) {
  if (contract.goal == Goal::Gather) return to == contract.root;
  return contract.goal != Goal::Scatter || from == contract.root;
}

Exchange exchange(const ChannelData& data, int rank, int phase) {
  const int n = data.contract.ranks;
  const int to = (rank + phase + 1) % n;
  const int from = (rank + n - phase - 1) % n;
  Exchange own;
  if (is_needed(data.contract, rank, to)) {
    own.to = to;
    own.sent = data.blocks(block_between(data.contract, rank, to), 1);
  }
  if (is_needed(data.contract, from, rank)) {
    own.from = from;
    own.received = data.blocks(block_between(data.contract, from, rank), 1);
    own.combines = combines(data.contract.goal);
  }
  return own;
}

/// To or from a root all others have one phase each.
std::vector<int> phases_with_root(const Contract& contract, int rank) {
  const int n = contract.ranks;
  if (rank == contract.root) return all_phases(n - 1);
  const bool is_gather = contract.goal == Goal::Gather;
  const int away =
      is_gather ? ranks_after(rank, contract.root, n) : ranks_after(contract.root, rank, n);
  return {away - 1};
}

std::unique_ptr<Schedule> make(const ScheduleQuery& query) {
  const Goal goal = query.contract.goal;
  const int others = query.contract.ranks - 1;
  if (goal == Goal::Gather || goal == Goal::Scatter) {
    return in_phases(query, others, exchange, phases_with_root);
  }
  return in_phases(query, goal == Goal::SendRecv ? std::min(others, 1) : others, exchange);
}

}  // namespace
}  // namespace pairwise

Faces pairwise_faces() {
  return faces_for_whole_messages("pairwise", {pairwise::serves, pairwise::make});
}

}  // namespace treering::sim::algorithms
