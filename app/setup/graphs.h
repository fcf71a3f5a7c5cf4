// The graphs of NCCL's plan by their names in text and JSON.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "sim/nccl/connections/connections.h"
#include "sim/nccl/plan.h"

namespace treering::app::setup {

struct NamedGraph {
  std::string_view name;  // "ring"
  const sim::nccl::ChannelGraph* graph;
};

/// ring, tree, collnet_direct, collnet_chain, nvls. Refers to `plan`.
std::array<NamedGraph, 5> graphs_of(const sim::nccl::Plan& plan);

/// "ring", "balanced tree", ...
std::string_view pattern_name(sim::nccl::Pattern pattern);

/// "NET/0", "GPU/0", ..., "NET/1"; without ports on one node.
std::vector<std::string> order_of(const sim::nccl::Plan& plan, const sim::nccl::ChannelGraph& graph,
                                  int channel);

/// NCCL's names of the algorithms that use a connection; none: messages between pairs.
std::vector<std::string_view> users_of(const sim::nccl::connections::Connection& connection);

}  // namespace treering::app::setup
