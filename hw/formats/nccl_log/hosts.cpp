#include "hw/formats/nccl_log/hosts.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "core/text/quote.h"
#include "core/topology/topology.h"
#include "core/unit_text.h"
#include "hw/formats/nccl_log/machine.h"

namespace treering::hw::formats::nccl_log {
namespace {

using core::Severity;
using HostTree = Trees::HostTree;

/// Equal for machines that differ in ids only.
std::string shape_of(const Tree& tree) {
  std::string shape;
  for (const TreeNode& node : tree.nodes) {
    shape += fmt::format("{}<{}:{:.1f};", static_cast<int>(node.type), node.parent, node.gb_per_s);
  }
  for (const TreeLink& link : tree.links) {
    shape += fmt::format("{}>{}{}:{:.1f};", link.from, link.kind, static_cast<int>(link.to_type),
                         link.gb_per_s);
  }
  return shape;
}

bool has_gpu(const HostTree& host) {
  return host.tree.count(NodeType::Gpu) > 0;
}

/// Null where no tree has a GPU.
const HostTree* most_common(const std::vector<HostTree>& trees) {
  std::map<std::string, int> votes;
  std::vector<std::string> shapes;
  for (const HostTree& host : trees) {
    shapes.push_back(has_gpu(host) ? shape_of(host.tree) : "");
    // A tree that is cut is no vote against whole ones.
    votes[shapes.back()] += host.tree.is_whole ? 2 : 1;
  }
  const HostTree* best = nullptr;
  int most = 0;
  for (std::size_t i = 0; i < trees.size(); ++i) {
    if (shapes[i].empty() || votes[shapes[i]] <= most) continue;
    most = votes[shapes[i]];
    best = &trees[i];
  }
  return best;
}

std::set<std::string> names(const std::vector<HostTree>& trees, const Ranks& ranks) {
  std::set<std::string> all;
  for (const HostTree& host : trees) all.insert(host.host);
  for (const Host& host : ranks.hosts) all.insert(host.name);
  return all;
}

/// GPUs that a node seems to have: as many as are seen, or more by their numbers.
int gpus_of_a_node(const Ranks& ranks, std::size_t of_tree) {
  if (ranks.most_local_ranks > 0) return ranks.most_local_ranks;
  if (of_tree > 0) return static_cast<int>(of_tree);
  int most = 0;
  for (const Host& host : ranks.hosts) {
    most = std::max(most, static_cast<int>(host.gpus.size()));
    for (const LoggedGpu& gpu : host.gpus) {
      most = std::max(most, std::min(gpu.nvml_index.value_or(0), core::kMaxGpus - 1) + 1);
    }
  }
  // With all ranks in sight, a higher number is that of a GPU beside idle ones.
  std::size_t seen = 0;
  for (const Host& host : ranks.hosts) seen += host.gpus.size();
  if (most == 0 || static_cast<int>(seen) >= ranks.most_ranks) return 0;
  // Part of a log: nodes of one size that hold all ranks.
  const int ranks_in_all = ranks.most_ranks;
  while (most < ranks_in_all && ranks_in_all % most != 0) ++most;
  return std::min(most, core::kMaxGpus);
}

std::size_t hosts_in(const Tree* tree) {
  std::set<std::uint64_t> hosts;
  if (tree != nullptr) {
    for (const TreeNode& node : tree->nodes) hosts.insert(node.host);
  }
  return std::max<std::size_t>(hosts.size(), 1);
}

/// How the nodes are known to be so many.
struct Count {
  int nodes = 1;
  int seen = 1;
  int gpus = 0;  // of one; 0 when unknown
};

Count count_nodes(const std::vector<HostTree>& trees, const Ranks& ranks, const Tree* tree) {
  Count count;
  count.seen = static_cast<int>(std::max<std::size_t>(names(trees, ranks).size(), 1));
  count.nodes = std::max(count.seen, ranks.most_nodes);
  const std::size_t of_tree = tree == nullptr ? 0 : tree->count(NodeType::Gpu);
  const int gpus = gpus_of_a_node(ranks, of_tree);
  count.gpus = gpus;
  if (ranks.most_nodes == 0 && gpus > 0 && ranks.most_ranks > gpus * count.nodes) {
    count.nodes = (ranks.most_ranks + gpus - 1) / gpus;
  }
  // One NVLink domain of several hosts is one node of ours.
  const auto spanned = static_cast<int>(hosts_in(tree));
  count.nodes = std::max(count.nodes / spanned, 1);
  return count;
}

void note_other_trees(const std::vector<HostTree>& trees, const HostTree& chosen,
                      const std::string& path, std::vector<core::Diagnostic>& notes) {
  const std::string shape = shape_of(chosen.tree);
  std::size_t differing = 0;
  const HostTree* first = nullptr;
  for (const HostTree& host : trees) {
    if (!host.tree.is_whole || shape_of(host.tree) == shape) continue;
    first = first == nullptr ? &host : first;
    ++differing;
  }
  if (first == nullptr) return;
  notes.push_back(
      {Severity::Warning, nccl_log_place(path, first->tree.line),
       fmt::format("the system tree of {}{} differs from that of {}, which counts for all",
                   core::in_quotes(first->host),
                   differing > 1 ? fmt::format(" and {} other hosts", differing - 1) : "",
                   core::in_quotes(chosen.host))});
}

void note_other_counts(const Ranks& ranks, const std::string& host, const std::string& path,
                       std::vector<core::Diagnostic>& notes) {
  const auto chosen = std::ranges::find(ranks.hosts, host, &Host::name);
  if (chosen == ranks.hosts.end()) return;
  for (const Host& other : ranks.hosts) {
    if (other.gpus.size() == chosen->gpus.size() || other.gpus.empty()) continue;
    notes.push_back(
        {Severity::Warning, nccl_log_place(path, other.gpus.front().line),
         fmt::format("{} takes part with {}, {} with {}, which counts for all",
                     core::in_quotes(other.name), core::counted(other.gpus.size(), "GPU"),
                     core::in_quotes(host), core::counted(chosen->gpus.size(), "GPU"))});
    return;
  }
}

const Host* most_gpus(const Ranks& ranks) {
  const auto best =
      std::ranges::max_element(ranks.hosts, {}, [](const Host& host) { return host.gpus.size(); });
  return best == ranks.hosts.end() ? nullptr : &*best;
}

}  // namespace

Nodes choose_node(const std::vector<HostTree>& trees, const Ranks& ranks, const std::string& path) {
  Nodes nodes;
  const HostTree* chosen = most_common(trees);
  if (chosen != nullptr) {
    nodes.node = {chosen->host, &chosen->tree};
    note_other_trees(trees, *chosen, path, nodes.notes);
  } else if (const Host* host = most_gpus(ranks)) {
    nodes.node.host = host->name;
    note_other_counts(ranks, host->name, path, nodes.notes);
  }
  const Count count = count_nodes(trees, ranks, nodes.node.tree);
  nodes.count = count.nodes;
  nodes.node.gpus = count.gpus;
  if (count.nodes > count.seen) {
    nodes.notes.push_back(
        {Severity::Note, nccl_log_place(path, ranks.line),
         fmt::format("the log names {} nodes and shows {}: the others are assumed equal",
                     count.nodes, count.seen)});
  }
  return nodes;
}

}  // namespace treering::hw::formats::nccl_log
