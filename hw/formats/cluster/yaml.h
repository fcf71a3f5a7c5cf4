// Cluster files in YAML: the part of YAML that they need, the nodes that differ, and the whole file
// as a value.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "core/topology/cluster.h"

namespace treering::hw::formats::cluster {

// The part of YAML that a cluster file needs: mappings of scalars, with the place of each.
//
// Lists, anchors, aliases, tags, second documents and repeated keys are refused where they stand,
// so that no text grows while it is read (alias bombs) or has two meanings.

/// Counted from 1, as in editors.
struct Position {
  int line = 1;
  int column = 1;
};

struct YamlEntry {
  std::string key;
  Position key_at;
  Position value_at;
  bool is_mapping = false;
  std::string scalar;              // as written, without quotes; empty for null
  std::vector<YamlEntry> entries;  // of a mapping
};

/// "cluster.yaml:3:5".
std::string place_in(const std::string& file, Position at);

/// The entries of the one mapping that `text` is; none when it is empty. `file` names the source in
/// errors. Mappings nest at most two deep.
core::Result<std::vector<YamlEntry>> parse_yaml_mapping(const std::string& text,
                                                        const std::string& file);

// The nodes of a cluster file that differ from the others.
//
//   other_nodes:
//     12-15: four-adapters.json
//   without:
//     3, 7-9: mlx5_0, GPU 0-NVSwitch

/// "3, 7-9", ascending; nothing where it is something else.
std::optional<std::vector<int>> numbers_in(std::string_view text);

struct NodesEntry {
  std::vector<int> nodes;  // by number from 0 on, ascending
  Position nodes_at;
  std::string value;  // a built-in name or a path; devices, as core/topology/part.h takes them
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

// Cluster files: a node, how many of it, and the fabric between them (docs/topologies.md).
//
//   node: dgx-h100
//   count: 32
//   nics: mlx5_0,mlx5_3
//   fabric:
//     kind: fat_tree
//     oversubscription: 2
//     nodes_per_leaf: 16
//     order: sorted
//
// Nodes may differ, as below.
//
// The fabric may also come from a file (fabric: {file: fabric.txt}); hosts: then names the hosts to
// use, in Slurm's short form.

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
  std::string nics;         // names as in NCCL_IB_HCA, or a number; empty for all
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

/// The line of a cluster file that names the adapters of its jobs.
std::string nics_line(std::string_view nics);

/// The text of a cluster file. \param nodes built-in names or paths, by class of nodes
std::string format_cluster_yaml(const core::Cluster& cluster,
                                const std::vector<std::string_view>& nodes);

}  // namespace treering::hw::formats::cluster
