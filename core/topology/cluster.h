// Equal nodes behind a fabric: what every command works on. One node is a cluster of one.
#pragma once

#include <string>

#include "core/topology/topology.h"

namespace treering::core {

enum class FabricKind { Unspecified, SingleSwitch, FatTree, RailOptimised };

/// How the nodes' ports meet. Port speeds stay with the node's NicPorts.
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

/// The largest job that we predict: 8 times Frontier's GPUs, and models stay within memory.
inline constexpr int kMaxRanks = 1 << 18;

/// Errors when node_count or the ranks that follow from it are absurd. `where` names the source.
Result<void> check_size(const Cluster& cluster, const std::string& where);

}  // namespace treering::core
