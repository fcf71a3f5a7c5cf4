#include "app/setup/route.h"

#include <algorithm>
#include <utility>
#include <variant>

namespace treering::app::setup {
namespace {

using core::DeviceId;
using core::DeviceKind;
using core::Link;

/// How a device is reached.
struct Reached {
  bool is_there = false;
  const Link* by = nullptr;  // null: the start
  core::Bandwidth narrowest;
};

bool is_nvlink(const Link& link) {
  return link.kind == core::LinkKind::NvLink;
}

/// Whether data that came by `by` go on over `link`.
bool goes_on(const core::Topology& node, const Link* by, const Link& link) {
  if (by == nullptr) return true;
  const DeviceKind kind = node.device(link.from).kind();
  if (kind == DeviceKind::Gpu) return is_nvlink(*by) && is_nvlink(link);
  return kind != DeviceKind::NicPort;
}

/// Of the node, and between adapters and their ports.
std::vector<Link> all_links(const core::Topology& node) {
  std::vector<Link> links = node.links();
  for (const DeviceId id : node.of_kind(DeviceKind::NicPort)) {
    const auto& port = std::get<core::NicPort>(node.device(id).info);
    if (port.nic == core::kNoDevice) continue;
    Link link{.from = port.nic, .to = id};
    link.bandwidth = core::Bandwidth::from_gbit_per_s(static_cast<double>(port.speed_mbps) / 1000);
    links.push_back(link);
    std::swap(link.from, link.to);
    links.push_back(link);
  }
  return links;
}

/// By device.
std::vector<std::vector<const Link*>> by_start(const std::vector<Link>& links,
                                               std::size_t devices) {
  std::vector<std::vector<const Link*>> all(devices);
  for (const Link& link : links) all[static_cast<std::size_t>(link.from)].push_back(&link);
  return all;
}

}  // namespace

std::optional<Route> route_between(const core::Topology& node, DeviceId from, DeviceId to) {
  const std::vector<Link> all = all_links(node);
  const auto links = by_start(all, node.devices().size());
  std::vector<Reached> reached(node.devices().size());
  const auto at = [&](DeviceId id) -> Reached& { return reached[static_cast<std::size_t>(id)]; };
  constexpr double kNoLimit = core::kMaxBandwidthGBps;
  at(from) = {true, nullptr, core::Bandwidth::from_gb_per_s(kNoLimit)};
  std::vector<DeviceId> level{from};
  while (!level.empty() && !at(to).is_there) {
    std::vector<DeviceId> next;
    std::vector<bool> is_next(reached.size());
    for (const DeviceId id : level) {
      for (const Link* const link : links[static_cast<std::size_t>(id)]) {
        if (!goes_on(node, at(id).by, *link)) continue;
        const auto narrowest = std::min(at(id).narrowest, link->bandwidth);
        Reached& there = at(link->to);
        const auto number = static_cast<std::size_t>(link->to);
        if (there.is_there && !(is_next[number] && there.narrowest < narrowest)) continue;
        if (!there.is_there) next.push_back(link->to);
        is_next[number] = true;
        there = {true, link, narrowest};
      }
    }
    level = std::move(next);
  }
  if (!at(to).is_there || from == to) return {};
  Route route{{to}, at(to).narrowest};
  for (const Link* by = at(to).by; by != nullptr; by = at(by->from).by) {
    route.devices.push_back(by->from);
  }
  std::ranges::reverse(route.devices);
  return route;
}

}  // namespace treering::app::setup
