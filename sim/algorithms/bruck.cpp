// Bruck, not in NCCL: ceil(log2 n) phases over distances 1, 2, 4, ... In alltoall a block whose
// target is j ranks away moves in the phases of j's bits. In all_gather each rank sends what it has
// to the one before it. J. Bruck et al., "Efficient Algorithms for All-to-All Communications in
// Multiport Message-Passing Systems", IEEE TPDS 1997.
#include <algorithm>
#include <bit>

#include "sim/algorithms/comparison.h"

namespace treering::sim::algorithms {
namespace bruck {
namespace {

bool serves(const ScheduleQuery& query) {
  const Goal goal = query.contract.goal;
  return goal == Goal::AllToAll || goal == Goal::AllGather;
}

int wrapped(int rank, int ranks) {
  return (rank % ranks + ranks) % ranks;
}

/// The blocks that a rank passes on over `distance`: those that still have that way to go.
std::vector<Range> passed_on(const ChannelData& data, int rank, int distance) {
  const int n = data.contract.ranks;
  std::vector<Range> ranges;
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

Exchange exchange(const ChannelData& data, int rank, int phase) {
  const int n = data.contract.ranks;
  const int distance = 1 << phase;
  const int above = wrapped(rank + distance, n);
  const int below = wrapped(rank - distance, n);
  if (data.contract.goal == Goal::AllToAll) {
    return {above, passed_on(data, rank, distance), below, passed_on(data, below, distance), false};
  }
  const int count = std::min(distance, n - distance);
  return {below, gathered(data, rank, count), above, gathered(data, above, count), false};
}

std::unique_ptr<Schedule> make(const ScheduleQuery& query) {
  const auto others = static_cast<unsigned>(query.contract.ranks - 1);
  return in_phases(query, static_cast<int>(std::bit_width(others)), exchange);
}

}  // namespace
}  // namespace bruck

Faces bruck_faces() {
  return faces_for_comparison("bruck", {bruck::serves, bruck::make});
}

}  // namespace treering::sim::algorithms
