// The rates of a machine's wires: between pairs of GPUs, between leaf switches, and all that the
// terms of a call need.
#pragma once

#include "core/topology/cluster.h"

namespace treering::sim::cost::terms {

// What a call's messages ask of links, in closed form: sim/links works it out from NCCL's
// connections.

/// The link that takes longest for its part of a call.
struct BusiestLink {
  double share = 0;      // of the size, that crosses it one way
  double gb_per_s = 0;   // its rate; 0: no link's rate is known
  bool is_port = false;  // of an adapter; else it is a wire of the machine
  double ns_per_byte() const { return gb_per_s > 0 ? share / gb_per_s : 0; }
  bool operator==(const BusiestLink&) const = default;
};

/// The one that takes longer; of equals the port.
BusiestLink slower(const BusiestLink& a, const BusiestLink& b);

/// Messages between pairs of ranks.
struct PairLoad {
  BusiestLink inside;   // of the links on which they stay in a node
  BusiestLink outside;  // of those by which they leave it, or enter it
  double by_proxy = 0;  // of the size, that the proxy of one GPU sends at most
  int channels = 0;     // of a message, at most; 0: as many as it wants
  bool operator==(const PairLoad&) const = default;
};

/// The ways of an algorithm's connections between nodes.
struct NetworkWays {
  double gb_per_s = 0;   // out of a node where its busiest link is full; 0: no rate is known
  int nets = 0;          // over which they leave it
  int senders = 0;       // GPUs of a node whose proxies send
  bool is_port = false;  // the busiest link is one of an adapter; else of the machine before it
  bool operator==(const NetworkWays&) const = default;
};

// The network between the leaf switches of a fabric, as one job uses it. Nodes are numbered leaf by
// leaf, as launchers that know the switches number them.

/// It has no effect while `leaves` is 1: all nodes are under one switch.
struct Spine {
  int leaves = 1;
  int nodes_per_leaf = 0;      // those under the last leaf may be fewer
  double per_leaf = 0;         // GB/s that a leaf, or all rails of one, passes up, and down
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
  double per_node = 0;      // out of it, over the network; 0 on one node
  bool is_port = false;     // what limits that is an adapter's port
  double full_per_gpu = 0;  // all links of a GPU that the job can use; 0: unknown
  PairLoad pairs;           // for messages between pairs
  bool operator==(const Wires&) const = default;
};

}  // namespace treering::sim::cost::terms
