// Format "yaml": cluster files.
#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/topology/cluster.h"
#include "hw/builtin.h"
#include "hw/fabric/join/join_hosts.h"
#include "hw/fabric/kinds.h"
#include "hw/fabric/node_order.h"
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

/// What is said of a fabric whose kind nobody says: nothing can follow from it.
void leave_out_fields(const cluster::ClusterSpec& spec, LoadedCluster& loaded) {
  loaded.cluster.fabric = {};
  std::vector<std::string_view> fields;
  for (const std::string& field : spec.fabric_fields) {
    if (field != "file" && field != "source") fields.push_back(field);
  }
  if (fields.empty()) return;
  loaded.notes.push_back(
      {core::Severity::Warning, spec.fabric_file,
       fmt::format("does not show what kind of fabric it is, so that {} {} left out; expected "
                   "'kind: ' with one of {} beside 'file: '",
                   fmt::join(fields, ", "), fields.size() == 1 ? "is" : "are",
                   fmt::join(fabric::fabric_kind_names(), ", "))});
}

/// The fields beside `file:` override the file.
void overlay(const cluster::ClusterSpec& spec, LoadedCluster& loaded) {
  core::Fabric& fabric = loaded.cluster.fabric;
  const core::Fabric& said = spec.fabric;
  for (const std::string& field : spec.fabric_fields) {
    if (field == "kind") fabric.kind = said.kind;
    if (field == "link") fabric.link = said.link;
    if (field == "oversubscription") fabric.oversubscription = said.oversubscription;
    if (field == "nodes_per_leaf") fabric.nodes_per_leaf = said.nodes_per_leaf;
    if (field == "hop_latency_us") fabric.hop_latency = said.hop_latency;
    if (field == "source") fabric.origin = said.origin;
    if (field == "order") fabric.order = said.order;
  }
  if (fabric.kind == core::FabricKind::Unspecified) return leave_out_fields(spec, loaded);
  if (fabric.kind != core::FabricKind::SingleSwitch) return;
  fabric.oversubscription = 1;
  fabric.nodes_per_leaf = 0;
  fabric.order = {};
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
  overlay(spec, loaded);
  return fabric::check_order(loaded.cluster.fabric, spec.fabric_file);
}

core::Result<void> check_numbers(const core::Cluster& cluster, const std::string& file) {
  if (auto done = core::check_size(cluster, file); !done) return done;
  return fabric::check_length(cluster.fabric.order, cluster.node_count, file + ": order");
}

/// A cluster file, and what loads the files that it names.
struct ClusterSource {
  const Source& source;
  const NodeLoader& load;
};

core::Result<void> add_other_nodes(const cluster::ClusterSpec& spec, const ClusterSource& from,
                                   LoadedCluster& loaded) {
  const std::string& path = from.source.path;
  const auto load = [&](const cluster::NodesEntry& entry) -> core::Result<core::Topology> {
    auto node = from.load.node(entry.value);
    if (!node) return named_by(cluster::place_in(path, entry.value_at), node.error());
    std::ranges::move(node->notes, std::back_inserter(loaded.notes));
    if (!loaded.host.nvlinks_unknown) loaded.host.nvlinks_unknown = node->host.nvlinks_unknown;
    return std::move(node->cluster.node);
  };
  auto applied = cluster::apply(spec.nodes, std::move(loaded.cluster), load, path);
  if (!applied) return core::fail(applied.error());
  loaded.cluster = *std::move(applied);
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
  if (auto done = check_numbers(node->cluster, source.path); !done) {
    return core::fail(done.error());
  }
  if (auto done = add_other_nodes(*spec, {source, load_node}, *node); !done) {
    return core::fail(done.error());
  }
  node->nics = spec->nics;
  return node;
}

core::Result<std::string> write_yaml(const core::Cluster& cluster) {
  std::vector<std::string_view> names;
  for (const core::Topology* const node : topologies_of(cluster)) {
    names.push_back(builtin_equal_to(*node));
  }
  if (std::ranges::find(names, "") == names.end()) {
    return cluster::format_cluster_yaml(cluster, names);
  }
  return core::usage_error("format yaml", "a node that is not a built-in topology",
                           "a cluster file names its node",
                           "write json instead, or write the node as json and name that file");
}

}  // namespace treering::hw::formats
