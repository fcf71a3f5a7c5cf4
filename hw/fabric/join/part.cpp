#include "hw/fabric/join/part.h"

#include <algorithm>
#include <map>

namespace treering::hw::fabric::join {
namespace {

/// Which of the leaves a switch reaches downwards.
using Leaves = std::vector<bool>;

class Climb {
 public:
  Climb(const Subnet& subnet, const analysis::FatTree& tree)
      : subnet_(subnet), tree_(tree), kept_(subnet.nodes.size(), false) {}

  Subnet run(const std::vector<analysis::HostPort>& ports) {
    std::vector<bool> cables(subnet_.cables.size(), false);
    std::map<SubnetNodeId, Leaves> level;
    for (const analysis::HostPort& port : ports) {
      kept_[static_cast<std::size_t>(port.port.node)] = true;
      kept_[static_cast<std::size_t>(port.switch_node)] = true;
      cables[static_cast<std::size_t>(port.cable)] = true;
      level[port.switch_node];
    }
    mark_leaves(level);
    const auto neighbours = neighbours_of(subnet_);
    while (!level.empty() && !reaches_all(level)) level = above(level, neighbours);
    return kept_part(std::move(cables));
  }

 private:
  static void mark_leaves(std::map<SubnetNodeId, Leaves>& level) {
    std::size_t number = 0;
    for (auto& [id, leaves] : level) {
      leaves.resize(level.size());
      leaves[number++] = true;
    }
  }

  static bool reaches_all(const std::map<SubnetNodeId, Leaves>& level) {
    return std::ranges::any_of(level, [](const auto& entry) {
      return std::ranges::find(entry.second, false) == entry.second.end();
    });
  }

  std::map<SubnetNodeId, Leaves> above(
      const std::map<SubnetNodeId, Leaves>& level,
      const std::vector<std::vector<SubnetNeighbour>>& neighbours) {
    std::map<SubnetNodeId, Leaves> next;
    for (const auto& [id, leaves] : level) {
      for (const SubnetNeighbour& neighbour : neighbours[static_cast<std::size_t>(id)]) {
        const auto other = static_cast<std::size_t>(neighbour.node);
        if (tree_.level[other] != tree_.level[static_cast<std::size_t>(id)] + 1) continue;
        kept_[other] = true;
        Leaves& reached = next[neighbour.node];
        reached.resize(leaves.size());
        for (std::size_t i = 0; i < leaves.size(); ++i) reached[i] = reached[i] || leaves[i];
      }
    }
    return next;
  }

  bool is_kept_switch(SubnetNodeId id) const {
    return kept_[static_cast<std::size_t>(id)] && subnet_.node(id).kind == SubnetNodeKind::Switch;
  }

  Subnet kept_part(std::vector<bool> cables) const {
    Subnet part;
    part.tells_cables = subnet_.tells_cables;
    std::vector<SubnetNodeId> ids(subnet_.nodes.size(), kNoSubnetNode);
    for (std::size_t i = 0; i < subnet_.nodes.size(); ++i) {
      if (!kept_[i]) continue;
      ids[i] = static_cast<SubnetNodeId>(part.nodes.size());
      part.nodes.push_back(subnet_.nodes[i]);
    }
    for (std::size_t i = 0; i < subnet_.cables.size(); ++i) {
      SubnetCable cable = subnet_.cables[i];
      const bool joins_switches =
          is_kept_switch(cable.ends[0].node) && is_kept_switch(cable.ends[1].node);
      if (!cables[i] && !joins_switches) continue;
      for (SubnetPort& end : cable.ends) end.node = ids[static_cast<std::size_t>(end.node)];
      part.cables.push_back(cable);
    }
    return part;
  }

  const Subnet& subnet_;
  const analysis::FatTree& tree_;
  std::vector<bool> kept_;  // by node
};

}  // namespace

Subnet part_of(const Subnet& subnet, const analysis::FatTree& tree,
               const std::vector<analysis::HostPort>& ports) {
  return Climb(subnet, tree).run(ports);
}

}  // namespace treering::hw::fabric::join
