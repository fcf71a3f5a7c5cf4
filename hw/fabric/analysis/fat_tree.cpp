#include "hw/fabric/analysis/fat_tree.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "hw/fabric/analysis/hosts.h"
#include "hw/fabric/analysis/most_common.h"

namespace treering::hw::fabric::analysis {
namespace {

using Neighbours = std::vector<std::vector<FabricNeighbour>>;

/// Mbit/s of each cable.
std::vector<std::int64_t> rates_of(const FabricGraph& graph) {
  std::vector<std::int64_t> known;
  for (const Cable& cable : graph.cables) {
    if (cable.rate.mbps() > 0) known.push_back(cable.rate.mbps());
  }
  const std::int64_t usual = known.empty() ? 1 : most_common(known).value;
  std::vector<std::int64_t> rates;
  for (const Cable& cable : graph.cables) {
    rates.push_back(cable.rate.mbps() > 0 ? cable.rate.mbps() : usual);
  }
  return rates;
}

/// Share of adapters among what the cables of a switch lead to.
double host_share(const FabricGraph& graph, const std::vector<FabricNeighbour>& neighbours) {
  const auto adapters = std::ranges::count_if(neighbours, [&](const FabricNeighbour& neighbour) {
    return graph.node(neighbour.node).kind == FabricNodeKind::Adapter;
  });
  return neighbours.empty()
             ? 0.0
             : static_cast<double>(adapters) / static_cast<double>(neighbours.size());
}

// A manager of the fabric or a storage host is often plugged into a spine. Such a switch has few
// adapters, and every switch that it is joined to has far more of them.
constexpr double kMostHostsOfSpine = 0.25;
constexpr double kLeafHasTimesMore = 2;

class LevelSearch {
 public:
  explicit LevelSearch(const FabricGraph& graph)
      : graph_(graph), neighbours_(neighbours_of(graph)) {
    for (const auto& around : neighbours_) shares_.push_back(host_share(graph, around));
    tree_.level.assign(graph.nodes.size(), kNoLevel);
  }

  FatTree run(const FabricHosts& hosts) && {
    find_leaves();
    climb();
    measure(hosts);
    judge();
    tree_.has_rates = std::ranges::any_of(graph_.cables,
                                          [](const Cable& cable) { return cable.rate.mbps() > 0; });
    return std::move(tree_);
  }

 private:
  bool is_switch(FabricNodeId id) const { return graph_.node(id).kind == FabricNodeKind::Switch; }
  int level(FabricNodeId id) const { return tree_.level[at(id)]; }

  bool is_root_with_hosts(std::size_t id) const {
    if (shares_[id] >= kMostHostsOfSpine) return false;
    bool has_leaf = false;
    for (const FabricNeighbour& neighbour : neighbours_[id]) {
      if (!is_switch(neighbour.node) || at(neighbour.node) == id) continue;
      if (shares_[at(neighbour.node)] < kLeafHasTimesMore * shares_[id]) return false;
      has_leaf = true;
    }
    return has_leaf;
  }

  void find_leaves() {
    for (std::size_t i = 0; i < graph_.nodes.size(); ++i) {
      const auto id = static_cast<FabricNodeId>(i);
      if (graph_.nodes[i].kind == FabricNodeKind::Adapter) tree_.level[i] = kHostLevel;
      if (!is_switch(id) || shares_[i] == 0) continue;
      if (is_root_with_hosts(i)) {
        tree_.roots_with_hosts.push_back(id);
        continue;
      }
      tree_.level[i] = 1;
      reached_.push_back(id);
    }
  }

  void climb() {
    for (std::size_t next = 0; next < reached_.size(); ++next) {
      const FabricNodeId id = reached_[next];
      for (const FabricNeighbour& neighbour : neighbours_[at(id)]) {
        if (!is_switch(neighbour.node) || level(neighbour.node) != kNoLevel) continue;
        tree_.level[at(neighbour.node)] = level(id) + 1;
        reached_.push_back(neighbour.node);
      }
    }
  }

  void measure(const FabricHosts& hosts) {
    if (reached_.empty()) return;
    tree_.levels.resize(at(level(reached_.back())));
    const auto rates = rates_of(graph_);
    const auto host_counts = count_hosts(hosts);
    std::ranges::sort(reached_);
    for (const FabricNodeId id : reached_) {
      TreeSwitch found{.node = id, .hosts = host_counts[at(id)]};
      for (const FabricNeighbour& neighbour : neighbours_[at(id)]) {
        const int other = level(neighbour.node);
        const std::int64_t mbps = rates[at(neighbour.cable)];
        if (other == kNoLevel || other == level(id)) continue;
        ++(other > level(id) ? found.uplinks : found.downlinks);
        (other > level(id) ? found.up_mbps : found.down_mbps) += mbps;
      }
      TreeLevel& own = tree_.levels[at(level(id) - 1)];
      own.down_mbps += found.down_mbps;
      own.up_mbps += found.up_mbps;
      own.switches.push_back(found);
    }
    compare_levels();
  }

