#include "hw/formats/nccl_log/cut_tree.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include <fmt/format.h>

#include "core/unit_text.h"

namespace treering::hw::formats::nccl_log {
namespace {

bool has_gpu(const NcclTree& tree, std::uint64_t bus_id) {
  return std::ranges::any_of(tree.nodes, [&](const NcclTreeNode& node) {
    return node.type == NcclNodeType::Gpu && node.id == bus_id;
  });
}

/// Which node is the first GPU.
std::size_t first_gpu(const NcclTree& tree) {
  const auto found = std::ranges::find(tree.nodes, NcclNodeType::Gpu, &NcclTreeNode::type);
  return static_cast<std::size_t>(found - tree.nodes.begin());
}

std::size_t last_cpu(const NcclTree& tree) {
  std::size_t last = 0;
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    if (tree.nodes[i].type == NcclNodeType::Cpu) last = i;
  }
  return last;
}

/// A GPU like `model`; of its NVLinks those to NVSwitches, as others lead who knows where.
void add_gpu(NcclTree& tree, std::size_t model, const NcclLogGpu& gpu) {
  NcclTreeNode node = tree.nodes[model];
  node.id = *gpu.bus_id;
  node.details.clear();
  node.line = gpu.line;
  node.parent = last_cpu(tree);
  node.is_assumed = true;
  const std::size_t own = tree.nodes.size();
  tree.nodes.push_back(std::move(node));
  std::vector<NcclTreeLink> like;
  for (const NcclTreeLink& link : tree.links) {
    if (link.from == model && link.to_type == NcclNodeType::NvSwitch) like.push_back(link);
  }
  for (NcclTreeLink& link : like) {
    link.from = own;
    link.is_assumed = true;
    tree.links.push_back(std::move(link));
  }
}

void complete(NcclTree& tree, const NcclLogHost& host) {
  const std::size_t model = first_gpu(tree);
  for (const NcclLogGpu& gpu : host.gpus) {
    if (gpu.bus_id && !has_gpu(tree, *gpu.bus_id)) add_gpu(tree, model, gpu);
  }
}

}  // namespace

std::vector<NcclTrees::HostTree> completed(std::vector<NcclTrees::HostTree> trees,
                                           const NcclLogRanks& ranks) {
  for (NcclTrees::HostTree& tree : trees) {
    const auto host = std::ranges::find(ranks.hosts, tree.host, &NcclLogHost::name);
    if (tree.tree.is_whole || host == ranks.hosts.end()) continue;
    if (tree.tree.count(NcclNodeType::Gpu) > 0) complete(tree.tree, *host);
  }
  return trees;
}

std::string but_for_completed(const NcclTree& tree) {
  const auto missing = std::ranges::count(tree.nodes, true, &NcclTreeNode::is_assumed);
  if (missing == 0) return "";
  return fmt::format(
      ", but for {} that ranks name: put below the last CPU above, equal to the others",
      core::counted(static_cast<std::size_t>(missing), "GPU"));
}

}  // namespace treering::hw::formats::nccl_log
