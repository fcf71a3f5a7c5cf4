#include "gui/views/topology/tips.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>

#include "core/named_values.h"
#include "report/drawing/cluster/cluster_picture.h"
#include "report/machine_names.h"

namespace treering::gui::views::topology {
namespace {

using report::drawing::FoldKind;

QString tr(const char* text) {
  return QCoreApplication::translate("topology_tips", text);
}

void add_origin(QStringList& lines, const std::string& origin) {
  if (!origin.empty()) lines << tr("Origin: %1").arg(QString::fromStdString(origin));
}

QString words_of(const NodeFault& fault) {
  const QString devices = QString::fromStdString(fault.devices);
  if (!fault.is_described) {
    return tr("%1 = %2").arg(devices, QString::fromStdString(fault.value));
  }
  return devices.isEmpty() ? tr("unlike most nodes") : tr("no %1").arg(devices);
}

void add_faults(QStringList& lines, const TipOf& known, int node) {
  const auto found = known.faults.find(node);
  if (found == known.faults.end()) return;
  for (const NodeFault& fault : found->second) {
    lines << (fault.is_described ? tr("As described: %1") : tr("What if: %1")).arg(words_of(fault));
  }
}

/// Of those that a box stands for.
void add_faults_of_nodes(QStringList& lines, const TipOf& known, const report::drawing::Box& box) {
  const int end = box.first_of + box.nodes;
  for (auto one = known.faults.lower_bound(box.first_of);
       box.nodes > 0 && one != known.faults.end() && one->first < end; ++one) {
    for (const NodeFault& fault : one->second) {
      lines << (fault.is_described ? tr("As described, node %1: %2")
                                   : tr("What if, on node %1: %2"))
                   .arg(one->first)
                   .arg(words_of(fault));
    }
  }
}

/// A fault of a device is one of its links too. \param ends one device, or the two that a link
/// joins
bool is_about(const NodeFault& fault, const std::vector<std::string>& ends) {
  const auto is_of_one = [&](const std::string& end) {
    return core::is_same_name(fault.devices, end);
  };
  const auto is_of_link = [&](const std::string& end) { return fault.is_about(end); };
  return std::ranges::any_of(ends, is_of_one) || std::ranges::all_of(ends, is_of_link);
}

/// Of what is drawn of the node in full, or of all for which that stands.
void add_faults_of(QStringList& lines, const TipOf& known, const std::vector<std::string>& ends) {
  const auto node = known.machines.is_cluster() ? known.machines.node() : 0;
  for (const auto& [faulty, faults] : known.faults) {
    if (node && *node != faulty) continue;
    for (const NodeFault& fault : faults) {
      if (fault.is_described || !is_about(fault, ends)) continue;
      lines << tr("What if, on node %1: %2").arg(faulty).arg(words_of(fault));
    }
  }
}

QStringList of_box(const TipOf& known, const paint::Hit& hit) {
  const auto& box = *hit.box_hit();
  QStringList lines;
  if (!box.tip.empty()) {
    lines << QString::fromStdString(box.tip);
  } else if (!known.machines.is_empty() && box.device != core::kNoDevice) {
    const auto& device = known.machines.topology(hit.node).device(box.device);
    lines << QString::fromStdString(device.name);
  }
  if (!box.alike.empty() && box.device != core::kNoDevice) {
    lines.last() += tr("; and %1 like it").arg(box.alike.size());
  }
  if (!known.machines.is_empty() && box.device != core::kNoDevice) {
    const std::string rate = report::adapter_rate(known.machines.topology(hit.node), box.device);
    if (!rate.empty()) lines << tr("Rate of its ports: %1").arg(QString::fromStdString(rate));
  }
  add_origin(lines, box.origin);
  add_faults_of_nodes(lines, known, box);
  const bool is_of_whole = hit.node == report::drawing::kNoNode && box.device != core::kNoDevice;
  if (is_of_whole && !known.machines.is_empty()) {
    add_faults_of(lines, known, {known.machines.topology().device(box.device).name});
  }
  const QString hint = handle_hint(box);
  if (!hint.isEmpty()) lines << hint;
  return lines;
}

QStringList of_line(const TipOf& known, const paint::Hit& hit) {
  const auto& line = *hit.line_hit();
  QString text = QString::fromStdString(line.tip);
  const bool is_in_whole = hit.node == report::drawing::kNoNode;
  const auto load = is_in_whole && !known.loads.empty() ? known.loads[*hit.line] : std::nullopt;
  if (load) text += tr("; %1 % busy").arg(100 * *load, 0, 'f', 0);
  QStringList lines;
  if (!text.isEmpty()) lines << text;
  add_origin(lines, line.origin);
  if (is_in_whole && !known.machines.is_empty() && line.from != core::kNoDevice) {
    add_faults_of(lines, known,
                  {known.machines.end_name(line.from).toStdString(),
                   known.machines.end_name(line.to).toStdString()});
  }
  return lines;
}

}  // namespace

QString handle_hint(const report::drawing::Box& box) {
  if (!box.handle) return {};
  if (box.handle->is_unfolded) return tr("Click the sign: fold again");
  switch (box.handle->fold.kind) {
    case FoldKind::Leaves:
      return tr("Click: show all leaf switches and nodes");
    case FoldKind::Nodes:
      return tr("Click: show all nodes one by one");
    case FoldKind::Devices:
      return tr("Click: show all %1").arg(box.alike.size() + 1);
    case FoldKind::Hosts:
      return tr("Click: show all hosts");
    case FoldKind::Host:
      return tr("Click: show this host in full");
    case FoldKind::Switches:
      return tr("Click: show each of them");
  }
  return {};
}

QString tip(const TipOf& known, const paint::Hit& hit) {
  QStringList lines;
  if (hit.node != report::drawing::kNoNode && known.machines.is_cluster()) {
    lines << QString::fromStdString(
        report::drawing::cluster::node_title(known.machines.cluster(), hit.node));
    add_faults(lines, known, hit.node);
  }
  if (hit.box) lines << of_box(known, hit);
  if (hit.line) lines << of_line(known, hit);
  return lines.join(QLatin1Char('\n'));
}

}  // namespace treering::gui::views::topology
