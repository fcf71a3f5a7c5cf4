#include "gui/views/topology/selected.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>
#include <cmath>
#include <utility>

#include "core/topology/cluster.h"
#include "core/topology/names.h"
#include "gui/paint/picture_layer.h"

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

namespace {

QString route_tr(const char* text) {
  return QCoreApplication::translate("topology_routes", text);
}

QString figure(core::Bandwidth rate) {
  return QString::number(rate.in_gb_per_s(), 'g', 4);
}

using app::setup::NodeEnd;
using app::setup::NodeRoute;
using app::setup::NodeSide;

std::optional<NodeEnd> end_of(const core::Cluster& cluster, const models::OnNode& end) {
  if (end.node >= cluster.node_count) return {};
  if (end.device.empty()) return NodeEnd{end.node, core::kNoDevice};
  const auto device = core::device_named(core::topology_of(cluster, end.node), end.device);
  return device ? std::optional(NodeEnd{end.node, *device}) : std::nullopt;
}

std::optional<std::pair<NodeEnd, NodeEnd>> ends_of(const core::Cluster& cluster,
                                                   const models::Selected& selected) {
  if (!selected.before || !selected.node || *selected.node == selected.before->node) return {};
  const std::string device = selected.devices.empty() ? std::string() : selected.devices.front();
  const auto from = end_of(cluster, *selected.before);
  const auto to = end_of(cluster, {*selected.node, device});
  return from && to ? std::optional(std::pair(*from, *to)) : std::nullopt;
}

QString name_of(const core::Topology& node, const std::vector<core::DeviceId>& step) {
  if (step.size() > 1) return route_tr("%1 NVSwitches").arg(step.size());
  return QString::fromStdString(node.device(step.front()).name);
}

/// "0/GPU 0", "node 0", with its node; the steps between without.
QString side_text(const core::Topology& node, const NodeSide& side, int number) {
  QStringList names;
  for (const auto& step : side.steps) names << name_of(node, step);
  if (names.isEmpty()) return route_tr("node %1").arg(number);
  const auto placed = [&](const QString& name) {
    return QStringLiteral("%1/%2").arg(number).arg(name);
  };
  names.front() = placed(names.front());
  if (names.size() > 1) names.back() = placed(names.back());
  return names.join(QStringLiteral(" → "));
}

/// The side that data enter, from the port on.
NodeSide reversed(NodeSide side) {
  std::ranges::reverse(side.steps);
  return side;
}

QString network_text(const core::Fabric& fabric, const NodeRoute& route) {
  if (fabric.kind == core::FabricKind::Unspecified) return route_tr("the network");
  const bool has_rails = fabric.kind == core::FabricKind::RailOptimised;
  const QString leaf = has_rails ? route_tr("rail group %1") : route_tr("leaf switch %1");
  if (!route.leaves) return has_rails ? route_tr("switches of the rails") : route_tr("one switch");
  QString first = leaf.arg(route.leaves->first);
  if (route.leaves->first == route.leaves->second) return first;
  return QStringList{first, route_tr("spine"), leaf.arg(route.leaves->second)}.join(
      QStringLiteral(" → "));
}

/// The sentences after the way.
QString remarks_on(const core::Fabric& fabric, const NodeRoute& route) {
  QString text;
  if (route.shared < route.narrowest) {
    text += route_tr(". %1 GB/s where all nodes of a leaf switch send over the spine")
                .arg(figure(route.shared));
  }
  for (const NodeSide* const side : {&route.out, &route.in}) {
    if (side->ports.size() < 2) continue;
    QStringList ports;
    for (const std::string& port : side->ports) ports << QString::fromStdString(port);
    text += route_tr(". Its channels take turns: %1").arg(ports.join(QStringLiteral(", ")));
    break;
  }
  const bool has_rails = fabric.kind == core::FabricKind::RailOptimised;
  const bool are_gpus = !route.out.ports.empty() && !route.in.ports.empty();
  if (has_rails && are_gpus && route.out.rail != route.in.rail) {
    text += route_tr(". From rail %1 to rail %2").arg(route.out.rail).arg(route.in.rail);
  }
  return text;
}

}  // namespace

std::optional<app::setup::Route> route_of(const Machines& machines,
                                          const std::vector<std::string>& devices) {
  if (devices.size() != 2) return {};
  const auto from = machines.device_named(devices[0]);
  const auto to = machines.device_named(devices[1]);
  return from && to ? app::setup::route_between(machines.topology(), *from, *to) : std::nullopt;
}

