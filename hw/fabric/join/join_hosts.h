// Joins hosts of a fabric to the node of a cluster: the ports that correspond, the part of the
// fabric between the hosts, and the nodes that they make.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/result.h"
#include "core/topology/cluster.h"
#include "core/topology/topology.h"
#include "hw/fabric/analysis/fat_tree.h"
#include "hw/fabric/analysis/hosts.h"
#include "hw/fabric/graph.h"

namespace treering::hw::fabric::join {

// Compares the network ports of a node with those of a host in a fabric: which of them correspond,
// and whether they are alike.

/// The ports of one host of a node; each host of an NVLink domain has as many.
struct NodePorts {
  int hosts = 1;  // of the node
  std::vector<std::string> names;
  std::vector<std::uint64_t> guids;  // those that are known
  std::int64_t mbps = 0;             // what most of them carry; 0 when unknown

  [[nodiscard]] std::size_t count() const { return names.size(); }
};

NodePorts ports_of(const core::Topology& node);

/// Ports of a host by number and rate: "8 ports of 400 Gbit/s", "1 port".
struct PortSet {
  std::size_t count = 0;
  std::int64_t mbps = 0;  // what most carry; 0 when unknown
  bool operator==(const PortSet&) const = default;
};
std::string text_of(const PortSet& set);

/// The host's ports that correspond to the node's: by name, else by rate, else all.
std::vector<analysis::HostPort> matching_ports(const analysis::FabricHost& host,
                                               const NodePorts& node, const FabricGraph& graph);
PortSet port_set(const std::vector<analysis::HostPort>& ports, const FabricGraph& graph);

/// Whether a host may be such a node: as many ports at the same rate, as far as both are known.
bool are_alike(const PortSet& host, const NodePorts& node, const FabricGraph& graph);

/// Whether the adapter has one of the GUIDs, its own or that of its system, in either byte order:
/// NCCL writes them as verbs has them.
bool has_guid(const FabricNode& adapter, const std::vector<std::uint64_t>& guids);

// The part of a fabric that some hosts use: their ports, the leaves of these, and the switches
// above, up to the lowest level where one switch reaches all of these leaves.

/// `ports` of adapters, by cable; `tree` is that of the whole fabric. Other ports of the same
/// adapters are left out. Nodes and cables keep their order.
FabricGraph part_of(const FabricGraph& graph, const analysis::FatTree& tree,
                    const std::vector<analysis::HostPort>& ports);

// Finds the hosts of a fabric that are the node of a cluster: which hosts, how many nodes they
// make, and the fabric between them.

struct WantedHosts {
  std::string file;                // that the fabric was read from, for messages and origins
  std::vector<std::string> names;  // empty: all that may be such a node
  std::optional<int> count;        // of nodes; empty: as many as there are hosts
};

struct JoinedHosts {
  core::Fabric fabric;  // kind Unspecified where it is no fat tree
  int node_count = 0;
  std::vector<core::Diagnostic> notes;
};

/// Finds hosts by name ("node01" is also "node01.example.org"); without names, by the GUIDs of the
/// node's ports, which name one host and so its kind, else by number and rate of ports. Notes hosts
/// that do not match. Fails where none matches, a named one is missing, or hosts are fewer than
/// nodes.
core::Result<JoinedHosts> join_hosts(const core::Topology& node, const FabricGraph& graph,
                                     const WantedHosts& wanted);

}  // namespace treering::hw::fabric::join
