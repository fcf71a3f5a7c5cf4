#include "gui/views/topology/routes.h"

#include <QCoreApplication>
#include <QStringList>

namespace treering::gui::views::topology {
namespace {

QString route_tr(const char* text) {
  return QCoreApplication::translate("topology_routes", text);
}

QString figure(core::Bandwidth rate) {
  return QString::number(rate.in_gb_per_s(), 'g', 4);
}

QString name_of(const core::Topology& node, const std::vector<core::DeviceId>& step) {
  if (step.size() > 1) return route_tr("%1 NVSwitches").arg(step.size());
  return QString::fromStdString(node.device(step.front()).name);
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

}  // namespace treering::gui::views::topology
