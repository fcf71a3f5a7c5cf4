// Bruck, not in NCCL: ceil(log2 n) phases over distances 1, 2, 4, ... In alltoall a block whose
// target is j ranks away moves in the phases of j's bits. In all_gather each rank sends what it has
// to the one before it; reduce_scatter is the same backwards. J. Bruck et al., "Efficient
// Algorithms for All-to-All Communications in Multiport Message-Passing Systems", IEEE TPDS 1997.
// In a barrier each says in each phase that it has come, and who it has heard of: D. Hensgen, R.
// Finkel, U. Manber, "Two Algorithms for Barrier Synchronization", 1988, which Open MPI calls
// bruck.
#include <algorithm>
#include <bit>
#include <utility>

#include "sim/algorithms/comparison.h"

namespace treering::sim::algorithms {
namespace bruck {
namespace {

bool serves(const ScheduleQuery& query) {
  const Goal goal = query.contract.goal;
  return goal == Goal::AllToAll || goal == Goal::AllGather || goal == Goal::ReduceScatter ||
         goal == Goal::Barrier;
}

int phases(int ranks) {
  return static_cast<int>(std::bit_width(static_cast<unsigned>(ranks - 1)));
}

int wrapped(int rank, int ranks) {
  return (rank % ranks + ranks) % ranks;
}

/// The blocks that a rank passes on over `distance`: those that still have that way to go.
std::vector<Range> passed_on(const ChannelData& data, int rank, int distance) {
  const int n = data.contract.ranks;
  std::vector<Range> ranges;
  if (data.only_peers) return ranges;
  for (int away = distance; away < n; ++away) {
    if ((away & distance) == 0) continue;
    const int source = wrapped(rank - away % distance, n);
    ranges.push_back(data.blocks(source * n + wrapped(source + away, n), 1).front());
  }
  return ranges;
}

/// The blocks of `count` ranks from `rank` on, around.
std::vector<Range> gathered(const ChannelData& data, int rank, int count) {
  const int straight = std::min(count, data.contract.ranks - rank);
  std::vector<Range> ranges = data.blocks(rank, straight);
  std::ranges::copy(data.blocks(0, count - straight), std::back_inserter(ranges));
  return ranges;
}

Exchange gathering(const ChannelData& data, int rank, int distance) {
  const int n = data.contract.ranks;
  const int above = wrapped(rank + distance, n);
  const int count = std::min(distance, n - distance);
  return {wrapped(rank - distance, n), gathered(data, rank, count), above,
          gathered(data, above, count), false};
}

/// What gathering receives is sent, and what it sends received.
Exchange scattering(const ChannelData& data, int rank, int distance) {
  Exchange back = gathering(data, rank, distance);
  return {back.from, std::move(back.received), back.to, std::move(back.sent), true};
}

Exchange exchange(const ChannelData& data, int rank, int phase) {
  const int n = data.contract.ranks;
  const Goal goal = data.contract.goal;
  const bool is_backwards = goal == Goal::ReduceScatter;
  const int distance = 1 << (is_backwards ? phases(n) - 1 - phase : phase);
  if (goal == Goal::AllGather) return gathering(data, rank, distance);
  if (goal == Goal::ReduceScatter) return scattering(data, rank, distance);
  const int above = wrapped(rank + distance, n);
  const int below = wrapped(rank - distance, n);
  if (goal == Goal::Barrier) return {above, data.all(), below, data.all(), true};
  return {above, passed_on(data, rank, distance), below, passed_on(data, below, distance), false};
}

std::unique_ptr<Schedule> make(const ScheduleQuery& query) {
  return in_phases(query, phases(query.contract.ranks), exchange);
}

}  // namespace
}  // namespace bruck

Faces bruck_faces() {
  return faces_for_whole_messages("bruck", {bruck::serves, bruck::make});
}

}  // namespace treering::sim::algorithms
