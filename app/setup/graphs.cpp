#include "app/setup/graphs.h"

#include <cstddef>

#include <fmt/format.h>

namespace treering::app::setup {

std::array<NamedGraph, 5> graphs_of(const sim::nccl::Plan& plan) {
  const sim::nccl::NodeGraphs& graphs = plan.graphs;
  return {{{"ring", &graphs.ring},
           {"tree", &graphs.tree},
           {"collnet_direct", &graphs.collnet_direct},
           {"collnet_chain", &graphs.collnet_chain},
           {"nvls", &graphs.nvls}}};
}

std::string_view pattern_name(sim::nccl::Pattern pattern) {
  using sim::nccl::Pattern;
  switch (pattern) {
    case Pattern::None:
      return "none";
    case Pattern::BalancedTree:
      return "balanced tree";
    case Pattern::SplitTree:
      return "split tree";
    case Pattern::Tree:
      return "tree";
    case Pattern::Ring:
      return "ring";
    case Pattern::Nvls:
      return "nvls";
    case Pattern::CollNetDirect:
      return "collnet direct";
  }
  return "";
}

std::vector<std::string_view> users_of(const sim::nccl::connections::Connection& connection) {
  std::vector<std::string_view> names;
  for (int algorithm = 0; algorithm < sim::nccl::kAlgorithms; ++algorithm) {
    if (!connection.algorithms.test(static_cast<std::size_t>(algorithm))) continue;
    names.push_back(name_of(static_cast<sim::nccl::Algorithm>(algorithm)));
  }
  return names;
}

std::vector<std::string> order_of(const sim::nccl::Plan& plan, const sim::nccl::ChannelGraph& graph,
                                  int channel) {
  const auto& searched = graph.channels[static_cast<std::size_t>(channel)];
  const bool has_ports = plan.shape.nodes > 1;
  std::vector<std::string> order;
  if (has_ports) order.push_back(fmt::format("NET/{}", searched.nets[0]));
  for (const int gpu : searched.gpus) order.push_back(fmt::format("GPU/{}", gpu));
  if (has_ports) order.push_back(fmt::format("NET/{}", searched.nets[1]));
  return order;
}

}  // namespace treering::app::setup
