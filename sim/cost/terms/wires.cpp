#include "sim/cost/terms/wires.h"

#include <algorithm>
#include <cstddef>
#include <vector>

#include "sim/nccl/communicator/binary_tree.h"

namespace treering::sim::cost::terms {

BusiestLink slower(const BusiestLink& a, const BusiestLink& b) {
  const double first = a.ns_per_byte();
  const double second = b.ns_per_byte();
  return first < second || (first == second && b.is_port) ? b : a;
}

double double_tree_out_of(int nodes, int group) {
  std::vector<int> edges_out(static_cast<std::size_t>((nodes + group - 1) / group));
  for (int node = 0; node < nodes; ++node) {
    for (const nccl::communicator::TreePlace& place :
         nccl::communicator::double_binary_tree(nodes, node)) {
      if (place.parent < 0 || place.parent / group == node / group) continue;
      ++edges_out[static_cast<std::size_t>(node / group)];
      ++edges_out[static_cast<std::size_t>(place.parent / group)];
    }
  }
  return *std::ranges::max_element(edges_out) / 2.0;
}

Spine spine_of(const core::Fabric& fabric, int nodes, double per_node) {
  if (!fabric.has_uplinks(nodes)) return {};
  const int size = fabric.nodes_per_leaf;
  Spine spine;
  spine.leaves = (nodes + size - 1) / size;
  spine.nodes_per_leaf = size;
  spine.per_leaf = per_node * size / fabric.oversubscription;
  // Leaf, spine, leaf: two switches more than under one leaf.
  spine.crossing_us = 2 * fabric.hop_latency.in_us();
  spine.double_tree_out = double_tree_out_of(nodes, size);
  return spine;
}

}  // namespace treering::sim::cost::terms
