#include "sim/nccl/system/adapters.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/assert.h"
#include "core/topology/names.h"

namespace treering::sim::nccl::system {
namespace {

using core::DeviceId;
using core::DeviceKind;
using core::NicPort;
using core::Topology;

/// The adapter's name in its source: readers rename devices whose names are not unique and keep the
/// original in `extra`. NCCL lists a Data Direct function without the suffix that it appends
/// (v2.28.9-1, src/transport/net_ib.cc:786).
std::string adapter_of(const core::Device& port) {
  constexpr std::string_view kDataDirect = "_dma";
  const auto given = std::ranges::find(port.extra, "name", &core::Attributes::value_type::first);
  std::string name = given == port.extra.end() ? port.name : given->second;
  name.resize(std::min(name.find(':'), name.size()));  // "mlx5_0:1"
  if (name.ends_with(kDataDirect)) name.resize(name.size() - kDataDirect.size());
  return name;
}

/// The bus id of the port's card, without the last digit, which is the function. Empty without a
/// bus id.
std::string_view card_of(const Topology& node, DeviceId port) {
  const DeviceId nic = node.parent_of(port);
  if (nic == core::kNoDevice || !node.device(nic).pci) return {};
  const std::string_view bus_id = node.device(nic).pci->bus_id;
  return bus_id.substr(0, bus_id.empty() ? 0 : bus_id.size() - 1);
}

/// The numbers of the ports of each adapter, by host.
class PortNumbers {
 public:
  PortNumbers(const Topology& node, const std::vector<AdapterPort>& ports) : node_(node) {
    for (const AdapterPort& port : ports) {
      numbers_[{port.host, port.adapter}].insert(given_number(port));
      adapters_[{port.host, card_of(node, port.id)}].insert(port.adapter);
    }
  }

  /// Several ports count from 1. A single port is 1 where another adapter is a function of the same
  /// card, else the number that its source gives.
  int number_of(const AdapterPort& port) const {
    const auto& numbers = numbers_.at({port.host, port.adapter});
    if (numbers.size() > 1) {
      return 1 + static_cast<int>(std::distance(numbers.begin(), numbers.find(given_number(port))));
    }
    const std::string_view device = card_of(node_, port.id);
    const bool shares_card = !device.empty() && adapters_.at({port.host, device}).size() > 1;
    return shares_card ? 1 : std::max(given_number(port), 1);
  }

 private:
  int given_number(const AdapterPort& port) const {
    return std::get<NicPort>(node_.device(port.id).info).port;
  }

  const Topology& node_;
  std::map<std::pair<int, std::string>, std::set<int>> numbers_;
  std::map<std::pair<int, std::string_view>, std::set<std::string>> adapters_;
};

std::map<int, std::vector<DeviceId>> ports_by_host(const Topology& node) {
  std::map<int, std::vector<DeviceId>> hosts;
  for (const AdapterPort& port : adapter_ports(node)) hosts[port.host].push_back(port.id);
  return hosts;
}

}  // namespace

std::vector<AdapterPort> adapter_ports(const Topology& node) {
  std::vector<AdapterPort> ports;
  for (const DeviceId id : node.of_kind(DeviceKind::NicPort)) {
    ports.push_back({id, adapter_of(node.device(id)), 1, core::host_of(node, id)});
  }
  const PortNumbers numbers(node, ports);
  for (AdapterPort& port : ports) port.port = numbers.number_of(port);
  return ports;
}

bool is_used(const job::AdapterList& list, std::string_view adapter, int port) {
  const auto names = [&](const job::NetName& one) {
    const bool is_adapter = list.is_exact ? adapter == one.name : adapter.starts_with(one.name);
    return is_adapter && one.port.value_or(port) == port;
  };
  const bool is_named = list.names.empty() || std::ranges::any_of(list.names, names);
  return is_named != list.is_excluding;
}

std::set<DeviceId> used_ports(const Topology& node, const job::AdapterList& list) {
  std::set<DeviceId> used;
  for (const AdapterPort& one : adapter_ports(node)) {
    if (is_used(list, one.adapter, one.port)) used.insert(one.id);
  }
  return used;
}

std::set<DeviceId> spread_ports(const Topology& node, int count_per_host) {
  std::set<DeviceId> chosen;
  const auto count = static_cast<std::size_t>(count_per_host);
  for (const auto& [host, ports] : ports_by_host(node)) {
    TREERING_ASSERT(count <= ports.size(), "each host has as many ports as are asked for");
    for (std::size_t i = 0; i < count; ++i) chosen.insert(ports[i * ports.size() / count]);
  }
  return chosen;
}

int least_ports(const Topology& node) {
  std::size_t least = 0;
  for (const auto& [host, ports] : ports_by_host(node)) {
    least = least == 0 ? ports.size() : std::min(least, ports.size());
  }
  return static_cast<int>(least);
}

std::vector<std::string> unknown_names(const Topology& node, const job::AdapterList& list) {
  const auto ports = adapter_ports(node);
  std::vector<std::string> unknown;
  for (const job::NetName& name : list.names) {
    const job::AdapterList alone{false, list.is_exact, {name}};
    const bool is_known = std::ranges::any_of(
        ports, [&](const AdapterPort& one) { return is_used(alone, one.adapter, one.port); });
    const std::string port = name.port ? fmt::format(":{}", *name.port) : "";
    if (!is_known) unknown.push_back(name.name + port);
  }
  return unknown;
}

std::string names_of_adapters(const std::vector<AdapterPort>& ports, std::size_t most) {
  std::vector<std::string> names;
  for (const AdapterPort& port : ports) {
    if (std::ranges::find(names, port.adapter) == names.end()) names.push_back(port.adapter);
  }
  if (names.size() <= most) return fmt::format("{}", fmt::join(names, ", "));
  const std::size_t more = names.size() - most + 1;
  names.resize(most - 1);
  return fmt::format("{} and {} more", fmt::join(names, ", "), more);
}

core::Error no_adapter_left(const Topology& node) {
  constexpr std::size_t kMostNames = 32;
  const auto ports = adapter_ports(node);
  return core::usage_error(
             "NCCL_IB_HCA", fmt::format("it leaves NCCL none of the adapters of {}", node.name()),
             ports.empty() ? "" : fmt::format("have {}", names_of_adapters(ports, kMostNames)),
             "NCCL then finds no InfiniBand device and falls back to TCP sockets, which a topology "
             "does not describe")
      .value();
}

}  // namespace treering::sim::nccl::system
