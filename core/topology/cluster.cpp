#include "core/topology/cluster.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "core/topology/names.h"
#include "core/units.h"

namespace treering::core {

bool has_leaves(FabricKind kind) {
  return kind == FabricKind::FatTree || kind == FabricKind::RailOptimised ||
         kind == FabricKind::Dragonfly;
}

namespace {

/// As listed; nodes beyond the list are sorted under further leaves.
std::vector<int> listed_leaves(const Fabric& fabric, int nodes) {
  std::vector<int> leaves = fabric.order.leaves;
  leaves.resize(std::min(leaves.size(), static_cast<std::size_t>(nodes)));
  const auto known = static_cast<int>(leaves.size());
  const int next = leaves.empty() ? 0 : *std::ranges::max_element(leaves) + 1;
  for (int node = known; node < nodes; ++node) {
    leaves.push_back(next + (node - known) / fabric.nodes_per_leaf);
  }
  return leaves;
}

/// \pre the order is none of a list
int leaf_of(const Fabric& fabric, int node, int nodes) {
  const int size = fabric.nodes_per_leaf;
  return fabric.order.kind == NodeOrder::Kind::Sorted ? node / size
                                                      : node % ((nodes - 1) / size + 1);
}

}  // namespace

std::vector<int> leaves_by_node(const Fabric& fabric, int nodes) {
  if (!has_leaves(fabric.kind) || fabric.nodes_per_leaf < 1 || nodes < 2) return {};
  std::vector<int> leaves;
  if (fabric.order.kind == NodeOrder::Kind::Listed) {
    leaves = listed_leaves(fabric, nodes);
  } else {
    for (int node = 0; node < nodes; ++node) leaves.push_back(leaf_of(fabric, node, nodes));
  }
  const bool is_one = std::ranges::count(leaves, leaves.front()) == nodes;
  return is_one ? std::vector<int>() : leaves;
}

Result<void> check_size(const Cluster& cluster, const std::string& where) {
  if (cluster.node_count < 1 || cluster.node_count > kMaxRanks) {
    return bad_input(where, fmt::format("{} nodes", cluster.node_count),
                     fmt::format("expected 1..{}", kMaxRanks));
  }
  const std::int64_t gpus = cluster.node.gpu_count();
  const std::int64_t ranks = gpus * cluster.node_count;
  if (ranks <= kMaxRanks) return {};
  return bad_input(
      where, fmt::format("{} ranks ({} nodes with {} GPUs each)", ranks, cluster.node_count, gpus),
      fmt::format("expected at most {}", kMaxRanks),
      fmt::format("take up to {} nodes", kMaxRanks / gpus));
}

namespace {

/// A cluster of these topologies, by node the number of its topology.
Cluster from_classes(Cluster cluster, std::vector<Topology> topologies,
                     const std::vector<int>& by_node) {
  std::vector<std::vector<int>> nodes(topologies.size());
  for (int node = 0; node < cluster.node_count; ++node) {
    nodes[static_cast<std::size_t>(by_node[static_cast<std::size_t>(node)])].push_back(node);
  }
  // A topology may be there twice; one that no node has is gone.
  std::vector<NodeClass> classes;
  for (std::size_t i = 0; i < topologies.size(); ++i) {
    if (nodes[i].empty()) continue;
    const auto same = std::ranges::find(classes, topologies[i], &NodeClass::node);
    if (same == classes.end()) {
      classes.push_back({std::move(topologies[i]), std::move(nodes[i])});
      continue;
    }
    same->nodes.insert(same->nodes.end(), nodes[i].begin(), nodes[i].end());
    std::ranges::sort(same->nodes);
  }
  cluster.node = std::move(classes.front().node);
  classes.erase(classes.begin());
  std::ranges::sort(classes, {}, [](const NodeClass& one) { return one.nodes.front(); });
  cluster.others = std::move(classes);
  return cluster;
}

std::vector<Topology> take_topologies(Cluster& cluster) {
  std::vector<Topology> all;
  for (Topology* const one : topologies_of(cluster)) all.push_back(std::move(*one));
  return all;
}

std::vector<int> numbers_by_node(const Cluster& cluster) {
  auto numbers = classes_by_node(cluster);
  numbers.resize(static_cast<std::size_t>(cluster.node_count));
  return numbers;
}

/// Its nodes keep their leaves.
Fabric fabric_of_part(const Cluster& cluster, const std::vector<int>& nodes) {
  Fabric fabric = cluster.fabric;
  const std::vector<int> leaves = leaves_by_node(fabric, cluster.node_count);
  if (leaves.empty() || fabric.order.kind == NodeOrder::Kind::Unknown) return fabric;
  fabric.order = {NodeOrder::Kind::Listed, {}};
  for (const int node : nodes) {
    fabric.order.leaves.push_back(leaves[static_cast<std::size_t>(node)]);
  }
  return fabric;
}

std::string capabilities(const Topology& node) {
  std::vector<int> all;
  for (const DeviceId id : node.of_kind(DeviceKind::Gpu)) {
    all.push_back(std::get<Gpu>(node.device(id).info).compute_capability);
  }
  std::ranges::sort(all);
  const auto twice = std::ranges::unique(all);
  all.erase(twice.begin(), twice.end());
  std::string text;
  for (const int one : all) {
    text += fmt::format("{}{}.{}", text.empty() ? "" : ", ", one / 10, one % 10);
  }
  return text;
}

}  // namespace

std::vector<int> classes_by_node(const Cluster& cluster) {
  if (is_even(cluster)) return {};
  std::vector<int> classes(static_cast<std::size_t>(cluster.node_count), 0);
  for (std::size_t i = 0; i < cluster.others.size(); ++i) {
    for (const int node : cluster.others[i].nodes) {
      classes[static_cast<std::size_t>(node)] = static_cast<int>(i) + 1;
    }
  }
  return classes;
}

std::vector<const Topology*> topologies_of(const Cluster& cluster) {
  std::vector<const Topology*> all{&cluster.node};
  for (const NodeClass& one : cluster.others) all.push_back(&one.node);
  return all;
}

std::vector<Topology*> topologies_of(Cluster& cluster) {
  std::vector<Topology*> all{&cluster.node};
  for (NodeClass& one : cluster.others) all.push_back(&one.node);
  return all;
}

const Topology& topology_of(const Cluster& cluster, int node) {
  const auto found = std::ranges::find_if(cluster.others, [node](const NodeClass& one) {
    return std::ranges::binary_search(one.nodes, node);
  });
  return found == cluster.others.end() ? cluster.node : found->node;
}

std::vector<int> nodes_of_class(const Cluster& cluster, int number) {
  if (number > 0) return cluster.others[static_cast<std::size_t>(number - 1)].nodes;
  const std::vector<int> classes = numbers_by_node(cluster);
  std::vector<int> nodes;
  for (int node = 0; node < cluster.node_count; ++node) {
    if (classes[static_cast<std::size_t>(node)] == 0) nodes.push_back(node);
  }
  return nodes;
}

Cluster with_nodes(Cluster cluster, const std::vector<int>& nodes, Topology topology) {
  std::vector<int> numbers = numbers_by_node(cluster);
  std::vector<Topology> topologies = take_topologies(cluster);
  for (const int node : nodes) {
    numbers[static_cast<std::size_t>(node)] = static_cast<int>(topologies.size());
  }
  topologies.push_back(std::move(topology));
  return from_classes(std::move(cluster), std::move(topologies), numbers);
}

Cluster with_node(Cluster cluster, int node, Topology topology) {
  return with_nodes(std::move(cluster), {node}, std::move(topology));
}

Cluster of_size(Cluster cluster, int nodes) {
  std::vector<int>& leaves = cluster.fabric.order.leaves;
  if (nodes >= 0 && static_cast<std::size_t>(nodes) < leaves.size()) {
    leaves.resize(static_cast<std::size_t>(nodes));
  }
  if (is_even(cluster) || nodes < 1 || nodes > kMaxRanks) {
    cluster.node_count = nodes;
    cluster.others.clear();
    return cluster;
  }
  std::vector<int> numbers = numbers_by_node(cluster);
  numbers.resize(static_cast<std::size_t>(nodes));
  cluster.node_count = nodes;
  std::vector<Topology> topologies = take_topologies(cluster);
  return from_classes(std::move(cluster), std::move(topologies), numbers);
}

Cluster part_of(const Cluster& cluster, const std::vector<int>& nodes) {
  Cluster part{topology_of(cluster, nodes.front()), static_cast<int>(nodes.size()),
               fabric_of_part(cluster, nodes)};
  const std::vector<int> classes = classes_by_node(cluster);
  if (classes.empty()) return part;
  const auto class_of = [&](int node) { return classes[static_cast<std::size_t>(node)]; };
  std::map<int, std::vector<int>> own;  // by class, of those that are not like the first
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (class_of(nodes[i]) == class_of(nodes.front())) continue;
    own[class_of(nodes[i])].push_back(static_cast<int>(i));
  }
  for (const auto& [number, members] : own) {
    const Topology& topology = *topologies_of(cluster)[static_cast<std::size_t>(number)];
    part = with_nodes(std::move(part), members, topology);
  }
  return part;
}

