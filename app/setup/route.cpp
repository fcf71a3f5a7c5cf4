#include "app/setup/route.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <tuple>
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

/// By device, the first of those that it stands beside; others stand for themselves. NVSwitches
/// stand together that join the same GPUs.
std::vector<DeviceId> firsts_of(const core::Topology& node) {
  std::vector<DeviceId> firsts(node.devices().size());
  std::iota(firsts.begin(), firsts.end(), 0);
  std::map<DeviceId, std::set<DeviceId>> joined;
  const auto is_switch = [&](DeviceId id) {
    return node.device(id).kind() == DeviceKind::NvSwitch;
  };
  for (const Link& link : node.links()) {
    if (is_switch(link.from) && !is_switch(link.to)) joined[link.from].insert(link.to);
    if (is_switch(link.to) && !is_switch(link.from)) joined[link.to].insert(link.from);
  }
  std::map<std::set<DeviceId>, DeviceId> known;
  for (const auto& [id, gpus] : joined) {
    firsts[static_cast<std::size_t>(id)] = known.try_emplace(gpus, id).first->second;
  }
  return firsts;
}

/// Links of one kind between the same devices as one, in the order of the topology.
std::vector<Link> merged(const std::vector<Link>& links, const std::vector<DeviceId>& firsts) {
  std::vector<Link> sums;
  std::map<std::tuple<core::LinkKind, DeviceId, DeviceId>, std::size_t> known;
  for (Link link : links) {
    link.from = firsts[static_cast<std::size_t>(link.from)];
    link.to = firsts[static_cast<std::size_t>(link.to)];
    const auto [at, is_new] = known.try_emplace({link.kind, link.from, link.to}, sums.size());
    if (is_new) {
      sums.push_back(link);
    } else {
      sums[at->second].bandwidth += link.bandwidth;
    }
  }
  return sums;
}

/// By device.
std::vector<std::vector<const Link*>> by_start(const std::vector<Link>& links,
                                               std::size_t devices) {
  std::vector<std::vector<const Link*>> all(devices);
  for (const Link& link : links) all[static_cast<std::size_t>(link.from)].push_back(&link);
  return all;
}

/// How each device is reached, as far as on the way to `to`.
std::vector<Reached> reach(const core::Topology& node, const std::vector<Link>& all, DeviceId from,
                           DeviceId to) {
  const auto links = by_start(all, node.devices().size());
  std::vector<Reached> reached(node.devices().size());
  const auto at = [&](DeviceId id) -> Reached& { return reached[static_cast<std::size_t>(id)]; };
  at(from) = {true, nullptr, core::Bandwidth::from_gb_per_s(core::kMaxBandwidthGBps)};
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
  return reached;
}

std::vector<DeviceId> beside(DeviceId first, const std::vector<DeviceId>& firsts) {
  std::vector<DeviceId> all;
  for (std::size_t i = 0; i < firsts.size(); ++i) {
    if (firsts[i] == first) all.push_back(static_cast<DeviceId>(i));
  }
  return all;
}

}  // namespace

std::optional<Route> route_between(const core::Topology& node, DeviceId from, DeviceId to) {
  if (from == to) return {};
  std::vector<DeviceId> firsts = firsts_of(node);
  // The ends are meant one by one.
  const DeviceId end = firsts[static_cast<std::size_t>(to)];
  const DeviceId start = firsts[static_cast<std::size_t>(from)];
  for (DeviceId& first : firsts) {
    if (first == start || first == end) first = static_cast<DeviceId>(&first - firsts.data());
  }
  const std::vector<Link> all = merged(all_links(node), firsts);
  const std::vector<Reached> reached = reach(node, all, from, to);
  const auto at = [&](DeviceId id) { return reached[static_cast<std::size_t>(id)]; };
  if (!at(to).is_there) return {};
  Route route{{{to}}, at(to).narrowest};
  for (const Link* by = at(to).by; by != nullptr; by = at(by->from).by) {
    route.steps.push_back(beside(by->from, firsts));
  }
  std::ranges::reverse(route.steps);
  return route;
}

}  // namespace treering::app::setup
