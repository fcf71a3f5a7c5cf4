#include <algorithm>
#include <iterator>
#include <variant>

#include <fmt/format.h>

#include "hw/fabric/analysis/most_common.h"
#include "hw/fabric/join/join_hosts.h"

namespace treering::hw::fabric::join {
namespace {

std::int64_t rate_of(const analysis::HostPort& port, const FabricGraph& graph) {
  return graph.cables[static_cast<std::size_t>(port.cable)].rate.mbps();
}

int host_of(const core::Topology& node, core::DeviceId id) {
  const core::DeviceId cpu = node.cpu_of(id);
  return cpu == core::kNoDevice ? 0 : std::get<core::Cpu>(node.device(cpu).info).host;
}

std::uint64_t swapped(std::uint64_t guid) {
  std::uint64_t result = 0;
  for (int i = 0; i < 8; ++i, guid >>= 8U) result = result << 8U | (guid & 0xffU);
  return result;
}

}  // namespace

NodePorts ports_of(const core::Topology& node) {
  NodePorts ports;
  for (const core::DeviceId id : node.of_kind(core::DeviceKind::Cpu)) {
    ports.hosts = std::max(ports.hosts, host_of(node, id) + 1);
  }
  std::vector<std::int64_t> rates;
  for (const core::DeviceId id : node.of_kind(core::DeviceKind::NicPort)) {
    const auto& port = std::get<core::NicPort>(node.device(id).info);
    if (port.guid != 0) ports.guids.push_back(port.guid);
    if (host_of(node, id) != 0) continue;
    ports.names.push_back(node.device(id).name);
    rates.push_back(port.speed_mbps);
  }
  ports.mbps = analysis::most_common(rates).value;
  return ports;
}

std::string text_of(const PortSet& set) {
  const std::string count = fmt::format("{} port{}", set.count, set.count == 1 ? "" : "s");
  return set.mbps == 0
             ? count
             : fmt::format("{} of {:g} Gbit/s", count, static_cast<double>(set.mbps) / 1000);
}

std::vector<analysis::HostPort> matching_ports(const analysis::FabricHost& host,
                                               const NodePorts& node, const FabricGraph& graph) {
  std::vector<analysis::HostPort> matching;
  const auto pick = [&](auto holds) {
    matching.clear();
    std::ranges::copy_if(host.ports, std::back_inserter(matching), holds);
    return matching.size();
  };
  const auto has_name = [&](const analysis::HostPort& port) {
    return std::ranges::find(node.names, port.device) != node.names.end();
  };
  if (pick(has_name) == node.count()) return matching;
  const auto has_rate = [&](const analysis::HostPort& port) {
    const std::int64_t mbps = rate_of(port, graph);
    return mbps == 0 || mbps == node.mbps;
  };
  if (pick(has_rate) > 0) return matching;
  return host.ports;
}

PortSet port_set(const std::vector<analysis::HostPort>& ports, const FabricGraph& graph) {
  std::vector<std::int64_t> rates;
  for (const analysis::HostPort& port : ports) rates.push_back(rate_of(port, graph));
  return {ports.size(), analysis::most_common(rates).value};
}

bool are_alike(const PortSet& host, const NodePorts& node, const FabricGraph& graph) {
  if (!graph.knows_cables) return true;
  return host.count == node.count() && (host.mbps == 0 || node.mbps == 0 || host.mbps == node.mbps);
}

bool has_guid(const FabricNode& adapter, const std::vector<std::uint64_t>& guids) {
  return std::ranges::any_of(guids, [&](std::uint64_t guid) {
    const std::uint64_t other = swapped(guid);
    const bool is_own = adapter.guid == guid || adapter.guid == other;
    return is_own || (adapter.system != 0 && (adapter.system == guid || adapter.system == other));
  });
}

}  // namespace treering::hw::fabric::join
