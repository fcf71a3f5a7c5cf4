// The network between the leaf switches of a fabric, as one job uses it: under which leaf each node
// is, and how much of a collective's traffic leaves a leaf.
//
// Nodes pass data on in patterns: around a ring, along trees, to a distance. A pattern is counted
// edge by edge on the leaves of the nodes, so that it holds for nodes in any order.
#pragma once

#include <vector>

#include "core/topology/cluster.h"

namespace treering::sim::cost::terms {

/// The messages of a pattern at the leaf that sends most of them to others.
struct LeafTraffic {
  double out = 0;        // to other leaves
  double inside = 0;     // from these nodes to others of the same leaf
  double hops = 0;       // on the way of the data that takes longest
  double crossings = 0;  // those of them that lead from leaf to leaf, on the way that has most
  bool operator==(const LeafTraffic&) const = default;
};

/// How the data that leaves a node is spread over rails. Without rails all is on one.
struct RailUse {
  double most = 1;  // of the data, on the rail that has most, times the number of rails
  double off = 0;   // likewise of the data that enters the other node by another rail
  bool operator==(const RailUse&) const = default;
};

/// It has no effect while all nodes are under one leaf switch. With rails a leaf is a group of leaf
/// switches, one for each rail.
struct Spine {
  int leaves = 1;            // that nodes of the job are under
  int rails = 1;             // leaf switches of a group
  double per_leaf = 0;       // GB/s that a leaf, or all rails of one, passes up, and down
  double crossing_us = 0;    // what a way from leaf to leaf takes longer than one under a leaf
  LeafTraffic ring;          // each node to the next
  LeafTraffic double_tree;   // in shares of the size, up and down: a half in each edge of a tree
  LeafTraffic pat;           // in shares of the size
  LeafTraffic pairs;         // each node a message to each, in shares of what a node has for all
  LeafTraffic root;          // node 0 a message to each, likewise
  LeafTraffic reduced;       // a network that reduces takes the size from a leaf, and gives it back
  std::vector<int> leaf_of;  // by node
  bool has_effect() const { return leaves > 1 || rails > 1; }
  bool operator==(const Spine&) const = default;
};

/// \param per_node GB/s of a node's ports in one direction \param rails of a node, where the fabric
/// has rails
Spine spine_of(const core::Fabric& fabric, int nodes, double per_node, int rails = 1);

/// What the uplinks of a leaf carry of a pattern. Of rails, those of the rail with most, as if all
/// rails had as much.
double out_of_leaf(const LeafTraffic& pattern, const RailUse& rails);
/// From switch to switch of a leaf's level, on the way that takes longest.
double crossings_of(const LeafTraffic& pattern, const RailUse& rails);

// The patterns, by node the leaf that it is under.

LeafTraffic ring_traffic(const std::vector<int>& leaf_of);
/// An all_reduce by a double binary tree: one half of the data goes up in each tree and comes down
/// again.
LeafTraffic double_tree_traffic(const std::vector<int>& leaf_of);
/// Over each distance d (1, 2, 4, ...) a node sends n / 2d pieces of S/n.
LeafTraffic pat_traffic(const std::vector<int>& leaf_of);
LeafTraffic pair_traffic(const std::vector<int>& leaf_of);
LeafTraffic root_traffic(const std::vector<int>& leaf_of);

}  // namespace treering::sim::cost::terms
