#include "gui/views/topology/node_faults.h"

#include <algorithm>
#include <string_view>

#include "app/simulation/fault_words.h"
#include "core/named_values.h"
#include "core/topology/node_classes.h"

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

}  // namespace treering::gui::views::topology
