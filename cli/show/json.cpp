// JSON of `treering show`; docs/json.md describes the fields.
#include "core/topology/json.h"

#include <nlohmann/json.hpp>

#include "app/setup/graphs.h"
#include "cli/output/json_document.h"
#include "cli/show/forms.h"
#include "core/assert.h"
#include "core/json/values.h"

namespace treering::cli {
namespace {

using nlohmann::ordered_json;
using sim::nccl::ChannelGraph;
using sim::nccl::name_of;
using sim::nccl::Plan;

double json_number(float value) {
  return static_cast<double>(value);
}

ordered_json paths_json(const sim::SmiMatrix& paths) {
  ordered_json json;
  json["names"] = ordered_json::array();
  json["matrix"] = ordered_json::array();
  for (std::size_t i = 0; i < paths.rows.size(); ++i) {
    json["names"].push_back(paths.rows[i].name);
    ordered_json row = ordered_json::array();
    for (std::size_t j = 0; j < paths.rows.size(); ++j) row.push_back(text_of(paths.cell(i, j)));
    json["matrix"].push_back(std::move(row));
  }
  return json;
}

/// By local rank; null where NCCL runs no job over nodes of the machine.
ordered_json rails_json(const app::MachineReport& report) {
  if (report.rails.empty()) return nullptr;
  ordered_json rails = ordered_json::array();
  for (std::size_t rank = 0; rank < report.rails.size(); ++rank) {
    const sim::GpuRail& rail = report.rails[rank];
    ordered_json ports = ordered_json::array();
    for (const sim::RailPort& port : rail.ports) {
      ports.push_back({{"name", port.name},
                       {"index", port.net},
                       {"rail", port.rail},
                       {"speed_mbps", port.speed_mbps}});
    }
    ordered_json json{{"gpu", report.setup.cluster.node.device(rail.gpu).name}, {"rank", rank}};
    json["path"] = rail.ports.empty() ? ordered_json() : ordered_json(name_of(rail.path));
    json["ports"] = std::move(ports);
    rails.push_back(std::move(json));
  }
  return rails;
}

ordered_json graph_json(const Plan& plan, const ChannelGraph& graph) {
  ordered_json json{{"pattern", static_cast<int>(graph.pattern)},
                    {"pattern_name", app::setup::pattern_name(graph.pattern)},
                    {"found", graph.channel_count() > 0},
                    {"channels", graph.channel_count()},
                    {"bw_intra_GBps", json_number(graph.bw_intra)},
                    {"bw_inter_GBps", json_number(graph.bw_inter)},
                    {"latency_inter_us", json_number(graph.latency_inter)},
                    {"type_intra", name_of(graph.type_intra)},
                    {"type_inter", name_of(graph.type_inter)},
                    {"same_channels", graph.same_channels},
                    {"cross_nic", graph.cross_nic}};
  json["orders"] = ordered_json::array();
  for (int i = 0; i < graph.channel_count(); ++i) {
    json["orders"].push_back(app::setup::order_of(plan, graph, i));
  }
  return json;
}

/// NCCL's own figures, which are 0 where it rules the pair out, and why it does.
ordered_json cell_json(const sim::nccl::tuning::TuningCell& cell) {
  ordered_json json{{"latency_us", json_number(cell.latency_us)},
                    {"bandwidth_GBps", json_number(cell.bandwidth_gb_per_s)}};
  json["ruled_out"] = cell.ruled_out.empty() ? ordered_json() : ordered_json(cell.ruled_out);
  return json;
}

ordered_json tuning_json(const Plan& plan) {
  ordered_json json;
  for (const core::Collective collective : sim::nccl::tuning::tuned_collectives()) {
    ordered_json& of_collective = json[std::string(core::nccl_name_of(collective))];
    for (int a = 0; a < sim::nccl::kAlgorithms; ++a) {
      const auto algorithm = static_cast<sim::nccl::Algorithm>(a);
      ordered_json& of_algorithm = of_collective[std::string(name_of(algorithm))];
      for (int p = 0; p < sim::nccl::kProtocols; ++p) {
        const auto protocol = static_cast<sim::nccl::Protocol>(p);
        const auto& cell = plan.tuning.cell(collective, algorithm, protocol);
        of_algorithm[std::string(name_of(protocol))] = cell_json(cell);
      }
    }
  }
  return json;
}

/// By channel, then rank: [up, [down, ...]], -1 for none above.
ordered_json trees_json(const Plan& plan) {
  ordered_json trees = ordered_json::array();
  for (int channel = 0; channel < plan.channels.count(); ++channel) {
    ordered_json tree = ordered_json::array();
    for (int rank = 0; rank < plan.shape.ranks(); ++rank) {
      const core::TreeLinks links = plan.channels.tree(channel, rank);
      ordered_json down = ordered_json::array();
      for (const int child : links.down) {
        if (child >= 0) down.push_back(child);
      }
      tree.push_back({links.up, std::move(down)});
    }
    trees.push_back(std::move(tree));
  }
  return trees;
}

void add_plan(const Plan& plan, ordered_json& json) {
  json["channels"] = {{"ring_and_tree", plan.channels.count()},
                      {"nvls", plan.channels.nvls_count()}};
  for (const app::setup::NamedGraph& named : app::setup::graphs_of(plan)) {
    json["graphs"][std::string(named.name)] = graph_json(plan, *named.graph);
  }
  json["tuning"] = tuning_json(plan);
  if (plan.shape.ranks() > app::kMostRanksShown) return;
  json["rings"] = ordered_json::array();
  for (int channel = 0; channel < plan.channels.count(); ++channel) {
    json["rings"].push_back(plan.channels.ring(channel));
  }
  json["trees"] = trees_json(plan);
}

/// As the oracle records it, with 0 also for GPUDirect over PCIe; then the algorithms that use it.
ordered_json connection_json(const sim::nccl::connections::Connection& one) {
  ordered_json algorithms = ordered_json::array();
  for (const std::string_view name : app::setup::users_of(one)) algorithms.push_back(name);
  return {one.channel,
          one.index,
          one.from,
          one.to,
          name_of(one.transport),
          one.net,
          one.proxy,
          one.gpu_direct == sim::nccl::connections::GpuDirect::On ? 1 : 0,
          std::move(algorithms)};
}

void add_connections(const app::MachineConnections& connections, ordered_json& json) {
  json["channels"]["p2p"] = connections.pair_channels.channels;
  json["channels"]["p2p_per_peer"] = connections.pair_channels.per_peer;
  json["algorithms"] = ordered_json::array();
  for (const sim::nccl::Algorithm algorithm : connections.algorithms) {
    json["algorithms"].push_back(name_of(algorithm));
  }
  if (connections.ranks > app::kMostRanksShown) return;
  ordered_json& all = json["connections"] = ordered_json::array();
  for (const auto* const list : {&connections.collectives, &connections.pairs}) {
    for (const auto& one : *list) all.push_back(connection_json(one));
  }
}

ordered_json other_nodes_json(const core::Cluster& cluster) {
  auto json = ordered_json::array();
  for (const core::NodeClass& one : cluster.others) {
    const auto ports = one.node.of_kind(core::DeviceKind::NicPort).size();
    json.push_back(
        {{"nodes", one.nodes}, {"fingerprint", one.node.fingerprint()}, {"ports", ports}});
  }
  return json;
}

}  // namespace

std::string show_json(const app::MachineReport& report) {
  const core::Topology& node = report.setup.cluster.node;
  const std::size_t gpus = report.setup.job.devices.empty()
                               ? static_cast<std::size_t>(node.gpu_count())
                               : report.setup.job.devices.size();
  ordered_json json;
  json["schema"] = "treering.show/1";
  json["topology"] = {{"name", node.name()}, {"fingerprint", node.fingerprint()}};
  json["nodes"] = report.setup.job.nodes;
  json["ranks"] = gpus * static_cast<std::size_t>(report.setup.job.nodes);
  json["nccl_version"] = report.setup.job.nccl_version;
  json["fabric"] = fabric_json(report.setup.cluster.fabric);
  json["other_nodes"] = other_nodes_json(report.setup.cluster);
  json["environment"] = environment_json(report.setup.variables);
  json["guesses"] = guesses_json(report.setup);
  const auto machine = core::parse_json(core::topology_to_json(node), node.name());
  TREERING_ASSERT(machine, "what is written of a machine can be read");
  for (const char* part : {"sources", "devices", "links"}) {
    if (const auto* const value = core::member_of(*machine, part)) json[part] = *value;
  }
  json["rails"] = rails_json(report);
  json["paths"] = paths_json(report.paths);
  if (report.plan) add_plan(*report.plan, json);
  if (report.connections) add_connections(*report.connections, json);
  return to_lines(json);
}

}  // namespace treering::cli
