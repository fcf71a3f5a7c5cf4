#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include <fmt/format.h>

#include "core/units.h"
#include "hw/formats/nccl_log/tree.h"

namespace treering::hw::formats::nccl_log {
namespace {

bool has_gpu(const Tree& tree, std::uint64_t bus_id) {
  return std::ranges::any_of(tree.nodes, [&](const TreeNode& node) {
    return node.type == NodeType::Gpu && node.id == bus_id;
  });
}

/// Which node is the first GPU.
std::size_t first_gpu(const Tree& tree) {
  const auto found = std::ranges::find(tree.nodes, NodeType::Gpu, &TreeNode::type);
  return static_cast<std::size_t>(found - tree.nodes.begin());
}

std::size_t last_cpu(const Tree& tree) {
  std::size_t last = 0;
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    if (tree.nodes[i].type == NodeType::Cpu) last = i;
  }
  return last;
}

/// A GPU like `model`; of its NVLinks those to NVSwitches, as others lead who knows where.
void add_gpu(Tree& tree, std::size_t model, const LoggedGpu& gpu) {
  TreeNode node = tree.nodes[model];
  node.id = *gpu.bus_id;
  node.details.clear();
  node.line = gpu.line;
  node.parent = last_cpu(tree);
  node.is_assumed = true;
  const std::size_t own = tree.nodes.size();
  tree.nodes.push_back(std::move(node));
  std::vector<TreeLink> like;
  for (const TreeLink& link : tree.links) {
    if (link.from == model && link.to_type == NodeType::NvSwitch) like.push_back(link);
  }
  for (TreeLink& link : like) {
    link.from = own;
    link.is_assumed = true;
    tree.links.push_back(std::move(link));
  }
}

void complete(Tree& tree, const Host& host) {
  const std::size_t model = first_gpu(tree);
  for (const LoggedGpu& gpu : host.gpus) {
    if (gpu.bus_id && !has_gpu(tree, *gpu.bus_id)) add_gpu(tree, model, gpu);
  }
}

}  // namespace

std::vector<Trees::HostTree> completed(std::vector<Trees::HostTree> trees, const Ranks& ranks) {
  for (Trees::HostTree& tree : trees) {
    const auto host = std::ranges::find(ranks.hosts, tree.host, &Host::name);
    if (tree.tree.is_whole || host == ranks.hosts.end()) continue;
    if (tree.tree.count(NodeType::Gpu) > 0) complete(tree.tree, *host);
  }
  return trees;
}

std::string but_for_completed(const Tree& tree) {
  const auto missing = std::ranges::count(tree.nodes, true, &TreeNode::is_assumed);
  if (missing == 0) return "";
  return fmt::format(
      ", but for {} that ranks name: put below the last CPU above, equal to the others",
      core::counted(static_cast<std::size_t>(missing), "GPU"));
}

}  // namespace treering::hw::formats::nccl_log