Cluster merged(Cluster cluster) {
  const int nodes = cluster.node_count;
  return of_size(std::move(cluster), nodes);
}

Result<void> check_classes(const Cluster& cluster, const std::string& where) {
  for (const NodeClass& one : cluster.others) {
    const int gpus = one.node.gpu_count();
    const std::string who = fmt::format("node {}", number_ranges(one.nodes));
    if (gpus != cluster.node.gpu_count()) {
      return bad_input(where, fmt::format("{} has {}", who, counted(gpus, "GPU")),
                       fmt::format("expected {}, as on the other nodes", cluster.node.gpu_count()),
                       "nodes may differ in all but their GPUs");
    }
    if (capabilities(one.node) != capabilities(cluster.node)) {
      return bad_input(
          where, fmt::format("{} has GPUs of compute capability {}", who, capabilities(one.node)),
          fmt::format("expected {}, as on the other nodes", capabilities(cluster.node)),
          "nodes may differ in all but their GPUs");
    }
  }
  return {};
}

std::string differing_text(const NodeClass& nodes) {
  const std::string numbers = number_ranges(nodes.nodes);
  return nodes.nodes.size() == 1 ? fmt::format("node {} differs", numbers)
                                 : fmt::format("nodes {} differ", numbers);
}

std::string number_ranges(const std::vector<int>& ascending) {
  std::string text;
  for (std::size_t i = 0; i < ascending.size();) {
    std::size_t last = i;
    while (last + 1 < ascending.size() && ascending[last + 1] == ascending[last] + 1) ++last;
    if (!text.empty()) text += ", ";
    text += last == i ? fmt::format("{}", ascending[i])
                      : fmt::format("{}-{}", ascending[i], ascending[last]);
    i = last + 1;
  }
  return text;
}

