// Equal nodes behind a fabric, which every command works on. A single node is a cluster of one.
#pragma once

#include <string>

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

struct Cluster {
  Topology node;
  int node_count = 1;
  Fabric fabric;
  bool operator==(const Cluster&) const = default;
};

/// The largest job that we predict: 8 times as many GPUs as Frontier has, and models fit into
/// memory.
inline constexpr int kMaxRanks = 1 << 18;

/// Fails when node_count, or the number of ranks that follows from it, is absurd. `where` names the
/// source.
Result<void> check_size(const Cluster& cluster, const std::string& where);

}  // namespace treering::core
