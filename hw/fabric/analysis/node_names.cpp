#include "hw/fabric/analysis/node_names.h"

#include <unordered_map>

#include <fmt/format.h>

namespace treering::hw::fabric::analysis {

std::vector<std::string> distinct_names(const FabricGraph& graph) {
  std::vector<std::string> names;
  std::unordered_map<std::string, int> counts;
  for (const FabricNode& node : graph.nodes) {
    names.push_back(name_of(node));
    ++counts[names.back()];
  }
  for (std::size_t i = 0; i < names.size(); ++i) {
    const FabricNode& node = graph.nodes[i];
    if (counts[names[i]] < 2 || names[i] == node.id) continue;
    names[i] += node.guid != 0 ? fmt::format(" {:#018x}", node.guid) : " " + node.id;
  }
  return names;
}

}  // namespace treering::hw::fabric::analysis
