// A ring without chunks, not in NCCL: the whole data go around to be combined, from the rank after
// the root to the root, and around again as the result. Tutorials begin with it: 2 (n - 1) steps of
// S bytes, while all other ranks wait. all_gather and reduce_scatter pass whole blocks around, all
// ranks at once: the rings of MPICH and Open MPI.
#include "sim/algorithms/comparison.h"

namespace treering::sim::algorithms {
namespace ring_unchunked {
namespace {

bool are_blocks(Goal goal) {
  return goal == Goal::AllGather || goal == Goal::ReduceScatter;
}

bool serves(const ScheduleQuery& query) {
  const Goal goal = query.contract.goal;
  return goal == Goal::AllReduce || goal == Goal::Reduce || goal == Goal::Broadcast ||
         goal == Goal::Barrier || are_blocks(goal);
}

/// Every rank passes a block to the next: in all_gather first its own, in reduce_scatter last.
Exchange blocks_exchange(const ChannelData& data, int rank, int phase) {
  const int n = data.contract.ranks;
  const bool is_combining = data.contract.goal == Goal::ReduceScatter;
  const int sent = (rank + 2 * n - phase - (is_combining ? 1 : 0)) % n;
  return {(rank + 1) % n, data.blocks(sent, 1), (rank + n - 1) % n,
          data.blocks((sent + n - 1) % n, 1), is_combining};
}

Exchange exchange(const ChannelData& data, int rank, int phase) {
  if (are_blocks(data.contract.goal)) return blocks_exchange(data, rank, phase);
  const Contract& contract = data.contract;
  const int n = contract.ranks;
  const bool is_combining = contract.goal != Goal::Broadcast && phase < n - 1;
  const int first = is_combining ? contract.root + 1 : contract.root;
  const int from = (first + phase % (n - 1)) % n;
  const int to = (from + 1) % n;
  if (rank == from) return {to, data.all(), -1, {}, false};
  if (rank == to) return {-1, {}, from, data.all(), is_combining};
  return {};
}

std::unique_ptr<Schedule> make(const ScheduleQuery& query) {
  const Goal goal = query.contract.goal;
  const int rounds = goal == Goal::AllReduce || goal == Goal::Barrier ? 2 : 1;
  return in_phases(query, rounds * (query.contract.ranks - 1), exchange);
}

}  // namespace
}  // namespace ring_unchunked

Faces ring_unchunked_faces() {
  return faces_for_comparison("ring_unchunked", {ring_unchunked::serves, ring_unchunked::make});
}

}  // namespace treering::sim::algorithms
