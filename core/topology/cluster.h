// Nodes behind a fabric, and the classes of nodes that differ.
#pragma once

#include <string>
#include <vector>

#include "core/topology/topology.h"

namespace treering::core {

// Nodes behind a fabric, which every command works on: equal ones, but for classes of nodes that
// differ from the others. A single node is a cluster of one.

enum class FabricKind { Unspecified, SingleSwitch, FatTree, RailOptimised, Dragonfly };

/// Under which leaf switches the nodes of a job are, in the order of their numbers.
struct NodeOrder {
  enum class Kind {
    Sorted,     // leaf by leaf, as launchers that know the switches number them
    Scattered,  // each next node under another leaf
    Unknown,
    Listed
  };
  Kind kind = Kind::Sorted;
  std::vector<int> leaves = {};  // Listed: the leaf of each node, numbered from 0
  bool operator==(const NodeOrder&) const = default;
};

/// How the network connects the nodes' ports. Port speeds are in the node's NicPorts.
///
/// A leaf switch has the ports of its nodes, and uplinks to the other leaves. With rails it has one
/// port of each of its nodes, and a group of leaves, one for each rail, has all of their ports. In
/// a dragonfly a group of switches takes the place of a leaf, and its links to other groups that of
/// uplinks.
struct Fabric {
  FabricKind kind = FabricKind::Unspecified;
  LinkKind link = LinkKind::InfiniBand;
  double oversubscription = 1.0;  // down : up bandwidth of a leaf, >= 1
  int nodes_per_leaf = 0;         // with rails, of a group of leaves; 0 = all under one
  Duration hop_latency;           // one switch traversal; zero when unknown
  Origin origin;
  NodeOrder order = {};
  bool operator==(const Fabric&) const = default;
};

/// Whether the kind has leaf switches, or groups, with uplinks.
bool has_leaves(FabricKind kind);

/// Of each node of a job the number of its leaf. Nodes of unknown order are as if scattered, which
/// asks most of uplinks; those beyond a list are under leaves of their own, sorted. Empty where all
/// are under one leaf.
std::vector<int> leaves_by_node(const Fabric& fabric, int nodes);

/// Nodes that are like each other, and not like the others of their cluster.
struct NodeClass {
  Topology node;
  std::vector<int> nodes;  // their numbers from 0 on, ascending
  bool operator==(const NodeClass&) const = default;
};

/// Functions on classes stand below.
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

// The classes of nodes of a cluster: which node has which topology.

inline bool is_even(const Cluster& cluster) {
  return cluster.others.empty();
}

/// Of every node the number of its class: 0 is Cluster::node, k is others[k - 1]. Empty for equal
/// nodes.
std::vector<int> classes_by_node(const Cluster& cluster);

/// By class. Refers to `cluster`.
std::vector<const Topology*> topologies_of(const Cluster& cluster);
std::vector<Topology*> topologies_of(Cluster& cluster);

/// \pre 0 <= node < cluster.node_count
const Topology& topology_of(const Cluster& cluster, int node);

/// The numbers of the nodes of a class, ascending. \pre the class exists
std::vector<int> nodes_of_class(const Cluster& cluster, int number);

/// The cluster in which these nodes have that topology; nodes with equal topologies are one class.
/// \pre 0 <= node < cluster.node_count
Cluster with_nodes(Cluster cluster, const std::vector<int>& nodes, Topology topology);
Cluster with_node(Cluster cluster, int node, Topology topology);

/// The first `nodes` of the cluster's nodes; beyond node_count further ones like Cluster::node.
/// A number that no cluster can have leaves equal nodes, for check_size to refuse.
Cluster of_size(Cluster cluster, int nodes);

/// The cluster of these nodes alone, in this order. \pre there are some, and the cluster has them
Cluster part_of(const Cluster& cluster, const std::vector<int>& nodes);

/// Classes that have become equal are one. For who has changed topologies.
Cluster merged(Cluster cluster);

/// Fails unless the nodes have equally many GPUs of one kind. `where` names the source.
Result<void> check_classes(const Cluster& cluster, const std::string& where);

// How nodes are joined, in words.

/// "fat tree of InfiniBand, 2 : 1 oversubscribed, 16 nodes per leaf switch, 0.30 us per hop"; empty
/// when unknown.
std::string fabric_text(const Fabric& fabric);

/// "nodes sorted by leaf switch": in which order nodes are under leaf switches, without what that
/// rests on; empty where the job has no uplinks.
std::string order_text(const Cluster& cluster);

/// "3", "1-4, 7".
std::string number_ranges(const std::vector<int>& ascending);

/// "node 3 differs", "nodes 1-4, 7 differ".
std::string differing_text(const NodeClass& nodes);

}  // namespace treering::core
