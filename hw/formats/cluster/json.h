// Our JSON form of a cluster, schema "treering.cluster/1" (docs/topologies.md).
//
//   {"schema": "treering.cluster/1", "node_count": 32,
//    "fabric": {"kind": "fat_tree", "link": "infiniband", "oversubscription": 2,
//               "nodes_per_leaf": 16, "hop_latency_us": 0.3, "order": "0*16, 1*16",
//               "origin": {"kind": "file", "source": "site plan, page 3"}},
//    "node": {"schema": "treering.topology/1", ...}}
#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "core/host_state/host_state.h"
#include "core/json/fields.h"
#include "core/result.h"
#include "core/topology/cluster.h"

namespace treering::hw::formats::cluster {

inline constexpr std::string_view kClusterSchema = "treering.cluster/1";

struct JsonCluster {
  core::Cluster cluster;
  core::HostState host;  // the field "host" of the machine
};

/// Takes either schema: one machine is a cluster of one. `where` names the source in errors.
core::Result<JsonCluster> read_cluster_json(std::string_view text, const std::string& where);

/// The same without the state of the machine.
core::Result<core::Cluster> cluster_from_json(std::string_view text, const std::string& where);

/// The object under "fabric" of a text, as fabric_to_json() writes it.
core::Fabric read_fabric(const nlohmann::ordered_json& value, core::FirstProblem& problem);
nlohmann::ordered_json fabric_to_json(const core::Fabric& fabric);

/// Only the machine where it is one node without a fabric. Ends with a line break.
std::string cluster_to_json(const core::Cluster& cluster);

}  // namespace treering::hw::formats::cluster
