#include "gui/views/topology/node_faults.h"

#include <algorithm>

#include "app/simulation/fault_words.h"

namespace treering::gui::views::topology {

bool NodeFault::is_about(const std::string& device) const {
  return devices == device || devices.starts_with(device + "-") || devices.ends_with("-" + device);
}

models::Severity NodeFault::severity() const {
  const bool is_gone = is_described || value == "down";
  return is_gone ? models::Severity::Fault : models::Severity::Warning;
}

models::Severity worst_of(const std::vector<NodeFault>& faults) {
  return std::ranges::min(faults, {}, &NodeFault::severity).severity();
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
