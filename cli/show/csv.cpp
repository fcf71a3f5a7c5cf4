// CSV of `treering show`: tables with headings, separated by empty lines; docs/json.md describes
// the columns.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "app/setup/graphs.h"
#include "cli/output/json_document.h"
#include "cli/show/forms.h"
#include "core/text/quote.h"

namespace treering::cli {
namespace {

using core::csv_line;
using sim::nccl::name_of;
using sim::nccl::Plan;

/// As JSON has it.
std::string csv_number(float value) {
  return nlohmann::json(rounded(static_cast<double>(value))).dump();
}

std::string matrix_csv(const sim::SmiMatrix& paths) {
  std::vector<std::string> fields{"device"};
  for (const sim::SmiRow& row : paths.rows) fields.push_back(row.name);
  fields.insert(fields.end(), {"cpu_affinity", "numa_affinity"});
  std::string text = csv_line(fields);
  for (std::size_t i = 0; i < paths.rows.size(); ++i) {
    fields = {paths.rows[i].name};
    for (std::size_t j = 0; j < paths.rows.size(); ++j) fields.push_back(text_of(paths.cell(i, j)));
    fields.insert(fields.end(), {paths.rows[i].cpu_affinity, paths.rows[i].numa_affinity});
    text += csv_line(fields);
  }
  return text;
}

std::string graphs_csv(const Plan& plan) {
  std::string text =
      "graph,pattern,pattern_name,found,channels,bw_intra_GBps,bw_inter_GBps,latency_inter_us,"
      "type_intra,type_inter,same_channels,cross_nic\n";
  for (const app::setup::NamedGraph& named : app::setup::graphs_of(plan)) {
    const sim::nccl::ChannelGraph& graph = *named.graph;
    text += csv_line(
        {std::string(named.name), fmt::format("{}", static_cast<int>(graph.pattern)),
         std::string(app::setup::pattern_name(graph.pattern)),
         graph.channels.empty() ? "false" : "true", fmt::format("{}", graph.channel_count()),
         csv_number(graph.bw_intra), csv_number(graph.bw_inter), csv_number(graph.latency_inter),
         std::string(name_of(graph.type_intra)), std::string(name_of(graph.type_inter)),
         graph.same_channels ? "true" : "false", fmt::format("{}", graph.cross_nic)});
  }
  return text;
}

std::string orders_csv(const Plan& plan) {
  std::string text = "graph,channel,order\n";
  for (const app::setup::NamedGraph& named : app::setup::graphs_of(plan)) {
    for (int i = 0; i < named.graph->channel_count(); ++i) {
      text += csv_line(
          {std::string(named.name), fmt::format("{}", i),
           fmt::format("{}", fmt::join(app::setup::order_of(plan, *named.graph, i), " "))});
    }
  }
  return text;
}

std::string tuning_csv(const Plan& plan) {
  std::string text = "collective,algorithm,protocol,latency_us,bandwidth_GBps,ruled_out\n";
  for (const core::Collective collective : sim::nccl::tuning::tuned_collectives()) {
    for (int a = 0; a < sim::nccl::kAlgorithms; ++a) {
      for (int p = 0; p < sim::nccl::kProtocols; ++p) {
        const auto algorithm = static_cast<sim::nccl::Algorithm>(a);
        const auto protocol = static_cast<sim::nccl::Protocol>(p);
        const auto& cell = plan.tuning.cell(collective, algorithm, protocol);
        text +=
            csv_line({std::string(core::nccl_name_of(collective)), std::string(name_of(algorithm)),
                      std::string(name_of(protocol)), csv_number(cell.latency_us),
                      csv_number(cell.bandwidth_gb_per_s), cell.ruled_out});
      }
    }
  }
  return text;
}

std::string rings_csv(const Plan& plan) {
  std::string text = "channel,ring\n";
  for (int channel = 0; channel < plan.channels.count(); ++channel) {
    text += csv_line({fmt::format("{}", channel),
                      fmt::format("{}", fmt::join(plan.channels.ring(channel), " "))});
  }
  return text;
}

std::string trees_csv(const Plan& plan) {
  std::string text = "channel,rank,up,down\n";
  for (int channel = 0; channel < plan.channels.count(); ++channel) {
    for (int rank = 0; rank < plan.shape.ranks(); ++rank) {
      const core::TreeLinks links = plan.channels.tree(channel, rank);
      std::vector<int> down;
      for (const int child : links.down) {
        if (child >= 0) down.push_back(child);
      }
      text += csv_line({fmt::format("{}", channel), fmt::format("{}", rank),
                        fmt::format("{}", links.up), fmt::format("{}", fmt::join(down, " "))});
    }
  }
  return text;
}

std::string connections_csv(const app::MachineConnections& connections) {
  std::string text =
      "channel,index,from,to,transport,net,proxy,gpu_direct,algorithms,to_net,to_gpu_direct\n";
  const auto number = [](std::int64_t value) { return fmt::format("{}", value); };
  for (const auto* const list : {&connections.collectives, &connections.pairs}) {
    for (const auto& one : *list) {
      text += csv_line({number(one.channel), number(one.index), number(one.from), number(one.to),
                        std::string(name_of(one.transport)), number(one.net), number(one.proxy),
                        std::string(name_of(one.gpu_direct)),
                        fmt::format("{}", fmt::join(app::setup::users_of(one), " ")),
                        number(one.to_net), std::string(name_of(one.to_gpu_direct))});
    }
  }
  return text;
}

std::string plan_csv(const Plan& plan) {
  std::string text = "\n" + graphs_csv(plan) + "\n" + orders_csv(plan) + "\n" + tuning_csv(plan);
  if (plan.shape.ranks() > app::kMostRanksShown) return text;
  return text + "\n" + rings_csv(plan) + "\n" + trees_csv(plan);
}

}  // namespace

std::string show_csv(const app::MachineReport& report) {
  std::string text = matrix_csv(report.paths);
  if (report.plan) text += plan_csv(*report.plan);
  if (report.lists_connections) text += "\n" + connections_csv(*report.connections);
  return text;
}

}  // namespace treering::cli
