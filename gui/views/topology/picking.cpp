#include "gui/views/topology/picking.h"

#include <algorithm>

#include "core/topology/node_classes.h"

namespace treering::gui::views::topology {
namespace {

using report::drawing::kNoNode;

/// What is selected, as the first of a pair whose second is on the node `other`. Where no node is
/// selected, devices are those of any node that is drawn so.
std::optional<models::OnNode> first_end(const models::Selected& now, int other,
                                        const Machines& machines) {
  const std::string device = now.devices.empty() ? std::string() : now.devices.back();
  if (now.node) return models::OnNode{*now.node, device};
  if (device.empty() || machines.is_empty()) return {};
  for (const int node : core::nodes_of_class(machines.cluster(), 0)) {
    if (node != other) return models::OnNode{node, device};
  }
  return {};
}

void add_device(models::Selected& now, const std::string& device) {
  const std::size_t most = now.before ? 1 : 2;
  if (device.empty()) return;
  if (now.devices.size() >= most) now.devices.erase(now.devices.begin());
  now.devices.push_back(device);
}

}  // namespace

std::optional<int> node_in_full(const models::Selected& now) {
  const bool is_whole = now.before && !now.before->device.empty() && now.devices.empty();
  return is_whole ? now.before->node : now.node;
}

models::Selected picked(models::Selected now, const Picked& it) {
  now.devices.clear();
  now.before.reset();
  if (it.node != kNoNode) {
    now.node = it.node;
  } else if (it.device.empty()) {
    now.node.reset();
  }
  add_device(now, it.device);
  return now;
}

models::Selected picked_beside(models::Selected now, const Picked& it, const Machines& machines) {
  if (it.node != kNoNode && it.node != now.node) {
    now.before = first_end(now, it.node, machines);
    now.devices.clear();
    now.node = it.node;
  }
  add_device(now, it.device);
  return now;
}

}  // namespace treering::gui::views::topology
