#include "sim/nccl/communicator/binary_tree.h"

#include <bit>

#include "core/assert.h"

namespace treering::sim::nccl::communicator {
namespace {

constexpr int kNone = -1;

int lowest_bit(int number) {
  return number & -number;
}

int parent_of(int nodes, int node) {
  const int bit = lowest_bit(node);
  const int without = node - bit;
  // The node one level up. If that node does not exist, the next lower one of a higher level.
  const int above = without | (2 * bit);
  return above < nodes ? above : without;
}

/// The highest child above `node` at a distance of at most `reach`.
int upper_child(int nodes, int node, int reach) {
  for (; reach > 0; reach /= 2) {
    if (node + reach < nodes) return node + reach;
  }
  return kNone;
}

/// `place` in a tree whose nodes are renamed by `rename`.
template <class Rename>
TreePlace renamed(TreePlace place, Rename rename) {
  const auto apply = [&](int node) { return node == kNone ? kNone : rename(node); };
  place.parent = apply(place.parent);
  for (int& child : place.children) child = apply(child);
  return place;
}

TreePlace mirrored_tree(int nodes, int node) {
  const auto mirror = [nodes](int other) { return nodes - 1 - other; };
  return renamed(binary_tree(nodes, mirror(node)), mirror);
}

TreePlace turned_tree(int nodes, int node) {
  const int before = (node + nodes - 1) % nodes;
  return renamed(binary_tree(nodes, before), [nodes](int other) { return (other + 1) % nodes; });
}

}  // namespace

TreePlace binary_tree(int nodes, int node) {
  TREERING_ASSERT(0 <= node && node < nodes, "a node of the tree");
  if (node == 0) {
    // The only child is the highest power of two.
    const auto last = static_cast<unsigned>(nodes - 1);
    return {kNone, {kNone, nodes > 1 ? static_cast<int>(std::bit_floor(last)) : kNone}, 0};
  }
  const int parent = parent_of(nodes, node);
  const int reach = lowest_bit(node) / 2;
  const int lower = reach > 0 ? node - reach : kNone;
  return {parent, {lower, upper_child(nodes, node, reach)}, node < parent ? 0 : 1};
}

std::array<TreePlace, 2> double_binary_tree(int nodes, int node) {
  const bool is_even = nodes % 2 == 0;
  return {binary_tree(nodes, node),
          is_even ? mirrored_tree(nodes, node) : turned_tree(nodes, node)};
}

}  // namespace treering::sim::nccl::communicator
