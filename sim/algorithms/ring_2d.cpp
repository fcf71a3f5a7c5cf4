// Rings in two dimensions, not in NCCL: half of the channels go along rows first, the others along
// columns, so that both directions are busy all the time. Rows are nodes; on one node, and with one
// GPU a node, the grid is as square as the number of ranks allows. C. Ying et al., "Image
// Classification at Supercomputer Scale", 2018.
#include "sim/algorithms/comparison.h"
#include "sim/algorithms/rank_patterns.h"

namespace treering::sim::algorithms {
namespace ring_2d {
namespace {

Grid grid_of(int ranks, int ranks_per_node) {
  if (ranks_per_node > 1 && ranks_per_node < ranks)
    return {ranks / ranks_per_node, ranks_per_node, First::Rows};
  int rows = 1;
  for (int i = 2; i * i <= ranks; ++i) {
    if (ranks % i == 0) rows = i;
  }
  return {rows, ranks / rows, First::Rows};
}

std::unique_ptr<Schedule> make(const ScheduleQuery& query) {
  const Grid grid = grid_of(query.contract.ranks, query.ranks_per_node);
  return in_phases(query, grid_phases(query.contract.goal, grid),
                   [grid](const ChannelData& data, int rank, int phase) {
                     Grid own = grid;
                     own.first = data.channel % 2 == 0 ? First::Rows : First::Columns;
                     return grid_exchange(data, own, rank, phase);
                   });
}

}  // namespace
}  // namespace ring_2d

Faces ring_2d_faces() {
  return faces_for_whole_messages("ring_2d", {grid_serves, ring_2d::make});
}

}  // namespace treering::sim::algorithms
