// The rates of a machine's wires: between pairs of GPUs, between leaf switches, and all that the
// terms of a call need.
#pragma once

#include <span>

#include "core/topology/cluster.h"
#include "core/topology/topology.h"

namespace treering::sim::cost::terms {

// The rates of a node's links when its GPUs send messages to one another in pairs. Each message
// takes one path: NVLinks between the two, NVSwitches that both are on, a GPU linked to both, or
// the links towards the host.

/// GB/s; 0: no link is known. Of a GPU, where the busiest link is fully used.
struct PeerRates {
  double to_all = 0;   // out of each GPU, to all others alike
  double to_next = 0;  // out of each GPU, to the next in their order
  double to_root = 0;  // into the first or out of it, from or to all others alike
  bool operator==(const PeerRates&) const = default;
};

/// \param gpus those of the job on the node, in the order of their ranks
/// \param wraps whether the last sends to the first, as on one node
PeerRates peer_rates(const core::Topology& node, std::span<const core::DeviceId> gpus, bool wraps);

/// The rates, each limited to `most` unless that is 0.
PeerRates no_faster(const PeerRates& rates, double most);

// The network between the leaf switches of a fabric, as one job uses it. Nodes are numbered leaf by
// leaf, as launchers that know the switches number them.

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

// The rates of a machine's wires, as the terms of a call need them.

/// GB/s in one direction.
struct Wires {
  double ring_per_gpu = 0;  // what the rings of one node carry out of each GPU
  double all_per_gpu = 0;   // all NVLinks of a GPU to the others of the job; else as the rings
  double per_node = 0;      // the network ports that the channels use; 0 on one node
  double full_per_gpu = 0;  // all links of a GPU that the job can use; 0: unknown
  PeerRates peers;          // by what pairs of GPUs have between them
  bool operator==(const Wires&) const = default;
};

}  // namespace treering::sim::cost::terms
