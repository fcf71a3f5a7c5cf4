#include <algorithm>
#include <map>

#include "hw/fabric/join/join_hosts.h"

namespace treering::hw::fabric::join {
namespace {

/// Which of the leaves a switch reaches downwards.
using Leaves = std::vector<bool>;

class Climb {
 public:
  Climb(const FabricGraph& graph, const analysis::FatTree& tree)
      : graph_(graph), tree_(tree), kept_(graph.nodes.size(), false) {}

  FabricGraph run(const std::vector<analysis::HostPort>& ports) {
    std::vector<bool> cables(graph_.cables.size(), false);
    std::map<FabricNodeId, Leaves> level;
    for (const analysis::HostPort& port : ports) {
      kept_[static_cast<std::size_t>(port.port.node)] = true;
      kept_[static_cast<std::size_t>(port.switch_node)] = true;
      cables[static_cast<std::size_t>(port.cable)] = true;
      level[port.switch_node];
    }
    mark_leaves(level);
    const auto neighbours = neighbours_of(graph_);
    while (!level.empty() && !reaches_all(level)) level = above(level, neighbours);
    return kept_part(std::move(cables));
  }

 private:
  static void mark_leaves(std::map<FabricNodeId, Leaves>& level) {
    std::size_t number = 0;
    for (auto& [id, leaves] : level) {
      leaves.resize(level.size());
      leaves[number++] = true;
    }
  }

  static bool reaches_all(const std::map<FabricNodeId, Leaves>& level) {
    return std::ranges::any_of(level, [](const auto& entry) {
      return std::ranges::find(entry.second, false) == entry.second.end();
    });
  }

  std::map<FabricNodeId, Leaves> above(
      const std::map<FabricNodeId, Leaves>& level,
      const std::vector<std::vector<FabricNeighbour>>& neighbours) {
    std::map<FabricNodeId, Leaves> next;
    for (const auto& [id, leaves] : level) {
      for (const FabricNeighbour& neighbour : neighbours[static_cast<std::size_t>(id)]) {
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

  bool is_kept_switch(FabricNodeId id) const {
    return kept_[static_cast<std::size_t>(id)] && graph_.node(id).kind == FabricNodeKind::Switch;
  }

  FabricGraph kept_part(std::vector<bool> cables) const {
    FabricGraph part;
    part.knows_cables = graph_.knows_cables;
    std::vector<FabricNodeId> ids(graph_.nodes.size(), kNoFabricNode);
    for (std::size_t i = 0; i < graph_.nodes.size(); ++i) {
      if (!kept_[i]) continue;
      ids[i] = static_cast<FabricNodeId>(part.nodes.size());
      part.nodes.push_back(graph_.nodes[i]);
    }
    for (std::size_t i = 0; i < graph_.cables.size(); ++i) {
      Cable cable = graph_.cables[i];
      const bool joins_switches =
          is_kept_switch(cable.ends[0].node) && is_kept_switch(cable.ends[1].node);
      if (!cables[i] && !joins_switches) continue;
      for (FabricPort& end : cable.ends) end.node = ids[static_cast<std::size_t>(end.node)];
      part.cables.push_back(cable);
    }
    return part;
  }

  const FabricGraph& graph_;
  const analysis::FatTree& tree_;
  std::vector<bool> kept_;  // by node
};

}  // namespace

FabricGraph part_of(const FabricGraph& graph, const analysis::FatTree& tree,
                    const std::vector<analysis::HostPort>& ports) {
  return Climb(graph, tree).run(ports);
}

}  // namespace treering::hw::fabric::join
