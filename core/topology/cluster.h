// Nodes behind a fabric, which every command works on: equal ones, but for classes of nodes that
// differ from the others. A single node is a cluster of one.
#pragma once

#include <string>
#include <vector>

#include "core/topology/topology.h"

namespace treering::core {

enum class FabricKind { Unspecified, SingleSwitch, FatTree, RailOptimised };

/// How the network connects the nodes' ports. Port speeds are in the node's NicPorts.
struct Fabric {
  FabricKind kind = FabricKind::Unspecified;
  LinkKind link = LinkKind::InfiniBand;
  double oversubscription = 1.0;  // two-level fat tree: down : up bandwidth of a leaf, >= 1
  int nodes_per_leaf = 0;         // fat tree and rails; 0 = all under one
  Duration hop_latency;           // one switch traversal; zero when unknown
  Origin origin;
  bool operator==(const Fabric&) const = default;
};

/// Nodes that are like each other, and not like the others of their cluster.
struct NodeClass {
  Topology node;
  std::vector<int> nodes;  // their numbers from 0 on, ascending
  bool operator==(const NodeClass&) const = default;
};

/// Functions on classes: core/topology/node_classes.h.
struct Cluster {
  Topology node;  // each node that is in none of `others`; there is at least one
  int node_count = 1;
  Fabric fabric;
  std::vector<NodeClass> others = {};  // by first number; no node is in two; equal nodes: empty
  bool operator==(const Cluster&) const = default;
};

/// The largest job that we predict: 8 times as many GPUs as Frontier has, and models fit into
/// memory.
inline constexpr int kMaxRanks = 1 << 18;

/// Fails when node_count, or the number of ranks that follows from it, is absurd. `where` names the
/// source.
Result<void> check_size(const Cluster& cluster, const std::string& where);

}  // namespace treering::core
