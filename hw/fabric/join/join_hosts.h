// Joins the hosts of a fabric to the node that a cluster is made of: which hosts they are, how many
// nodes that makes, and the fabric between just these.
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

/// Hosts by name ("node01" is also "node01.example.org"); without names, by the GUIDs of the node's
/// ports, which name one host and so its kind, else by number and rate of their ports. What does
/// not match is noted. Fails where no host does, where one is not there, or where there are fewer
/// hosts than nodes.
core::Result<JoinedHosts> join_hosts(const core::Topology& node, const FabricGraph& graph,
                                     const WantedHosts& wanted);

}  // namespace treering::hw::fabric::join
