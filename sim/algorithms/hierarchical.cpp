// Hierarchical, not in NCCL: reduce_scatter among the GPUs of a node, all_reduce of each part over
// the GPUs with the same number in their nodes (a rail), all_gather in the node. Each GPU sends
// only 2 S / g over the network, g GPUs a node. In a broadcast the root deals parts out in its
// node, and each goes along its rail; reduce is the same backwards.
#include "sim/algorithms/comparison.h"
#include "sim/algorithms/rank_patterns.h"

namespace treering::sim::algorithms {
namespace hierarchical {
namespace {

std::unique_ptr<Schedule> make(const ScheduleQuery& query) {
  const Grid grid{query.contract.ranks / query.ranks_per_node, query.ranks_per_node};
  return in_phases(query, grid_phases(query.contract.goal, grid),
                   [grid](const ChannelData& data, int rank, int phase) {
                     return grid_exchange(data, grid, rank, phase);
                   });
}

}  // namespace
}  // namespace hierarchical

Faces hierarchical_faces() {
  return faces_for_whole_messages("hierarchical", {grid_serves, hierarchical::make});
}

}  // namespace treering::sim::algorithms
