// What is said of the devices and nodes that are selected in a topology.
#include "gui/views/topology/selected.h"
#include "gui/views/topology/topology_canvas.h"
#include "gui/views/topology/topology_view.h"
#include "gui/widgets/for_hands.h"
#include "report/drawing/cluster/cluster_picture.h"

namespace treering::gui::views::topology {

/// All that is known of it; its name where it is folded.
QString TopologyView::text_of_device(const std::string& name) const {
  for (const auto& box : canvas_->picture().boxes) {
    if (box.tip != name && !box.tip.starts_with(name + ":")) continue;
    return QString::fromStdString(box.tip);
  }
  return QString::fromStdString(name);
}

void TopologyView::show_selected() {
  const bool is_there = !machines().is_empty();
  if (is_there && machines().node() != canvas_->machines().node()) change_picture();
  const Machines& shown = canvas_->machines();
  const auto& devices = selection_.now().devices;
  canvas_->setWay({});
  if (selection_.now().before && shown.node() && drawn<app::MachineReport>() != nullptr) {
    return show_pair(*drawn<app::MachineReport>());
  }
  QStringList lines;
  if (shown.node()) {
    lines << QString::fromStdString(
        report::drawing::cluster::node_title(shown.cluster(), shown.node()));
  }
  for (const std::string& name : devices) lines << text_of_device(name);
  if (const QString route = route_text(shown, devices); !route.isEmpty()) {
    lines << route;
  } else if (devices.size() == 2) {
    lines << tr("No link leads from one to the other.");
  }
  selected_->setProperty(widgets::kIsForHands, lines.isEmpty());
  if (lines.isEmpty()) {
    lines << (shown.is_cluster()
                  ? tr("Click to select, Shift-click a second device or node for the way between; "
                       "right-click: what if it fails; + unfolds; double-click a node to magnify "
                       "it.")
                  : tr("Click to select, Shift-click a second device for the way between; "
                       "right-click: what if it fails; + unfolds."));
  }
  selected_->setText(lines.join(QLatin1Char('\n')));
}

/// What is selected on two nodes, and the way between.
void TopologyView::show_pair(const app::MachineReport& report) {
  selected_->setProperty(widgets::kIsForHands, false);
  const models::Selected& now = selection_.now();
  const auto route = node_route_of(report, now);
  canvas_->setWay(route);
  const auto text_of = [this](int node, const std::string& device) {
    return device.empty() ? tr("Node %1").arg(node)
                          : tr("Node %1, %2").arg(node).arg(text_of_device(device));
  };
  const QStringList lines{
      text_of(now.before->node, now.before->device),
      text_of(*now.node, now.devices.empty() ? std::string() : now.devices.front()),
      node_route_text(report, now, route)};
  selected_->setText(lines.join(QLatin1Char('\n')));
}

}  // namespace treering::gui::views::topology
