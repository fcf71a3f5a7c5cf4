#include "tests/support/sample_search.h"

namespace treering::testing {
namespace {

using sim::nccl::ChannelGraph;
using sim::nccl::CpuArch;
using sim::nccl::CpuVendor;
using sim::nccl::PathType;
using sim::nccl::Pattern;
using sim::nccl::search::NodeSearch;

ChannelGraph graph(Pattern pattern, float intra, float inter,
                   const std::vector<std::vector<int>>& orders) {
  ChannelGraph result;
  result.pattern = pattern;
  result.bw_intra = intra;
  result.bw_inter = inter;
  result.type_intra = PathType::Nvl;
  result.type_inter = PathType::Pix;
  for (const std::vector<int>& order : orders) result.channels.push_back({order, {}});
  return result;
}

}  // namespace

NodeSearch four_gpus() {
  NodeSearch found;
  found.facts.gpus = 4;
  found.facts.min_compute_capability = 80;
  found.facts.max_compute_capability = 80;
  found.facts.cpu_arch = CpuArch::X86;
  found.facts.cpu_vendor = CpuVendor::Amd;
  found.facts.has_nvswitch = true;
  found.facts.all_nvlink = true;
  const std::vector<std::vector<int>> orders{{0, 1, 2, 3}, {3, 2, 1, 0}};
  found.graphs.ring = graph(Pattern::Ring, 20, 10, orders);
  found.graphs.tree = graph(Pattern::BalancedTree, 20, 10, orders);
  return found;
}

NodeSearch four_gpus_with_nvls() {
  NodeSearch found = four_gpus();
  found.facts.min_compute_capability = 90;
  found.facts.max_compute_capability = 90;
  found.facts.cpu_vendor = CpuVendor::Intel;
  found.facts.nvls = true;
  found.graphs.nvls = graph(Pattern::Nvls, 40, 40, {{0}, {1}, {2}, {3}});
  return found;
}

NodeSearch four_gpus_with_collnet() {
  NodeSearch found = four_gpus_with_nvls();
  found.facts.collnet = true;
  found.graphs.collnet_chain = found.graphs.tree;
  found.graphs.collnet_chain.pattern = Pattern::Tree;
  found.graphs.collnet_direct = graph(Pattern::CollNetDirect, 40, 10,
                                      {{0, 1, 2, 3}, {1, 0, 2, 3}, {2, 0, 1, 3}, {3, 0, 1, 2}});
  return found;
}

NodeSearch one_gpu() {
  NodeSearch found = four_gpus();
  found.facts.gpus = 1;
  found.graphs.ring = graph(Pattern::Ring, 20, 10, {{0}});
  found.graphs.tree = graph(Pattern::Tree, 20, 10, {{0}});
  found.graphs.ring.type_intra = PathType::Loc;
  found.graphs.tree.type_intra = PathType::Loc;
  return found;
}

}  // namespace treering::testing
