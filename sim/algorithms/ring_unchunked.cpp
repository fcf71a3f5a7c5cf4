// A ring without chunks, not in NCCL: the whole data go around to be combined, from the rank after
// the root to the root, and around again as the result. Tutorials begin with it: 2 (n - 1) steps of
// S bytes, while all other ranks wait.
#include "sim/algorithms/comparison.h"

namespace treering::sim::algorithms {
namespace ring_unchunked {
namespace {

bool serves(const ScheduleQuery& query) {
  const Goal goal = query.contract.goal;
  return goal == Goal::AllReduce || goal == Goal::Reduce || goal == Goal::Broadcast ||
         goal == Goal::Barrier;
}

Exchange exchange(const ChannelData& data, int rank, int phase) {
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