  std::vector<int> count_hosts(const FabricHosts& hosts) const {
    std::vector<int> counts(graph_.nodes.size(), 0);
    for (const FabricHost& host : hosts.hosts) {
      std::set<FabricNodeId> switches;
      for (const HostPort& port : host.ports) switches.insert(port.switch_node);
      for (const FabricNodeId id : switches) ++counts[at(id)];
    }
    for (const HostPort& port : hosts.nameless) ++counts[at(port.switch_node)];
    return counts;
  }

  void compare_levels() {
    const auto below = static_cast<double>(tree_.levels.front().down_mbps);
    double worst = 0;
    for (const TreeLevel& one : tree_.levels) {
      if (one.up_mbps > 0) worst = std::max(worst, below / static_cast<double>(one.up_mbps));
    }
    if (worst > 0 && graph_.knows_cables) tree_.oversubscription = worst;
    std::vector<int> hosts;
    for (const TreeSwitch& leaf : tree_.levels.front().switches) hosts.push_back(leaf.hosts);
    tree_.nodes_per_leaf = most_common(hosts).value;
  }

  void judge() {
    tree_.why_not = reason();
    tree_.is_fat_tree = tree_.why_not.empty();
  }

  std::string reason() const {
    if (reached_.empty()) return "no switch has hosts";
    std::size_t within_level = 0;
    std::string example;
    for (const Cable& cable : graph_.cables) {
      const FabricNodeId a = cable.ends[0].node;
      const FabricNodeId b = cable.ends[1].node;
      if (!is_switch(a) || a == b || level(a) == kNoLevel || level(a) != level(b)) continue;
      if (++within_level > 1) continue;
      const auto names = distinct_names(graph_);
      example = fmt::format("{} and {}", names[at(a)], names[at(b)]);
    }
    if (within_level > 0) {
      return fmt::format("{} cable{} join{} switches of one level, such as {}", within_level,
                         within_level == 1 ? "" : "s", within_level == 1 ? "s" : "", example);
    }
    return unreached();
  }

  /// Empty when a switch at the top reaches all leaves.
  std::string unreached() const {
    const std::size_t leaves = tree_.levels.front().switches.size();
    if (leaves == 1) return {};
    std::vector<TreeSwitch> roots;
    for (const TreeLevel& one : tree_.levels) {
      for (const TreeSwitch& found : one.switches) {
        if (found.uplinks == 0) roots.push_back(found);
      }
    }
    std::ranges::stable_sort(roots, std::ranges::greater(), &TreeSwitch::downlinks);
    // From the widest, so that the work stays linear where there are thousands.
    constexpr std::size_t kMostTried = 16;
    roots.resize(std::min(roots.size(), kMostTried));
    std::size_t best = 0;
    for (const TreeSwitch& root : roots) best = std::max(best, leaves_below(root.node));
    if (best == leaves) return {};
    return fmt::format("no switch at the top reaches all leaves: at most {} of {}", best, leaves);
  }

  std::size_t leaves_below(FabricNodeId root) const {
    std::vector<bool> seen(graph_.nodes.size(), false);
    std::vector<FabricNodeId> below{root};
    std::size_t leaves = 0;
    for (std::size_t next = 0; next < below.size(); ++next) {
      const FabricNodeId id = below[next];
      if (level(id) == 1) ++leaves;
      for (const FabricNeighbour& neighbour : neighbours_[at(id)]) {
        const int other = level(neighbour.node);
        if (other <= kHostLevel || other >= level(id) || seen[at(neighbour.node)]) continue;
        seen[at(neighbour.node)] = true;
        below.push_back(neighbour.node);
      }
    }
    return leaves;
  }

  const FabricGraph& graph_;
  Neighbours neighbours_;
  std::vector<double> shares_;
  std::vector<FabricNodeId> reached_;
  FatTree tree_;
};

}  // namespace

FatTree find_fat_tree(const FabricGraph& graph, const FabricHosts& hosts) {
  return LevelSearch(graph).run(hosts);
}

}  // namespace treering::hw::fabric::analysis
