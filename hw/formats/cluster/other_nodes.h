// The nodes of a cluster file that differ from the others.
//
//   other_nodes:
//     12-15: four-adapters.json
//   without:
//     3, 7-9: mlx5_0, GPU 0-NVSwitch
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "core/topology/cluster.h"
#include "hw/formats/cluster/yaml_mapping.h"

namespace treering::hw::formats::cluster {

/// "3, 7-9", ascending; nothing where it is something else.
std::optional<std::vector<int>> numbers_in(std::string_view text);

struct NodesEntry {
  std::vector<int> nodes;  // by number from 0 on, ascending
  Position nodes_at;
  std::string
      value;  // a built-in name or a path; devices, as core/topology/down_parts.h takes them
  Position value_at;
};

/// Of `other_nodes:` or `without:`. No node is named twice.
core::Result<std::vector<NodesEntry>> read_nodes_entries(const YamlEntry& mapping,
                                                         const std::string& file);

struct NodesThatDiffer {
  std::vector<NodesEntry> others;
  std::vector<NodesEntry> without;
};

using LoadTopology = std::function<core::Result<core::Topology>(const NodesEntry&)>;

/// The cluster with these nodes changed: first those of another kind, then what is missing. Fails
/// where it has no such node or device, and where its nodes would have other GPUs. `file` names the
/// source.
core::Result<core::Cluster> apply(const NodesThatDiffer& nodes, core::Cluster cluster,
                                  const LoadTopology& load, const std::string& file);

}  // namespace treering::hw::formats::cluster
