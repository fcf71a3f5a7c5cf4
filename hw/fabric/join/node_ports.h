// Compares the network ports of a node with those of a host in a fabric: which of them correspond,
// and whether they are alike.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/topology/topology.h"
#include "hw/fabric/analysis/hosts.h"

namespace treering::hw::fabric::join {

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

}  // namespace treering::hw::fabric::join
