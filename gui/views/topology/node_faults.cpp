#include "gui/views/topology/node_faults.h"

#include <algorithm>
#include <string_view>

#include "app/simulation/faults.h"
#include "core/named_values.h"
#include "core/topology/cluster.h"
#include "core/topology/names.h"

namespace treering::gui::views::topology {

namespace {

bool has_device_of(const core::Topology& node, const NodeFault& fault) {
  return std::ranges::any_of(node.devices(), [&](const core::Device& one) {
    const bool is_switch = one.kind() == core::DeviceKind::NvSwitch;
    return fault.is_about(one.name) || (is_switch && fault.is_about("NVSwitch"));
  });
}

}  // namespace

bool NodeFault::is_about(const std::string& device) const {
  const std::string_view all = devices;
  if (core::is_same_name(all, device)) return true;
  for (auto dash = all.find('-'); dash != std::string_view::npos; dash = all.find('-', dash + 1)) {
    const bool is_end = core::is_same_name(all.substr(0, dash), device) ||
                        core::is_same_name(all.substr(dash + 1), device);
    if (is_end) return true;
  }
  return false;
}

models::Severity NodeFault::severity() const {
  const bool is_gone = is_described || value == "down";
  return is_gone ? models::Severity::Fault : models::Severity::Warning;
}

models::Severity worst_of(const std::vector<NodeFault>& faults) {
  return std::ranges::min(faults, {}, &NodeFault::severity).severity();
}

NodeFaults of_own_devices(NodeFaults faults, const core::Cluster& cluster) {
  for (auto& [node, all] : faults) {
    const core::Topology& own = core::topology_of(cluster, node);
    std::erase_if(all, [&](const NodeFault& one) { return !has_device_of(own, one); });
  }
  std::erase_if(faults, [](const auto& one) { return one.second.empty(); });
  return faults;
}

NodeFaults faults_by_node(const std::vector<std::string>& words, int nodes) {
  NodeFaults faults;
  for (const std::string& word : words) {
    const auto place = app::simulation::place_of(word, nodes);
    if (!place) continue;
    faults[place->node].push_back({std::string(place->devices), std::string(place->value)});
  }
  return faults;
}

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
