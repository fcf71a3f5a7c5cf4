// Cluster files: a node, how many of it, and the fabric between them (docs/topologies.md).
//
//   node: dgx-h100
//   count: 32
//   fabric:
//     kind: fat_tree
//     oversubscription: 2
//     nodes_per_leaf: 16
//
// Nodes may differ: hw/formats/cluster/other_nodes.h.
//
// The fabric may also come from a file (fabric: {file: fabric.txt}); hosts: then names the hosts to
// use, in Slurm's short form.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "core/topology/cluster.h"
#include "hw/formats/cluster/other_nodes.h"
#include "hw/formats/cluster/yaml_mapping.h"

namespace treering::hw::formats::cluster {

/// A cluster file has a dozen lines; a far longer text is something else.
inline constexpr std::size_t kMaxClusterYamlBytes = std::size_t{64} << 10U;

/// The content of the file; the node is not loaded yet.
struct ClusterSpec {
  std::string node;  // built-in name, or a path as written
  Position node_at;
  int count = 1;
  bool has_count = false;
  std::vector<std::string> hosts;  // by name; empty when not said
  Position hosts_at;
  core::Fabric fabric;      // with fabric_file, only what overrides that file
  std::string fabric_file;  // a path as written; empty for none
  Position fabric_file_at;
  std::vector<std::string> fabric_fields;  // that are given
  NodesThatDiffer nodes;
};

/// Whether `text` has the keys of a cluster file.
bool is_cluster_yaml(std::string_view text);

/// `file` names the source in errors, which carry line and column.
core::Result<ClusterSpec> parse_cluster_yaml(const std::string& text, const std::string& file);

/// Names of machines, built-in or paths, and the path of the fabric, as written.
std::vector<std::string> names_in(const ClusterSpec& spec);

/// The text of a cluster file. \param nodes built-in names or paths, by class of nodes
std::string format_cluster_yaml(const core::Cluster& cluster,
                                const std::vector<std::string_view>& nodes);

}  // namespace treering::hw::formats::cluster
