// Format "yaml": cluster files.
#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "hw/builtin.h"
#include "hw/fabric/join/join_hosts.h"
#include "hw/formats/cluster/yaml.h"
#include "hw/formats/first_bytes.h"
#include "hw/formats/format.h"

namespace treering::hw::formats {
namespace {

/// The built-in that a node is; empty when it is none.
std::string_view builtin_equal_to(const core::Topology& node) {
  for (const std::string_view name : builtin_names()) {
    const auto builtin = load_builtin(name);
    if (builtin && builtin->fingerprint() == node.fingerprint()) return name;
  }
  return {};
}

/// An error about a file that a cluster file names at `place`.
core::Failure named_by(const std::string& place, core::Error error) {
  error.where = error.where.empty() ? place : place + ": " + error.where;
  error.category = core::Category::BadInput;
  return core::fail(std::move(error));
}

/// The fields beside `file:` override the file.
void overlay(const cluster::ClusterSpec& spec, core::Fabric& fabric) {
  const core::Fabric& said = spec.fabric;
  for (const std::string& field : spec.fabric_fields) {
    if (field == "kind") fabric.kind = said.kind;
    if (field == "link") fabric.link = said.link;
    if (field == "oversubscription") fabric.oversubscription = said.oversubscription;
    if (field == "nodes_per_leaf") fabric.nodes_per_leaf = said.nodes_per_leaf;
    if (field == "hop_latency_us") fabric.hop_latency = said.hop_latency;
    if (field == "source") fabric.origin = said.origin;
  }
  if (fabric.kind != core::FabricKind::SingleSwitch) return;
  fabric.oversubscription = 1;
  fabric.nodes_per_leaf = 0;
}

core::Result<void> join_fabric(const cluster::ClusterSpec& spec, const NodeLoader& load,
                               LoadedCluster& loaded) {
  auto text = load.fabric(spec.fabric_file);
  if (!text) return core::fail(text.error());
  fabric::join::WantedHosts wanted{spec.fabric_file, spec.hosts, std::nullopt};
  if (spec.has_count) wanted.count = spec.count;
  auto joined = fabric::join::join_hosts(loaded.cluster.node, text->graph, wanted);
  if (!joined) return core::fail(joined.error());
  std::ranges::move(text->notes, std::back_inserter(loaded.notes));
  std::ranges::move(joined->notes, std::back_inserter(loaded.notes));
  loaded.cluster.node_count = joined->node_count;
  loaded.cluster.fabric = std::move(joined->fabric);
  overlay(spec, loaded.cluster.fabric);
  return {};
}

}  // namespace

bool is_yaml(std::string_view text) {
  return cluster::is_cluster_yaml(head_of(text));
}

core::Result<LoadedCluster> read_yaml(const Source& source, const NodeLoader& load_node) {
  if (!load_node.node)
    return core::bad_input(source.path, "a cluster file", "expected one machine");
  auto spec = cluster::parse_cluster_yaml(source.text, source.path);
  if (!spec) return core::fail(spec.error());
  auto node = load_node.node(spec->node);
  if (!node) return named_by(cluster::place_in(source.path, spec->node_at), node.error());
  node->cluster.node_count = spec->count;
  node->cluster.fabric = spec->fabric;
  if (!spec->fabric_file.empty()) {
    if (auto done = join_fabric(*spec, load_node, *node); !done) {
      return named_by(cluster::place_in(source.path, spec->fabric_file_at), done.error());
    }
  }
  if (auto done = core::check_size(node->cluster, source.path); !done) {
    return core::fail(done.error());
  }
  return node;
}

core::Result<std::string> write_yaml(const core::Cluster& cluster) {
  const std::string_view node = builtin_equal_to(cluster.node);
  if (!node.empty()) return cluster::format_cluster_yaml(cluster, node);
  return core::usage_error("format yaml", "a node that is not a built-in topology",
                           "a cluster file names its node",
                           "write json instead, or write the node as json and name that file");
}

}  // namespace treering::hw::formats
