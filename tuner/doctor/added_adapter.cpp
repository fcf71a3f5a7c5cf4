#include <algorithm>
#include <charconv>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "tuner/doctor/condition.h"

namespace treering::tuner::doctor {
namespace {

using core::DeviceId;
using core::DeviceKind;
using core::Topology;

/// Adapters for each GPU, by the CPUs that have GPUs.
std::map<DeviceId, double> adapters_per_gpu(const Topology& node) {
  std::map<DeviceId, double> gpus;
  std::map<DeviceId, double> shares;
  for (const DeviceId id : node.of_kind(DeviceKind::Gpu)) gpus[node.cpu_of(id)] += 1;
  for (const DeviceId id : node.of_kind(DeviceKind::Nic)) shares[node.cpu_of(id)] += 1;
  for (const auto& [cpu, count] : gpus) shares[cpu] /= count;
  std::erase_if(shares, [&](const auto& share) { return !gpus.contains(share.first); });
  return shares;
}

std::ptrdiff_t adapters_below(const Topology& node, DeviceId above) {
  const auto below = node.children_of(above);
  return std::ranges::count_if(
      below, [&](DeviceId id) { return node.device(id).kind() == DeviceKind::Nic; });
}

/// The devices above `id`, from the root of the PCI tree on.
std::vector<DeviceId> all_above(const Topology& node, DeviceId id) {
  std::vector<DeviceId> way;
  for (DeviceId at = node.parent_of(id); at != core::kNoDevice; at = node.parent_of(at)) {
    way.push_back(at);
  }
  std::ranges::reverse(way);
  return way;
}

/// The parent of an adapter like `nic`: a switch or CPU above GPUs or adapters, as deep in the tree
/// as that above `nic`.
DeviceId place_like(const Topology& node, DeviceId nic) {
  const auto shares = adapters_per_gpu(node);
  const std::size_t depth = all_above(node, nic).size();
  const auto rank = [&](DeviceId place) {
    const auto share = shares.find(node.cpu_of(place));
    return std::tuple(share == shares.end(), share == shares.end() ? 0 : share->second,
                      adapters_below(node, place));
  };
  DeviceId best = node.parent_of(nic);
  for (const DeviceKind kind : {DeviceKind::Gpu, DeviceKind::Nic}) {
    for (const DeviceId id : node.of_kind(kind)) {
      const auto way = all_above(node, id);
      if (way.size() >= depth && rank(way[depth - 1]) < rank(best)) best = way[depth - 1];
    }
  }
  return best;
}

/// The first that nothing has after that of the last device below `place`: NCCL goes by their
/// order.
std::string free_bus_id(const Topology& node, DeviceId place) {
  constexpr unsigned kBuses = 256;
  std::string domain = "fffe";
  unsigned bus = 0;
  for (const DeviceId id : node.children_of(place)) {
    const auto& pci = node.device(id).pci;
    if (!pci || pci->bus_id.size() < 7) continue;
    domain = pci->bus_id.substr(0, 4);
    std::from_chars(&pci->bus_id[5], &pci->bus_id[7], bus, 16);
  }
  for (unsigned i = 1; i < kBuses; ++i) {
    const std::string start = fmt::format("{}:{:02x}:", domain, (bus + i) % kBuses);
    const bool is_taken = std::ranges::any_of(node.devices(), [&](const core::Device& device) {
      return device.pci && device.pci->bus_id.starts_with(start);
    });
    if (!is_taken) return start + "00.0";
  }
  return "fffe:00:00.0";
}

std::string free_name(const Topology& node, std::string_view kind) {
  const auto is_taken = [&](const std::string& name) {
    return std::ranges::any_of(node.devices(), [&](const auto& one) { return one.name == name; });
  };
  int number = 1;
  while (is_taken(fmt::format("{} {}", kind, number))) ++number;
  return fmt::format("{} {}", kind, number);
}

core::Device port_like(const Topology& node, DeviceId port, DeviceId nic) {
  core::Device copy = node.device(port);
  copy.name = free_name(node, "added port");
  auto& info = std::get<core::NicPort>(copy.info);
  info.nic = nic;
  info.guid = 0;  // of another ASIC than any
  for (const DeviceId id : node.of_kind(DeviceKind::NicPort)) {
    info.index = std::max(info.index, std::get<core::NicPort>(node.device(id).info).index + 1);
  }
  return copy;
}

}  // namespace

Condition with_adapter_like(Condition condition, core::DeviceId port) {
  const Topology& node = condition.cluster.node;
  const DeviceId known = std::get<core::NicPort>(node.device(port).info).nic;
  const DeviceId above = node.parent_of(known);
  if (above == core::kNoDevice) return condition;
  const DeviceId place = place_like(node, known);
  core::TopologyBuilder builder(node.name(), node.description());
  builder.set_extra(node.extra());
  for (const core::Device& device : node.devices()) builder.add(device);
  for (const core::Link& link : node.links()) builder.connect(link);
  core::Device copy = node.device(known);
  copy.name = free_name(node, "added NIC");
  if (copy.pci) copy.pci->bus_id = free_bus_id(node, place);
  const DeviceId nic = builder.add(std::move(copy));
  builder.add(port_like(node, port, nic));
  for (core::Link link : node.links()) {
    const bool is_up = link.from == known && link.to == above;
    const bool is_down = link.from == above && link.to == known;
    if (link.kind != core::LinkKind::Pcie || !(is_up || is_down)) continue;
    link.from = is_up ? nic : place;
    link.to = is_up ? place : nic;
    builder.connect(std::move(link));
  }
  condition.cluster.node = std::move(builder).build().value_or(node);
  return condition;
}

}  // namespace treering::tuner::doctor