QString route_text(const Machines& machines, const std::vector<std::string>& devices) {
  const auto there = route_of(machines, devices);
  if (!there) return {};
  QStringList names;
  for (const auto& step : there->steps) names << name_of(machines.topology(), step);
  const QString way = names.join(QStringLiteral(" → "));
  const auto back = route_of(machines, {devices[1], devices[0]});
  const QString rate = figure(there->narrowest);
  if (!back) return route_tr("%1: %2 GB/s").arg(way, rate);
  if (figure(back->narrowest) == rate) return route_tr("%1: %2 GB/s each way").arg(way, rate);
  return route_tr("%1: %2 GB/s, and %3 GB/s back").arg(way, rate, figure(back->narrowest));
}

std::optional<NodeRoute> node_route_of(const app::MachineReport& report,
                                       const models::Selected& selected) {
  const auto ends = ends_of(report.setup.cluster, selected);
  if (!ends) return {};
  return app::setup::route_between_nodes(report.setup, report.rails, ends->first, ends->second);
}

QString node_route_text(const app::MachineReport& report, const models::Selected& selected,
                        const std::optional<NodeRoute>& route) {
  const core::Cluster& cluster = report.setup.cluster;
  const auto ends = ends_of(cluster, selected);
  if (!route || !ends) {
    return route_tr(
        "No way between these two is known: data leave a node by the adapters that NCCL takes for "
        "its GPUs. Select GPUs, adapters or nodes.");
  }
  const auto& [from, to] = *ends;
  const QStringList parts{
      side_text(core::topology_of(cluster, from.node), route->out, from.node),
      network_text(cluster.fabric, *route),
      side_text(core::topology_of(cluster, to.node), reversed(route->in), to.node)};
  const QString way = parts.join(QStringLiteral(" → "));
  const auto back =
      app::setup::route_between_nodes(report.setup, report.rails, ends->second, ends->first);
  const QString rate = figure(route->narrowest);
  const QString back_rate = back ? figure(back->narrowest) : QString();
  const QString text = back_rate == rate ? route_tr("%1: %2 GB/s each way").arg(way, rate)
                                         : route_tr("%1: %2 GB/s").arg(way, rate);
  return text + remarks_on(cluster.fabric, *route);
}

std::set<std::size_t> switches_above(const report::drawing::Picture& picture, const QRectF& node,
                                     bool has_spine) {
  std::vector<std::size_t> above;
  for (std::size_t i = 0; i < picture.boxes.size(); ++i) {
    const QRectF area = paint::rect_of(picture.boxes[i].area);
    const bool is_switch =
        picture.boxes[i].role == report::drawing::Role::Network && !picture.boxes[i].tip.empty();
    const double middle = node.center().x();
    const bool is_above =
        area.bottom() <= node.top() && area.left() <= middle && middle <= area.right();
    if (is_switch && is_above) above.push_back(i);
  }
  if (above.empty() || node.isEmpty()) return {};
  const auto top = [&](std::size_t i) { return picture.boxes[i].area.y; };
  std::set<std::size_t> all{std::ranges::max(above, {}, top)};
  if (has_spine) all.insert(std::ranges::min(above, {}, top));
  return all;
}

std::set<std::size_t> lines_at(const report::drawing::Picture& picture,
                               const std::set<std::size_t>& switches, bool has_spine) {
  constexpr double kClose = 1;  // units of the picture
  const auto area = [&](std::size_t i) { return picture.boxes[i].area; };
  double spine = -1;  // its upper edge
  if (has_spine && !switches.empty()) {
    spine = area(std::ranges::min(switches, {}, [&](auto i) { return area(i).y; })).y;
  }
  // From the upper end to the lower one.
  const auto is_at_leaf = [&](const report::drawing::Line& line, std::size_t i) {
    const report::drawing::Point& upper = line.points.front();
    const bool leads_down = std::abs(upper.y - area(i).bottom()) < kClose;
    const bool leads_up = has_spine && std::abs(line.points.back().y - area(i).y) < kClose;
    const bool is_spine = area(i).y == spine;
    return !is_spine && (leads_down || leads_up) && area(i).x < upper.x &&
           upper.x < area(i).right();
  };
  std::set<std::size_t> lines;
  for (std::size_t i = 0; i < picture.lines.size(); ++i) {
    const report::drawing::Line& line = picture.lines[i];
    if (line.from != core::kNoDevice || line.is_grid || line.points.empty()) continue;
    if (std::ranges::any_of(switches, [&](auto box) { return is_at_leaf(line, box); })) {
      lines.insert(i);
    }
  }
  return lines;
}

}  // namespace treering::gui::views::topology
