#include "hw/formats/cluster/json.h"

#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/host_state/json.h"
#include "core/json/fields.h"
#include "core/json/values.h"
#include "core/text/quote.h"
#include "core/topology/checks.h"
#include "core/topology/cluster.h"
#include "core/topology/json.h"
#include "core/topology/names.h"
#include "hw/fabric/kinds.h"
#include "hw/fabric/node_order.h"
#include "hw/formats/cluster/yaml.h"

namespace treering::hw::formats::cluster {
namespace {

using core::Cluster;
using core::Fabric;
using core::FirstProblem;
using core::JsonFields;
using core::Origin;
using core::Result;
using Json = nlohmann::ordered_json;

Origin read_origin(const Json& value, std::string pointer, FirstProblem& problem) {
  JsonFields fields(value, std::move(pointer), problem);
  Origin origin;
  fields.require("kind");
  origin.kind = fields.one_of("kind", Origin::Kind::Assumed, core::parse_origin_kind);
  origin.source = fields.text("source");
  fields.refuse_unknown();
  return origin;
}

/// An entry of "other_nodes".
Result<Cluster> with_other(Cluster cluster, const Json& value, const std::string& pointer,
                           FirstProblem& problem) {
  JsonFields fields(value, pointer, problem);
  fields.require("nodes");
  fields.require("node");
  const auto nodes = numbers_in(fields.text("nodes"));
  const Json* node = fields.value("node");
  fields.refuse_unknown();
  const bool are_there = nodes && nodes->back() < cluster.node_count;
  if (!problem.any() && !are_there) {
    fields.problem(
        "nodes", core::in_quotes(fields.text("nodes")),
        fmt::format("expected numbers of nodes such as 3, 7-9, below {}", cluster.node_count));
  }
  if (problem.any()) return core::fail(problem.error());
  auto topology = core::read_topology(*node, pointer + "/node", problem);
  if (!topology) return core::fail(topology.error());
  return with_nodes(std::move(cluster), *nodes, *std::move(topology));
}

Result<Cluster> with_others(Cluster cluster, const Json& others, FirstProblem& problem) {
  for (std::size_t i = 0; i < others.size(); ++i) {
    auto next =
        with_other(std::move(cluster), others[i], fmt::format("/other_nodes/{}", i), problem);
    if (!next) return next;
    cluster = *std::move(next);
  }
  if (auto done = core::check_classes(cluster, "/other_nodes"); !done) {
    problem.note(done.error());
    return core::fail(problem.error());
  }
  return cluster;
}

Result<Cluster> read_cluster(const Json& root, FirstProblem& problem) {
  JsonFields fields(root, "", problem);
  Cluster cluster;
  fields.value("schema");
  fields.require("node");
  cluster.node_count = fields.integer("node_count", cluster.node_count);
  if (const Json* fabric = fields.value("fabric")) cluster.fabric = read_fabric(*fabric, problem);
  const Json* node = fields.value("node");
  const Json* others = fields.array("other_nodes");
  fields.refuse_unknown();
  if (problem.any()) return core::fail(problem.error());
  auto topology = core::read_topology(*node, "/node", problem);
  if (!topology) return core::fail(topology.error());
  cluster.node = *std::move(topology);
  for (const auto& done :
       {core::check_size(cluster, "/node_count"),
        fabric::check_length(cluster.fabric.order, cluster.node_count, "/fabric/order")}) {
    if (done) continue;
    problem.note(done.error());
    return core::fail(problem.error());
  }
  if (others == nullptr) return cluster;
  return with_others(std::move(cluster), *others, problem);
}

Result<Cluster> read_machine(const Json& root, FirstProblem& problem) {
  auto node = core::read_topology(root, "", problem);
  if (!node) return core::fail(node.error());
  return Cluster{*std::move(node), 1, {}};
}

/// The host state of a machine that read_topology took; nothing where it has none.
core::HostState read_host(const Json* machine, const std::string& pointer, FirstProblem& problem) {
  const Json* const host = machine == nullptr ? nullptr : core::member_of(*machine, "host");
  if (host == nullptr) return {};
  return core::read_host_state(*host, pointer + "/host", problem);
}

std::string schema_of(const Json& root) {
  const Json* const schema = core::member_of(root, "schema");
  return schema == nullptr ? std::string() : core::text_in(*schema).value_or("");
}

/// Every line but the first one deeper.
std::string indented(const std::string& text) {
  std::string result;
  for (const char c : text) {
    result += c;
    if (c == '\n') result += "  ";
  }
  return result;
}

/// The line of the nodes that differ; empty for none.
std::string others_text(const Cluster& cluster) {
  std::string text;
  for (const core::NodeClass& one : cluster.others) {
    std::string node = core::topology_to_json(one.node);
    while (node.ends_with('\n')) node.pop_back();
    text += fmt::format("{}{{\"nodes\": \"{}\", \"node\": {}}}", text.empty() ? "" : ", ",
                        core::number_ranges(one.nodes), indented(node));
  }
  return text.empty() ? text : fmt::format("  \"other_nodes\": [{}],\n", text);
}

}  // namespace

Result<JsonCluster> read_cluster_json(std::string_view text, const std::string& where) {
  const auto json = core::parse_json(text, where);
  if (!json) return core::fail(json.error());
  FirstProblem problem(where, text);
  const std::string schema = schema_of(*json);
  if (schema != kClusterSchema && !schema.empty() && schema != core::kTopologySchema) {
    problem.note({core::Category::BadInput,
                  "/schema",
                  core::in_quotes(schema),
                  fmt::format("expected '{}' or '{}'", core::kTopologySchema, kClusterSchema),
                  {}});
    return core::fail(problem.error());
  }
  const bool is_cluster = schema == kClusterSchema;
  auto cluster = is_cluster ? read_cluster(*json, problem) : read_machine(*json, problem);
  if (!cluster) return core::fail(cluster.error());
  core::HostState host = is_cluster ? read_host(core::member_of(*json, "node"), "/node", problem)
                                    : read_host(&*json, "", problem);
  if (problem.any()) return core::fail(problem.error());
  return JsonCluster{*std::move(cluster), std::move(host)};
}

Result<Cluster> cluster_from_json(std::string_view text, const std::string& where) {
  auto read = read_cluster_json(text, where);
  if (!read) return core::fail(read.error());
  return std::move(read->cluster);
}

Fabric read_fabric(const Json& value, FirstProblem& problem) {
  JsonFields fields(value, "/fabric", problem);
  Fabric fabric;
  fields.require("kind");
  fabric.kind = fields.one_of("kind", core::FabricKind::Unspecified, fabric::parse_fabric_kind);
  fabric.link = fields.one_of("link", fabric.link, fabric::parse_fabric_link);
  fabric.oversubscription = fields.number("oversubscription", fabric.oversubscription);
  fabric.nodes_per_leaf = fields.integer("nodes_per_leaf", fabric.nodes_per_leaf);
  fabric.hop_latency = core::Duration::from_us(fields.number("hop_latency_us"));
  if (const Json* origin = fields.value("origin")) {
    fabric.origin = read_origin(*origin, "/fabric/origin", problem);
  }
  fabric.order = fields.one_of("order", fabric.order, fabric::parse_node_order);
  fields.refuse_unknown();
  if (auto done = fabric::check_fabric(fabric, "/fabric"); !done) problem.note(done.error());
  if (auto done = core::check_text(fabric.origin.source, "/fabric/origin/source"); !done) {
    problem.note(done.error());
  }
  return fabric;
}

Json fabric_to_json(const Fabric& fabric) {
  const Fabric defaults;
  Json json{{"kind", fabric::name_of(fabric.kind)}, {"link", core::name_of(fabric.link)}};
  if (fabric.oversubscription != defaults.oversubscription) {
    json["oversubscription"] = fabric.oversubscription;
  }
  if (fabric.nodes_per_leaf != 0) json["nodes_per_leaf"] = fabric.nodes_per_leaf;
  if (fabric.hop_latency != defaults.hop_latency) {
    json["hop_latency_us"] = fabric.hop_latency.in_us();
  }
  if (fabric.order != defaults.order) json["order"] = fabric::text_of(fabric.order);
  if (fabric.origin != defaults.origin) {
    json["origin"] = {{"kind", core::name_of(fabric.origin.kind)},
                      {"source", fabric.origin.source}};
  }
  return json;
}

std::string cluster_to_json(const Cluster& cluster) {
  std::string node = core::topology_to_json(cluster.node);
  if (cluster.node_count == 1 && cluster.fabric.kind == core::FabricKind::Unspecified) return node;
  while (node.ends_with('\n')) node.pop_back();
  std::string text = fmt::format("{{\n  \"schema\": \"{}\",\n  \"node_count\": {},\n",
                                 kClusterSchema, cluster.node_count);
  if (cluster.fabric.kind != core::FabricKind::Unspecified) {
    text += fmt::format("  \"fabric\": {},\n", core::json_of(fabric_to_json(cluster.fabric)));
  }
  return text + others_text(cluster) + fmt::format("  \"node\": {}\n}}\n", indented(node));
}

}  // namespace treering::hw::formats::cluster
