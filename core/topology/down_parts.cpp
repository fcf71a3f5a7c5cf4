#include <algorithm>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/named_values.h"
#include "core/topology/part.h"

namespace treering::core {
namespace {

using Devices = std::set<DeviceId>;

constexpr std::string_view kAllNvSwitches = "NVSwitch";

/// What a word names, as the node names it.
struct NamedDevices {
  std::string name;
  Devices devices;
};

Result<NamedDevices> named(const Topology& node, std::string_view word, const std::string& where) {
  std::vector<std::string_view> known;
  for (std::size_t i = 0; i < node.devices().size(); ++i) {
    const std::string& name = node.devices()[i].name;
    if (is_same_name(name, word)) return NamedDevices{name, {static_cast<DeviceId>(i)}};
    known.push_back(name);
  }
  const auto switches = node.of_kind(DeviceKind::NvSwitch);
  if (!switches.empty()) {
    if (is_same_name(kAllNvSwitches, word)) {
      return NamedDevices{std::string(kAllNvSwitches), {switches.begin(), switches.end()}};
    }
    known.push_back(kAllNvSwitches);
  }
  return unknown_device(where, word, known);
}

/// A device and all below it in the PCI tree.
Devices with_all_below(const Topology& node, DeviceId top) {
  Devices all{top};
  std::vector<DeviceId> next{top};
  while (!next.empty()) {
    const DeviceId id = next.back();
    next.pop_back();
    for (const DeviceId child : node.children_of(id)) {
      if (all.insert(child).second) next.push_back(child);
    }
  }
  return all;
}

/// The host no longer finds these. NCCL reads no more of them than GPUs and ports.
Result<Topology> without_below(const Topology& node, DeviceId top, const std::string& where) {
  const Devices gone = with_all_below(node, top);
  const auto is_gone = [&](DeviceId id) { return gone.contains(id); };
  const auto gpus = node.of_kind(DeviceKind::Gpu);
  if (const auto gpu = std::ranges::find_if(gpus, is_gone); gpu != gpus.end()) {
    return usage_error(
        where, fmt::format("{} is down then, and its rank is missing", node.device(*gpu).name),
        "expected a fault with which all GPUs of the job are there",
        "⟨devices⟩ leaves a GPU out of all nodes");
  }
  Devices ports;
  for (const DeviceId id : node.of_kind(DeviceKind::NicPort)) {
    if (!is_gone(id)) ports.insert(id);
  }
  return with_ports(node, ports);
}

bool joins(const Link& link, const Devices& one, const Devices& other) {
  return (one.contains(link.from) && other.contains(link.to)) ||
         (one.contains(link.to) && other.contains(link.from));
}

/// NCCL finds NVSwitches by their links.
Devices idle_nvswitches(const Topology& node, const std::vector<Link>& links) {
  Devices idle;
  for (const DeviceId id : node.of_kind(DeviceKind::NvSwitch)) {
    const bool is_joined = std::ranges::any_of(
        links, [id](const Link& link) { return link.from == id || link.to == id; });
    if (!is_joined) idle.insert(id);
  }
  return idle;
}

Result<Topology> without_links(const Topology& node, const Devices& one, const Devices& other) {
  std::vector<Link> left;
  std::ranges::copy_if(node.links(), std::back_inserter(left),
                       [&](const Link& link) { return !joins(link, one, other); });
  const Devices idle = idle_nvswitches(node, left);
  std::vector<DeviceId> new_ids;
  return without_devices(node, {node.devices(), std::move(left)}, idle, new_ids);
}

Devices all_devices(const Topology& node) {
  Devices all;
  for (std::size_t i = 0; i < node.devices().size(); ++i) all.insert(static_cast<DeviceId>(i));
  return all;
}

Result<Topology> without_device(const Topology& node, const NamedDevices& gone,
                                const std::string& where) {
  const DeviceId first = *gone.devices.begin();
  if (node.device(first).kind() == DeviceKind::NvSwitch) {
    return without_links(node, gone.devices, all_devices(node));
  }
  return without_below(node, first, where);
}

/// The lower one of two where the other is right above it.
std::optional<DeviceId> lower_of(const Topology& node, const Devices& one, const Devices& other) {
  const DeviceId a = *one.begin();
  const DeviceId b = *other.begin();
  if (node.parent_of(a) == b) return a;
  if (node.parent_of(b) == a) return b;
  return std::nullopt;
}

Result<Topology> without_links_between(const Topology& node, const NamedDevices& one,
                                       const NamedDevices& other, const std::string& where) {
  if (const auto lower = lower_of(node, one.devices, other.devices)) {
    return without_below(node, *lower, where);
  }
  const auto link = std::ranges::find_if(
      node.links(), [&](const Link& each) { return joins(each, one.devices, other.devices); });
  if (link == node.links().end()) {
    return usage_error(where, fmt::format("no link joins {} and {}", one.name, other.name), "",
                       "treering show lists the links");
  }
  if (link->kind == LinkKind::InterSocket) {
    return usage_error(where, fmt::format("{}-{} is down", one.name, other.name),
                       "expected a share above 0, such as 0.01",
                       "NCCL takes all CPUs of a node to be joined");
  }
  return without_links(node, one.devices, other.devices);
}

}  // namespace

Result<NodeWithout> without(const Topology& node, std::string_view devices,
                            const std::string& where) {
  const auto made = [](Result<Topology> left, std::string what) -> Result<NodeWithout> {
    if (!left) return fail(left.error());
    return NodeWithout{*std::move(left), std::move(what)};
  };
  const auto whole = named(node, devices, where);
  if (whole) return made(without_device(node, *whole, where), whole->name);
  const auto dash = devices.find('-');
  if (dash == std::string_view::npos) return fail(whole.error());
  const auto one = named(node, devices.substr(0, dash), where);
  const auto other = named(node, devices.substr(dash + 1), where);
  if (!one) return fail(one.error());
  if (!other) return fail(other.error());
  return made(without_links_between(node, *one, *other, where),
              fmt::format("the links {}-{}", one->name, other->name));
}

}  // namespace treering::core
