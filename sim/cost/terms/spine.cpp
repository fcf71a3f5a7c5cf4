#include "sim/cost/terms/spine.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>

#include "sim/nccl/communicator/binary_tree.h"

namespace treering::sim::cost::terms {
namespace {

std::size_t at(int number) {
  return static_cast<std::size_t>(number);
}

/// What the nodes of each leaf send.
class LeafCounts {
 public:
  explicit LeafCounts(const std::vector<int>& leaf_of)
      : leaf_of_(leaf_of), counts_(at(*std::ranges::max_element(leaf_of)) + 1) {}

  bool crosses(int from, int to) const { return leaf_of_[at(from)] != leaf_of_[at(to)]; }

  void add(int from, int to, double share) {
    auto& [out, inside] = counts_[at(leaf_of_[at(from)])];
    (crosses(from, to) ? out : inside) += share;
  }

  /// Of the leaf that sends most out; among equals, of that which keeps most.
  LeafTraffic busiest() const {
    const auto [out, inside] = *std::ranges::max_element(counts_);
    return {out, inside, 0, 0};
  }

 private:
  const std::vector<int>& leaf_of_;
  std::vector<std::pair<double, double>> counts_;  // out, inside
};

int nodes_in(const std::vector<int>& leaf_of) {
  return static_cast<int>(leaf_of.size());
}

/// One of the two trees.
int parent_in(std::size_t tree, int nodes, int node) {
  return nccl::communicator::double_binary_tree(nodes, node)[tree].parent;
}

struct PathToRoot {
  double hops = 0;
  double crossings = 0;
};

PathToRoot path_to_root(const LeafCounts& counts, std::size_t tree, int nodes, int node) {
  PathToRoot path;
  for (int parent = parent_in(tree, nodes, node); parent >= 0; ++path.hops) {
    if (counts.crosses(node, parent)) ++path.crossings;
    node = std::exchange(parent, parent_in(tree, nodes, parent));
  }
  return path;
}

/// By leaf its nodes.
std::map<int, double> nodes_by_leaf(const std::vector<int>& leaf_of) {
  std::map<int, double> nodes;
  for (const int leaf : leaf_of) ++nodes[leaf];
  return nodes;
}

/// Where all are under one leaf, but rails are apart.
std::vector<int> all_under_one(int nodes) {
  return std::vector<int>(at(nodes), 0);
}

}  // namespace

LeafTraffic ring_traffic(const std::vector<int>& leaf_of) {
  const int nodes = nodes_in(leaf_of);
  LeafCounts counts(leaf_of);
  int crossings = 0;
  for (int node = 0; node < nodes; ++node) {
    const int next = (node + 1) % nodes;
    counts.add(node, next, 1);
    if (counts.crosses(node, next)) ++crossings;
  }
  LeafTraffic traffic = counts.busiest();
  traffic.hops = nodes;
  traffic.crossings = crossings;
  return traffic;
}

LeafTraffic double_tree_traffic(const std::vector<int>& leaf_of) {
  const int nodes = nodes_in(leaf_of);
  LeafCounts counts(leaf_of);
  PathToRoot longest;
  for (std::size_t tree = 0; tree < 2; ++tree) {
    for (int node = 0; node < nodes; ++node) {
      const int parent = parent_in(tree, nodes, node);
      if (parent < 0) continue;
      counts.add(node, parent, 0.5);
      counts.add(parent, node, 0.5);
      const PathToRoot own = path_to_root(counts, tree, nodes, node);
      longest = {std::max(longest.hops, own.hops), std::max(longest.crossings, own.crossings)};
    }
  }
  LeafTraffic traffic = counts.busiest();
  traffic.hops = 2 * longest.hops;
  traffic.crossings = 2 * longest.crossings;
  return traffic;
}

LeafTraffic pat_traffic(const std::vector<int>& leaf_of) {
  const int nodes = nodes_in(leaf_of);
  LeafCounts counts(leaf_of);
  std::vector<double> crossings(at(nodes));  // on the way to each node so far, at most
  double hops = 0;
  for (int distance = 1; distance < nodes; distance *= 2) {
    std::vector<double> next = crossings;
    for (int node = 0; node < nodes; ++node) {
      const int to = (node + distance) % nodes;
      counts.add(node, to, 0.5 / distance);
      const double own = crossings[at(node)] + (counts.crosses(node, to) ? 1 : 0);
      next[at(to)] = std::max(next[at(to)], own);
    }
    crossings = std::move(next);
    ++hops;
  }
  LeafTraffic traffic = counts.busiest();
  traffic.hops = hops;
  traffic.crossings = *std::ranges::max_element(crossings);
  return traffic;
}

LeafTraffic pair_traffic(const std::vector<int>& leaf_of) {
  const double all = nodes_in(leaf_of);
  std::pair<double, double> most;
  for (const auto& [leaf, nodes] : nodes_by_leaf(leaf_of)) {
    most = std::max(most, {nodes * (all - nodes) / all, nodes * (nodes - 1) / all});
  }
  return {most.first, most.second, 1, most.first > 0 ? 1.0 : 0.0};
}

LeafTraffic root_traffic(const std::vector<int>& leaf_of) {
  const double all = nodes_in(leaf_of);
  const double near = nodes_by_leaf(leaf_of).at(leaf_of.front());
  return {(all - near) / all, (near - 1) / all, 1, near < all ? 1.0 : 0.0};
}

double out_of_leaf(const LeafTraffic& pattern, const RailUse& rails) {
  return pattern.out * rails.most + pattern.inside * rails.off;
}

double crossings_of(const LeafTraffic& pattern, const RailUse& rails) {
  return rails.off > 0 ? pattern.hops : pattern.crossings;
}

Spine spine_of(const core::Fabric& fabric, int nodes, double per_node, int rails) {
  std::vector<int> leaf_of = core::leaves_by_node(fabric, nodes);
  const bool has_rails = fabric.kind == core::FabricKind::RailOptimised && rails > 1 && nodes > 1;
  if (leaf_of.empty() && !has_rails) return {};
  if (leaf_of.empty()) leaf_of = all_under_one(nodes);
  Spine spine;
  spine.leaves = static_cast<int>(nodes_by_leaf(leaf_of).size());
  spine.rails = has_rails ? rails : 1;
  // All nodes are under one where the fabric does not say how many are.
  const int per_leaf = fabric.nodes_per_leaf > 0 ? fabric.nodes_per_leaf : nodes;
  spine.per_leaf = per_node * per_leaf / fabric.oversubscription;
  // Leaf, spine, leaf: two switches more than under one leaf.
  spine.crossing_us = 2 * fabric.hop_latency.in_us();
  spine.ring = ring_traffic(leaf_of);
  spine.double_tree = double_tree_traffic(leaf_of);
  spine.pat = pat_traffic(leaf_of);
  spine.pairs = pair_traffic(leaf_of);
  spine.root = root_traffic(leaf_of);
  const double leaves_it = spine.leaves > 1 ? 1 : 0;
  spine.reduced = {leaves_it, 0, 2, 2 * leaves_it};
  spine.leaf_of = std::move(leaf_of);
  return spine;
}

}  // namespace treering::sim::cost::terms
