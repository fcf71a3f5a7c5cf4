// Cluster files: a node, how many of it, and the fabric between them (docs/topologies.md).
//
//   node: dgx-h100
//   count: 32
//   fabric:
//     kind: fat_tree
//     oversubscription: 2
//     nodes_per_leaf: 16
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/cluster.h"
#include "core/result.h"
#include "hw/formats/yaml_mapping.h"

namespace treering::hw {

/// A cluster file has a dozen lines; what is far longer is something else.
inline constexpr std::size_t kMaxClusterYamlBytes = std::size_t{64} << 10U;

/// What the file says; the node is not loaded yet.
struct ClusterSpec {
  std::string node;  // built-in name, or a path as written
  Position node_at;
  int count = 1;
  core::Fabric fabric;
};

/// Whether `text` has the keys of a cluster file.
bool is_cluster_yaml(std::string_view text);

/// `file` names the source in errors, which carry line and column.
core::Result<ClusterSpec> parse_cluster_yaml(const std::string& text, const std::string& file);

/// The text of a cluster file; `node` is a built-in name or a path.
std::string format_cluster_yaml(const core::Cluster& cluster, std::string_view node);

}  // namespace treering::hw
