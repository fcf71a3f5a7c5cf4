#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/units.h"
#include "hw/formats/nccl_log/tree.h"

namespace treering::hw::formats::nccl_log {
namespace {

constexpr std::string_view kNvLink = "NVL";

bool has_gpu(const Tree& tree, std::uint64_t bus_id) {
  return std::ranges::any_of(tree.nodes, [&](const TreeNode& node) {
    return node.type == NodeType::Gpu && node.id == bus_id;
  });
}

/// Whether a place on the bus is taken.
bool has_device(const Tree& tree, std::uint64_t bus_id) {
  return std::ranges::any_of(tree.nodes, [&](const TreeNode& node) {
    const bool is_on_bus =
        node.type == NodeType::Gpu || node.type == NodeType::Pci || node.type == NodeType::Nic;
    return is_on_bus && node.id == bus_id;
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

/// Links of NVLink to NVSwitches as `model` has them.
void copy_switch_links(Tree& tree, std::size_t model, std::size_t own) {
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

/// A GPU that some line names.
struct NamedGpu {
  std::size_t line = 0;
  std::string_view by;
  bool is_id_assumed = false;
};

/// A GPU like `model`; of its NVLinks those to NVSwitches.
void add_gpu(Tree& tree, std::size_t model, std::uint64_t id, const NamedGpu& named) {
  TreeNode node = tree.nodes[model];
  node.id = id;
  node.details.clear();
  node.line = named.line;
  node.parent = last_cpu(tree);
  node.is_assumed = true;
  node.named_by = named.by;
  node.is_id_assumed = named.is_id_assumed;
  const std::size_t own = tree.nodes.size();
  tree.nodes.push_back(std::move(node));
  copy_switch_links(tree, model, own);
}

/// Whether the id may be whole: GPUs of a host are alike in the digits behind those of their bus.
bool is_like(std::uint64_t id, std::uint64_t own) {
  constexpr std::uint64_t kBehindBus = 0xfff;
  return (id & kBehindBus) == (own & kBehindBus);
}

/// Whether a line may have been cut within the id that ends it: the last of a tree without end.
bool may_be_torn(const Tree& tree, const TreeLink& link) {
  return !tree.has_end && link.line == tree.last_line &&
         !is_like(link.to_id, tree.nodes[link.from].id);
}

using NamedGpus = std::map<std::uint64_t, NamedGpu>;  // by id

/// GPUs that the tree lacks, though its own NVLinks or lines of paths name them.
NamedGpus missing_gpus(const Tree& tree, const std::string& host, const PathReader::Gpus& paths) {
  const std::uint64_t own_host = tree.nodes[first_gpu(tree)].host;
  NamedGpus named;
  const auto name = [&](std::uint64_t of_host, std::uint64_t id, std::size_t line) {
    if (of_host == own_host && !has_gpu(tree, id))
      named.try_emplace(id, NamedGpu{line, "other lines name"});
  };
  for (const TreeLink& link : tree.links) {
    const bool is_gpu = link.kind == kNvLink && link.to_type == NodeType::Gpu;
    if (is_gpu && !may_be_torn(tree, link)) name(link.to_host, link.to_id, link.line);
  }
  const auto of_host = paths.find(host);
  if (of_host == paths.end()) return named;
  const std::uint64_t own = tree.nodes[first_gpu(tree)].id;
  for (const auto& [gpu, line] : of_host->second) {
    if (is_like(gpu.id, own)) name(gpu.host, gpu.id, line);
  }
  return named;
}

void add_ranks(const Tree& tree, const Ranks& ranks, const std::string& name, NamedGpus& named) {
  const auto host = std::ranges::find(ranks.hosts, name, &Host::name);
  if (host == ranks.hosts.end()) return;
  for (const LoggedGpu& gpu : host->gpus) {
    if (gpu.bus_id && !has_gpu(tree, *gpu.bus_id)) {
      named.insert_or_assign(*gpu.bus_id, NamedGpu{gpu.line, "ranks name"});
    }
  }
}

/// The tree may end before the NVLinks of its last GPU.
void complete_last_gpu(Tree& tree) {
  const std::size_t last = tree.nodes.size() - 1;
  const std::size_t model = first_gpu(tree);
  const bool is_open = !tree.has_end && tree.nodes[last].type == NodeType::Gpu && last != model;
  const bool has_links = std::ranges::any_of(tree.links, [last](const TreeLink& link) {
    return link.from == last && link.kind == kNvLink;
  });
  if (is_open && !has_links) copy_switch_links(tree, model, last);
}

std::size_t node_of_gpu(const Tree& tree, std::uint64_t host, std::uint64_t id) {
  const auto found = std::ranges::find_if(tree.nodes, [&](const TreeNode& node) {
    return node.type == NodeType::Gpu && node.host == host && node.id == id;
  });
  return static_cast<std::size_t>(found - tree.nodes.begin());
}

bool is_between(const Tree& tree, const TreeLink& link, std::size_t from, std::size_t to) {
  const TreeNode& end = tree.nodes[to];
  return link.kind == kNvLink && link.from == from && link.to_type == NodeType::Gpu &&
         link.to_host == end.host && link.to_id == end.id;
}

/// Adds the link unless the tree has one between the two.
void add_link(Tree& tree, const TreeLink& like, std::size_t from, std::size_t to) {
  const bool is_known = std::ranges::any_of(
      tree.links, [&](const TreeLink& link) { return is_between(tree, link, from, to); });
  if (is_known) return;
  TreeLink link = like;
  link.from = from;
  link.to_host = tree.nodes[to].host;
  link.to_id = tree.nodes[to].id;
  link.is_assumed = true;
  tree.links.push_back(std::move(link));
}

/// NVLinks lead both ways: those that a cut tree shows of one end are also of the other.
void add_links_back(Tree& tree) {
  const std::vector<TreeLink> shown = tree.links;
  for (const TreeLink& link : shown) {
    if (link.kind != kNvLink || link.to_type != NodeType::Gpu) continue;
    const std::size_t end = node_of_gpu(tree, link.to_host, link.to_id);
    const bool is_known = end < tree.nodes.size() && tree.nodes[link.from].type == NodeType::Gpu;
    if (is_known) add_link(tree, link, end, link.from);
  }
}

std::vector<std::size_t> gpus_of(const Tree& tree) {
  std::vector<std::size_t> gpus;
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    if (tree.nodes[i].type == NodeType::Gpu) gpus.push_back(i);
  }
  return gpus;
}

/// Where the first GPU has equal NVLinks to each other, those that were added have them likewise.
void join_all_alike(Tree& tree) {
  const auto gpus = gpus_of(tree);
  const TreeLink* first = nullptr;
  for (const std::size_t other : gpus) {
    if (other == gpus.front()) continue;
    const auto link = std::ranges::find_if(tree.links, [&](const TreeLink& one) {
      return is_between(tree, one, gpus.front(), other);
    });
    if (link == tree.links.end()) return;
    if (first == nullptr) first = &*link;
    if (link->gb_per_s != first->gb_per_s) return;
  }
  if (first == nullptr) return;
  const TreeLink like = *first;
  for (const std::size_t from : gpus) {
    for (const std::size_t to : gpus) {
      const bool is_added = tree.nodes[from].is_assumed && tree.nodes[to].is_assumed;
      if (from != to && is_added) add_link(tree, like, from, to);
    }
  }
}

void complete(Tree& tree, const NamedGpus& named) {
  const std::size_t model = first_gpu(tree);
  complete_last_gpu(tree);
  for (const auto& [id, gpu] : named) add_gpu(tree, model, id, gpu);
  add_links_back(tree);
  join_all_alike(tree);
}

double nvlinks_of(const Tree& tree, std::size_t gpu) {
  double gb_per_s = 0;
  for (const TreeLink& link : tree.links) {
    if (link.from == gpu && link.kind == kNvLink) gb_per_s += link.gb_per_s;
  }
  return gb_per_s;
}

}  // namespace

std::vector<Trees::HostTree> completed(std::vector<Trees::HostTree> trees, const Ranks& ranks,
                                       const PathReader::Gpus& paths) {
  for (auto& [host, tree] : trees) {
    if (tree.count(NodeType::Gpu) == 0) continue;
    NamedGpus named = missing_gpus(tree, host, paths);
    tree.is_whole = tree.is_whole && named.empty();
    if (tree.is_whole) continue;
    add_ranks(tree, ranks, host, named);
    complete(tree, named);
  }
  return trees;
}

Tree completed_to(Tree tree, int gpus) {
  const std::uint64_t own = tree.nodes[first_gpu(tree)].id;
  constexpr std::uint64_t kBus = 0x1000;
  NamedGpus added;
  const auto wanted = static_cast<std::size_t>(std::max(gpus, 0));
  for (std::uint64_t id = own; tree.count(NodeType::Gpu) + added.size() < wanted;) {
    id += kBus;
    if (!has_device(tree, id)) added.emplace(id, NamedGpu{tree.line, "the job has", true});
  }
  if (added.empty()) return tree;
  tree.is_whole = false;
  complete(tree, added);
  return tree;
}

bool lacks_nvlinks(const Tree& tree) {
  const double usual = nvlinks_of(tree, first_gpu(tree));
  return std::ranges::any_of(gpus_of(tree), [&](std::size_t gpu) {
    return tree.nodes[gpu].is_assumed && nvlinks_of(tree, gpu) < usual;
  });
}

std::string but_for_completed(const Tree& tree) {
  std::size_t missing = 0;
  std::string_view by;
  for (const TreeNode& node : tree.nodes) {
    if (!node.is_assumed) continue;
    by = missing == 0 || by == node.named_by ? node.named_by : "other lines name";
    ++missing;
  }
  if (missing == 0) return "";
  return fmt::format(", but for {} that {}: put below the last CPU above, equal to the others",
                     core::counted(missing, "GPU"), by);
}

}  // namespace treering::hw::formats::nccl_log
