#include "gui/views/topology/described_faults.h"

#include <algorithm>

#include "core/topology/names.h"

namespace treering::gui::views::topology {
namespace {

bool has(const core::Topology& node, const std::string& device) {
  return core::device_named(node, device).has_value();
}

/// By their ports where adapters are what is lacking: these have the names that people use.
std::vector<std::string> lacking(const core::Topology& usual, const core::Topology& node) {
  std::vector<std::string> ports;
  std::vector<std::string> others;
  for (const core::Device& device : usual.devices()) {
    if (has(node, device.name)) continue;
    (device.kind() == core::DeviceKind::NicPort ? ports : others).push_back(device.name);
  }
  return ports.empty() ? others : ports;
}

}  // namespace

NodeFaults described_faults(const core::Cluster& cluster) {
  NodeFaults faults;
  for (const core::NodeClass& other : cluster.others) {
    std::vector<NodeFault> of_each;
    for (const std::string& device : lacking(cluster.node, other.node)) {
      of_each.push_back({device, "", true});
    }
    if (of_each.empty()) of_each.push_back({"", "", true});
    for (const int node : other.nodes) faults[node] = of_each;
  }
  return faults;
}

NodeFaults with_tried(NodeFaults described, const NodeFaults& tried) {
  for (const auto& [node, faults] : tried) {
    std::vector<NodeFault>& all = described[node];
    all.insert(all.end(), faults.begin(), faults.end());
  }
  return described;
}

}  // namespace treering::gui::views::topology
