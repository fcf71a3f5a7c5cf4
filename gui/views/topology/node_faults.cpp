#include "gui/views/topology/node_faults.h"

#include <algorithm>
#include <string_view>

#include "app/simulation/fault_words.h"
#include "core/named_values.h"

namespace treering::gui::views::topology {

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
