#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "core/topology/cluster.h"
#include "core/topology/names.h"
#include "hw/fabric/kinds.h"
#include "hw/fabric/node_order.h"
#include "hw/formats/cluster/yaml.h"

namespace treering::hw::formats::cluster {
namespace {

using core::Fabric;
using core::FabricKind;

/// Between double quotes, in which YAML knows JSON's escapes.
std::string in_yaml_quotes(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    if (static_cast<unsigned char>(c) < ' ') {
      quoted += fmt::format("\\x{:02x}", c);
    } else {
      quoted += c;
    }
  }
  return quoted + '"';
}

}  // namespace

std::string nics_line(std::string_view nics) {
  return fmt::format("nics: {}\n", in_yaml_quotes(nics));
}

std::string format_cluster_yaml(const core::Cluster& cluster,
                                const std::vector<std::string_view>& nodes) {
  std::string text =
      fmt::format("node: {}\ncount: {}\n", in_yaml_quotes(nodes.front()), cluster.node_count);
  if (!cluster.others.empty()) text += "other_nodes:\n";
  for (std::size_t i = 0; i < cluster.others.size(); ++i) {
    text += fmt::format("  {}: {}\n", core::number_ranges(cluster.others[i].nodes),
                        in_yaml_quotes(nodes[i + 1]));
  }
  const Fabric& fabric = cluster.fabric;
  if (fabric.kind == FabricKind::Unspecified) return text;
  text += fmt::format("fabric:\n  kind: {}\n  link: {}\n", fabric::name_of(fabric.kind),
                      core::name_of(fabric.link));
  if (fabric.kind != FabricKind::SingleSwitch) {
    text += fmt::format("  oversubscription: {}\n", fabric.oversubscription);
    if (fabric.nodes_per_leaf > 0) {
      text += fmt::format("  nodes_per_leaf: {}\n", fabric.nodes_per_leaf);
    }
  }
  if (fabric.order != core::NodeOrder{}) {
    text += fmt::format("  order: {}\n", in_yaml_quotes(fabric::text_of(fabric.order)));
  }
  if (fabric.hop_latency > core::Duration()) {
    text += fmt::format("  hop_latency_us: {}\n", fabric.hop_latency.in_us());
  }
  if (!fabric.origin.source.empty()) {
    text += fmt::format("  source: {}\n", in_yaml_quotes(fabric.origin.source));
  }
  return text;
}

}  // namespace treering::hw::formats::cluster
