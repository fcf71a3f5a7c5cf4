// Format "yaml": cluster files.
#include <utility>

#include "hw/builtin.h"
#include "hw/formats/cluster_yaml.h"
#include "hw/formats/first_bytes.h"
#include "hw/formats/format.h"

namespace treering::hw {
namespace {

/// The built-in that a node is; empty when it is none.
std::string_view builtin_equal_to(const core::Topology& node) {
  for (const std::string_view name : builtin_names()) {
    const auto builtin = load_builtin(name);
    if (builtin && builtin->fingerprint() == node.fingerprint()) return name;
  }
  return {};
}

}  // namespace

bool is_yaml(std::string_view text) {
  return is_cluster_yaml(head_of(text));
}

core::Result<LoadedCluster> read_yaml(const Source& source, const NodeLoader& load_node) {
  if (!load_node) return core::bad_input(source.path, "a cluster file", "expected one machine");
  auto spec = parse_cluster_yaml(source.text, source.path);
  if (!spec) return core::fail(spec.error());
  auto node = load_node(spec->node);
  const std::string place = place_in(source.path, spec->node_at);
  if (!node) {
    core::Error error = node.error();
    error.where = error.where.empty() ? place : place + ": " + error.where;
    error.category = core::Category::BadInput;
    return core::fail(std::move(error));
  }
  node->cluster.node_count = spec->count;
  node->cluster.fabric = std::move(spec->fabric);
  if (auto done = core::check_size(node->cluster, source.path); !done) {
    return core::fail(done.error());
  }
  return node;
}

core::Result<std::string> write_yaml(const core::Cluster& cluster) {
  const std::string_view node = builtin_equal_to(cluster.node);
  if (!node.empty()) return format_cluster_yaml(cluster, node);
  return core::usage_error("format yaml", "a node that is no built-in topology",
                           "a cluster file names its node",
                           "write json instead, or write the node as json and name that file");
}

}  // namespace treering::hw
