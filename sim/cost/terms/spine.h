// The network between the leaf switches of a fabric, as one job uses it. Nodes are numbered leaf by
// leaf, as launchers that know the switches number them.
#pragma once

#include "core/topology/cluster.h"

namespace treering::sim::cost::terms {

/// It has no effect while `leaves` is 1: all nodes are under one switch.
struct Spine {
  int leaves = 1;
  int nodes_per_leaf = 0;      // those under the last leaf may be fewer
  double per_leaf = 0;         // GB/s that a leaf passes up, and down; 0: no less than its nodes'
  double crossing_us = 0;      // what a way from leaf to leaf takes longer than one under a leaf
  double double_tree_out = 0;  // what a double binary tree takes out of the busiest leaf, of S
  bool operator==(const Spine&) const = default;
};

/// `per_node`: GB/s of a node's ports in one direction.
Spine spine_of(const core::Fabric& fabric, int nodes, double per_node);

/// The bytes that an all_reduce by a double binary tree over `nodes` sends out of the busiest group
/// of so many nodes in a row, as a share of the size: a half in each edge that leaves it, because
/// one half of the data goes up in it and comes down again.
double double_tree_out_of(int nodes, int group);

}  // namespace treering::sim::cost::terms
