#include "tests/support/sample_search.h"

#include <numeric>
#include <utility>

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

/// Chains of all GPUs, in both directions.
NodeSearch gpus(int count) {
  NodeSearch found;
  found.facts.gpus = count;
  found.facts.min_compute_capability = 80;
  found.facts.max_compute_capability = 80;
  found.facts.cpu_arch = CpuArch::X86;
  found.facts.cpu_vendor = CpuVendor::Amd;
  found.facts.has_nvswitch = true;
  found.facts.all_nvlink = true;
  std::vector<int> forth(static_cast<std::size_t>(count));
  std::iota(forth.begin(), forth.end(), 0);
  const std::vector<std::vector<int>> orders{forth, {forth.rbegin(), forth.rend()}};
  found.graphs.ring = graph(Pattern::Ring, 20, 10, orders);
  found.graphs.tree = graph(Pattern::BalancedTree, 20, 10, orders);
  return found;
}

NodeSearch gpus_with_nvls(int count) {
  NodeSearch found = gpus(count);
  found.facts.min_compute_capability = 90;
  found.facts.max_compute_capability = 90;
  found.facts.cpu_vendor = CpuVendor::Intel;
  found.facts.nvls = true;
  std::vector<std::vector<int>> heads;
  for (int gpu = 0; gpu < count; ++gpu) heads.push_back({gpu});
  found.graphs.nvls = graph(Pattern::Nvls, 40, 40, heads);
  return found;
}

}  // namespace

NodeSearch gpus_with_collnet(int count) {
  NodeSearch found = gpus_with_nvls(count);
  found.facts.collnet = true;
  found.graphs.collnet_chain = found.graphs.tree;
  found.graphs.collnet_chain.pattern = Pattern::Tree;
  std::vector<std::vector<int>> orders;  // a head, then the others
  for (int head = 0; head < count; ++head) {
    std::vector<int> order{head};
    for (int gpu = 0; gpu < count; ++gpu) {
      if (gpu != head) order.push_back(gpu);
    }
    orders.push_back(std::move(order));
  }
  found.graphs.collnet_direct = graph(Pattern::CollNetDirect, 40, 10, orders);
  return found;
}

NodeSearch four_gpus() {
  return gpus(4);
}

NodeSearch four_gpus_with_nvls() {
  return gpus_with_nvls(4);
}

NodeSearch four_gpus_with_collnet() {
  return gpus_with_collnet(4);
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
