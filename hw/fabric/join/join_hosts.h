// Finds the hosts of a fabric that are the node of a cluster: which hosts, how many nodes they
// make, and the fabric between them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/diagnostic.h"
#include "core/topology/cluster.h"
#include "hw/fabric/graph.h"

namespace treering::hw::fabric::join {

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
