#include "gui/views/topology/machines.h"

#include <algorithm>

#include "core/topology/node_classes.h"

namespace treering::gui::views::topology {

const core::Topology& Machines::topology(int node) const {
  const int which = node == report::drawing::kNoNode ? node_.value_or(node) : node;
  return which < 0 ? cluster_->node : core::topology_of(*cluster_, which);
}

std::optional<core::DeviceId> Machines::device_named(const std::string& name) const {
  if (is_empty()) return {};
  const auto& devices = topology().devices();
  const auto found = std::ranges::find(devices, name, &core::Device::name);
  if (found == devices.end()) return {};
  return static_cast<core::DeviceId>(found - devices.begin());
}

QString Machines::end_name(core::DeviceId device, int node) const {
  if (is_empty() || device == core::kNoDevice) return {};
  const core::Device& end = topology(node).device(device);
  const bool is_switch = end.kind() == core::DeviceKind::NvSwitch;
  return is_switch ? QStringLiteral("NVSwitch") : QString::fromStdString(end.name);
}

QString Machines::fault_name(const report::drawing::Box& box, int node) const {
  const bool is_one = box.device != core::kNoDevice && box.alike.empty();
  // Of several switches this one; runs know all of them as one.
  if (is_one && !is_empty()) return QString::fromStdString(topology(node).device(box.device).name);
  return end_name(box.device, node);
}

QString Machines::fault_name(const report::drawing::Line& line, int node) const {
  const QString from = end_name(line.from, node);
  const QString to = end_name(line.to, node);
  // No fault names links between switches.
  return from.isEmpty() || to.isEmpty() || from == to ? QString()
                                                      : QStringLiteral("%1-%2").arg(from, to);
}

}  // namespace treering::gui::views::topology