namespace {

std::string_view title_of(FabricKind kind) {
  switch (kind) {
    case FabricKind::SingleSwitch:
      return "one switch";
    case FabricKind::FatTree:
      return "fat tree";
    case FabricKind::RailOptimised:
      return "rails";
    case FabricKind::Dragonfly:
      return "dragonfly";
    case FabricKind::Unspecified:
      break;
  }
  return "";
}

/// With uplinks of its own.
std::string_view leaf_word(FabricKind kind) {
  return kind == FabricKind::Dragonfly ? "group" : "leaf switch";
}

/// "8 leaf switches".
std::string leaves_text(const Fabric& fabric, const std::vector<int>& leaf_of) {
  const auto count = static_cast<int>(std::set(leaf_of.begin(), leaf_of.end()).size());
  const bool is_dragonfly = fabric.kind == FabricKind::Dragonfly;
  return fmt::format("{} {}", count, is_dragonfly ? "groups" : "leaf switches");
}

}  // namespace

std::string order_text(const Cluster& cluster) {
  const Fabric& fabric = cluster.fabric;
  const std::vector<int> leaf_of = leaves_by_node(fabric, cluster.node_count);
  if (leaf_of.empty()) return "";
  switch (fabric.order.kind) {
    case NodeOrder::Kind::Sorted:
      return fmt::format("nodes sorted by {}", leaf_word(fabric.kind));
    case NodeOrder::Kind::Scattered:
      return fmt::format("each next node under another of {}", leaves_text(fabric, leaf_of));
    case NodeOrder::Kind::Listed:
      return fmt::format("nodes under {} as listed", leaves_text(fabric, leaf_of));
    case NodeOrder::Kind::Unknown:
      break;
  }
  return fmt::format("nodes under {} in unknown order", leaves_text(fabric, leaf_of));
}

std::string fabric_text(const Fabric& fabric) {
  if (fabric.kind == FabricKind::Unspecified) return "";
  std::string text = fmt::format("{} of {}", title_of(fabric.kind), title_of(fabric.link));
  if (fabric.oversubscription != 1) {
    text += fmt::format(", {:g} : 1 oversubscribed", fabric.oversubscription);
  }
  if (fabric.nodes_per_leaf > 0) {
    text += fmt::format(", {} nodes per {}", fabric.nodes_per_leaf, leaf_word(fabric.kind));
  }
  if (fabric.hop_latency.in_us() > 0) {
    text += fmt::format(", {:.2f} us per hop", fabric.hop_latency.in_us());
  }
  return text;
}

}  // namespace treering::core
