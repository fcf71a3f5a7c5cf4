#include "hw/fabric/analysis/rails.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

#include "hw/fabric/analysis/fat_tree.h"
#include "hw/fabric/analysis/most_common.h"

namespace treering::hw::fabric::analysis {
namespace {

// The share of hosts that two leaves of a group have in common at least.
constexpr double kSharedHosts = 0.25;
// A name that so many leaves have ports of is not that of one host.
constexpr std::size_t kMostLeavesOfHost = 64;

/// The leaves where a host has ports, each once, ascending.
std::vector<FabricNodeId> leaves_of(const FabricHost& host, const FatTree& tree) {
  std::vector<FabricNodeId> leaves;
  for (const HostPort& port : host.ports) {
    if (tree.level[at(port.switch_node)] == 1) leaves.push_back(port.switch_node);
  }
  std::ranges::sort(leaves);
  leaves.erase(std::unique(leaves.begin(), leaves.end()), leaves.end());
  return leaves;
}

class RailSearch {
 public:
  RailSearch(const FabricHosts& hosts, const FatTree& tree) : hosts_(hosts), tree_(tree) {
    for (const FabricHost& host : hosts.hosts) leaves_.push_back(leaves_of(host, tree));
    parents_.resize(tree.level.size());
    std::iota(parents_.begin(), parents_.end(), 0);
  }

  Rails run() && {
    join_leaves();
    number_groups();
    for (std::size_t host = 0; host < leaves_.size(); ++host) place(host);
    for (RailGroup& group : rails_.groups) name_leaves(group);
    judge();
    return std::move(rails_);
  }

 private:
  FabricNodeId root_of(FabricNodeId id) {
    while (parents_[at(id)] != id) {
      parents_[at(id)] = parents_[at(parents_[at(id)])];
      id = parents_[at(id)];
    }
    return id;
  }

  void join_leaves() {
    std::map<std::pair<FabricNodeId, FabricNodeId>, int> shared;
    std::vector<int> hosts_at(tree_.level.size(), 0);
    for (const auto& leaves : leaves_) {
      if (leaves.size() > kMostLeavesOfHost) continue;
      for (const FabricNodeId a : leaves) {
        ++hosts_at[at(a)];
        for (const FabricNodeId b : leaves) {
          if (a < b) ++shared[{a, b}];
        }
      }
    }
    for (const auto& [pair, count] : shared) {
      const int fewer = std::min(hosts_at[at(pair.first)], hosts_at[at(pair.second)]);
      if (count >= kSharedHosts * fewer) parents_[at(root_of(pair.first))] = root_of(pair.second);
    }
  }

  void number_groups() {
    rails_.group_of.assign(tree_.level.size(), -1);
    if (tree_.levels.empty()) return;
    std::map<FabricNodeId, std::vector<RailLeaf>> by_root;
    for (const TreeSwitch& leaf : tree_.levels.front().switches) {
      by_root[root_of(leaf.node)].push_back({leaf.node, {}});
    }
    for (auto& [root, leaves] : by_root) {
      if (leaves.size() < 2) continue;
      for (const RailLeaf& leaf : leaves) {
        rails_.group_of[at(leaf.leaf)] = static_cast<int>(rails_.groups.size());
      }
      rails_.groups.push_back({std::move(leaves), {}});
    }
  }

  /// Into the group where most of its leaves are.
  void place(std::size_t host) {
    std::vector<int> groups;
    for (const FabricNodeId leaf : leaves_[host]) {
      if (rails_.group_of[at(leaf)] >= 0) groups.push_back(rails_.group_of[at(leaf)]);
    }
    if (groups.empty()) return;
    const auto most = most_common(groups);
    RailGroup& group = rails_.groups[at(most.value)];
    group.hosts.push_back(host);
    if (most.count > 1 && 2 * most.count >= group.leaves.size()) {
      sizes_.push_back(static_cast<int>(group.leaves.size()));
    }
  }

  void name_leaves(RailGroup& group) const {
    std::map<FabricNodeId, std::vector<std::string>> devices;
    for (const std::size_t host : group.hosts) {
      for (const HostPort& port : hosts_.hosts[host].ports) {
        devices[port.switch_node].push_back(port.device);
      }
    }
    for (RailLeaf& leaf : group.leaves) leaf.device = most_common(devices[leaf.leaf]).value;
    std::ranges::sort(group.leaves, [](const RailLeaf& a, const RailLeaf& b) {
      return std::tuple(a.device.size(), a.device, a.leaf) <
             std::tuple(b.device.size(), b.device, b.leaf);
    });
  }

  void judge() {
    rails_.is_rail_optimised = !sizes_.empty() && 2 * sizes_.size() >= leaves_.size();
    if (rails_.is_rail_optimised) rails_.rails = most_common(sizes_).value;
  }

  const FabricHosts& hosts_;
  const FatTree& tree_;
  std::vector<std::vector<FabricNodeId>> leaves_;  // by host
  std::vector<FabricNodeId> parents_;              // of a union of leaves
  std::vector<int> sizes_;  // leaves of the group of each host that is spread over it
  Rails rails_;
};

}  // namespace

Rails find_rails(const FabricHosts& hosts, const FatTree& tree) {
  return RailSearch(hosts, tree).run();
}

}  // namespace treering::hw::fabric::analysis
