// Pairwise exchange: in phase k each rank sends to the one k after it and receives from the one k
// before it. For alltoall not in NCCL, which sends to all at once; gather, scatter and sendrecv are
// the same messages without those that are not needed. In reduce_scatter and all_gather each sends
// every other its part, or its own (R. Thakur, R. Rabenseifner, W. Gropp, "Optimization of
// Collective Communication Operations in MPICH", 2005).
#include <algorithm>

#include "sim/algorithms/comparison.h"

namespace treering::sim::algorithms {
namespace pairwise {
namespace {

bool serves(const ScheduleQuery& query) {
  const Goal goal = query.contract.goal;
  return goal == Goal::AllToAll || goal == Goal::Gather || goal == Goal::Scatter ||
         goal == Goal::SendRecv || goal == Goal::ReduceScatter || goal == Goal::AllGather;
}

/// The block that `from` has for `to`.
int block_between(const Contract& contract, int from, int to) {
  if (contract.goal == Goal::AllToAll) return from * contract.ranks + to;
  const bool is_of_target = contract.goal == Goal::Scatter || contract.goal == Goal::ReduceScatter;
  return is_of_target ? to : from;
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

std::unique_ptr<Schedule> make(const ScheduleQuery& query) {
  const int others = query.contract.ranks - 1;
  return in_phases(query, query.contract.goal == Goal::SendRecv ? std::min(others, 1) : others,
                   exchange);
}

}  // namespace
}  // namespace pairwise

Faces pairwise_faces() {
  return faces_for_comparison("pairwise", {pairwise::serves, pairwise::make});
}

}  // namespace treering::sim::algorithms
