#include <algorithm>
#include <variant>

#include "app/setup/route.h"
#include "core/assert.h"
#include "core/topology/cluster.h"
#include "core/topology/names.h"
#include "sim/bound/device_rates.h"

namespace treering::app::setup {
namespace {

using core::DeviceId;
using core::DeviceKind;

enum class Direction { Out, In };

core::Bandwidth rate_of_port(std::int64_t mbps) {
  return core::Bandwidth::from_gbit_per_s(static_cast<double>(mbps) / 1000);
}

std::optional<Route> route_of(const core::Topology& node, std::pair<DeviceId, DeviceId> ends,
                              Direction direction) {
  if (direction == Direction::Out) return route_between(node, ends.first, ends.second);
  auto route = route_between(node, ends.second, ends.first);
  if (route) std::ranges::reverse(route->steps);
  return route;
}

std::optional<NodeSide> side_of_gpu(const core::Topology& node, const sim::GpuRail& rail,
                                    Direction direction) {
  if (rail.ports.empty()) return {};
  const sim::RailPort& first = rail.ports.front();
  const std::string name = first.name.substr(0, first.name.find('+'));  // of ports that are joined
  const auto port = core::device_named(node, name);
  if (!port) return {};
  const bool is_joined = name != first.name;
  // Joined ports share the way as far as their adapter.
  const DeviceId end = is_joined ? std::get<core::NicPort>(node.device(*port).info).nic : *port;
  if (end == core::kNoDevice) return {};
  auto route = route_of(node, {rail.gpu, end}, direction);
  if (!route) return {};
  if (is_joined) route->steps.push_back({*port});
  NodeSide side{std::move(route->steps),
                {},
                first.rail,
                std::min(route->narrowest, rate_of_port(first.speed_mbps))};
  for (const sim::RailPort& one : rail.ports) side.ports.push_back(one.name);
  return side;
}

/// Of an adapter its first port.
std::optional<NodeSide> side_of_adapter(const core::Topology& node, DeviceId device) {
  const auto ports = node.of_kind(DeviceKind::NicPort);
  const auto is_its = [&](DeviceId id) {
    return id == device || std::get<core::NicPort>(node.device(id).info).nic == device;
  };
  const auto port = std::ranges::find_if(ports, is_its);
  if (port == ports.end()) return {};
  NodeSide side;
  if (*port != device) side.steps.push_back({device});
  side.steps.push_back({*port});
  side.rail = static_cast<int>(port - ports.begin());
  side.rate = rate_of_port(std::get<core::NicPort>(node.device(*port).info).speed_mbps);
  return side;
}

std::optional<NodeSide> side_of(const Setup& setup, const std::vector<sim::GpuRail>& usual,
                                const NodeEnd& end, Direction direction) {
  const core::Topology& node = core::topology_of(setup.cluster, end.node);
  if (end.device == core::kNoDevice) {
    const auto rates = sim::bound::rates_of_all_adapters(node);
    NodeSide side;
    side.rate = direction == Direction::Out ? rates.out : rates.in;
    return side;
  }
  if (node.device(end.device).kind() != DeviceKind::Gpu) return side_of_adapter(node, end.device);
  const bool is_usual = &node == &setup.cluster.node;
  const auto rails = is_usual ? usual : sim::rails_of(node, setup.job);
  const auto rail = std::ranges::find(rails, end.device, &sim::GpuRail::gpu);
  return rail == rails.end() ? std::nullopt : side_of_gpu(node, *rail, direction);
}

}  // namespace

std::optional<NodeRoute> route_between_nodes(const Setup& setup,
                                             const std::vector<sim::GpuRail>& usual, NodeEnd from,
                                             NodeEnd to) {
  TREERING_ASSERT(from.node != to.node, "a way between nodes has two of them");
  auto out = side_of(setup, usual, from, Direction::Out);
  auto in = side_of(setup, usual, to, Direction::In);
  if (!out || !in) return {};
  NodeRoute route{*std::move(out), *std::move(in), {}, {}, {}};
  route.narrowest = std::min(route.out.rate, route.in.rate);
  route.shared = route.narrowest;
  const core::Fabric& fabric = setup.cluster.fabric;
  const std::vector<int> leaves = core::leaves_by_node(fabric, setup.cluster.node_count);
  if (!leaves.empty()) {
    route.leaves = {leaves[static_cast<std::size_t>(from.node)],
                    leaves[static_cast<std::size_t>(to.node)]};
    const bool crosses_spine = route.leaves->first != route.leaves->second;
    if (crosses_spine) route.shared = route.narrowest / fabric.oversubscription;
  }
  return route;
}

}  // namespace treering::app::setup
