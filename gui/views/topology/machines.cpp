#include "gui/views/topology/machines.h"

#include <QRegularExpression>
#include <algorithm>

#include "core/named_values.h"
#include "core/topology/cluster.h"
#include "core/topology/names.h"

namespace treering::gui::views::topology {

const core::Topology& Machines::topology(int node) const {
  const int which = node == report::drawing::kNoNode ? node_.value_or(node) : node;
  return which < 0 ? cluster_->node : core::topology_of(*cluster_, which);
}

std::optional<core::DeviceId> Machines::device_named(const std::string& name, int node) const {
  if (is_empty()) return {};
  return core::device_named(topology(node), name);
}

std::optional<Machines::Named> Machines::named(const QString& text) const {
  static const QRegularExpression kForm(QStringLiteral("^\\s*(\\d+)\\s*/\\s*(.*\\S)\\s*$"));
  const auto match = kForm.match(text);
  if (is_empty() || !match.hasMatch()) return {};
  bool is_number = false;
  Named found{match.captured(1).toInt(&is_number), {}};
  if (!is_number || found.node >= cluster_->node_count) return {};
  const std::string wanted = match.captured(2).toStdString();
  const auto& devices = topology(found.node).devices();
  for (std::size_t i = 0; i < devices.size(); ++i) {
    const auto id = static_cast<core::DeviceId>(i);
    if (core::is_same_name(devices[i].name, wanted)) return Named{found.node, {id}};
    const QString name = QString::fromStdString(devices[i].name);
    if (name.contains(match.captured(2), Qt::CaseInsensitive)) found.devices.push_back(id);
  }
  return found;
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
