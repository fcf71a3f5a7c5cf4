#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "tuner/diff/compare.h"

namespace treering::tuner::diff {
namespace {

using core::DeviceId;
using core::DeviceKind;
using core::Topology;

/// A key by which devices are matched; an empty one matches nothing.
using Key = std::string (*)(const Topology&, DeviceId);

const core::Cpu* cpu_above(const Topology& node, DeviceId id) {
  const DeviceId cpu = node.cpu_of(id);
  return cpu == core::kNoDevice ? nullptr : &std::get<core::Cpu>(node.device(cpu).info);
}

std::string numa_of(const Topology& node, DeviceId id) {
  const auto* cpu = cpu_above(node, id);
  return cpu == nullptr ? "none" : fmt::format("{}/{}", cpu->host, cpu->numa_id);
}

/// Bus ids are of a host, and NVSwitches of none.
std::string bus_of(const Topology& node, DeviceId id) {
  const core::Device& device = node.device(id);
  const auto* cpu = cpu_above(node, id);
  if (!device.pci || device.pci->bus_id.empty() || !is_known(device, {"pci/bus_id"})) return "";
  return fmt::format("{}/{}", cpu == nullptr ? 0 : cpu->host, device.pci->bus_id);
}

/// Its kind and what is above it, up to the NUMA node.
std::string place_of(const Topology& node, DeviceId id) {
  const core::Device& device = node.device(id);
  std::string place = numa_of(node, id);
  if (device.pci) place += fmt::format(" {}:{}", device.pci->vendor, device.pci->device);
  int above = 0;
  for (DeviceId at = node.parent_of(id); at != core::kNoDevice; at = node.parent_of(at)) ++above;
  return place + fmt::format(" {} {}", above, node.children_of(id).size());
}

std::string bus_and_place_of(const Topology& node, DeviceId id) {
  const std::string bus = bus_of(node, id);
  return bus.empty() ? "" : bus + " " + place_of(node, id);
}

std::string name_of(const Topology& node, DeviceId id) {
  return node.device(id).name;
}

std::string kind_of(const Topology& /*node*/, DeviceId /*id*/) {
  return "any";
}

/// GB/s of the links of adapters to what is above them, by adapter; those that a source reports.
std::map<DeviceId, double> adapter_rates(const Topology& node) {
  std::map<DeviceId, double> rates;
  for (const core::Link& link : node.links()) {
    if (link.kind != core::LinkKind::Pcie || !is_known(link)) continue;
    if (node.device(link.from).kind() != DeviceKind::Nic) continue;
    if (link.to == node.parent_of(link.from)) rates[link.from] = link.bandwidth.in_gb_per_s();
  }
  return rates;
}

class Matcher {
 public:
  struct Side {
    const Topology& node;
    std::vector<DeviceId> ids;
  };

  Matcher(Side a, Side b)
      : a_(a.node), b_(b.node), left_a_(std::move(a.ids)), left_b_(std::move(b.ids)) {}

  /// From here on adapters match only their like.
  void tell_adapters_apart() {
    rates_a_ = adapter_rates(a_);
    rates_b_ = adapter_rates(b_);
  }

  void by(Key key) {
    std::map<std::string, std::vector<DeviceId>> known;
    for (const DeviceId id : left_b_) known[key(b_, id)].push_back(id);
    std::map<std::string, std::size_t> passed;  // the first so many are taken
    std::vector<DeviceId> left;
    for (const DeviceId id : left_a_) {
      const std::string own = key(a_, id);
      const auto& others = known[own];
      std::size_t& first = passed[own];
      while (first < others.size() && is_taken_.contains(others[first])) ++first;
      const auto other =
          std::find_if(others.begin() + static_cast<std::ptrdiff_t>(first), others.end(),
                       [&](DeviceId one) { return !is_taken_.contains(one) && is_like(id, one); });
      if (own.empty() || other == others.end()) {
        left.push_back(id);
      } else {
        found_.pairs.push_back({id, *other});
        is_taken_[*other] = true;
      }
    }
    left_a_ = std::move(left);
    std::erase_if(left_b_, [&](DeviceId id) { return is_taken_.contains(id); });
  }

  /// Whether what is left is the same on both sides by a key.
  bool agrees(Key key) const {
    std::map<std::string, int> counts;
    for (const DeviceId id : left_a_) ++counts[key(a_, id)];
    for (const DeviceId id : left_b_) --counts[key(b_, id)];
    return std::ranges::all_of(counts, [](const auto& entry) { return entry.second == 0; });
  }

  Matching found() && {
    std::ranges::sort(found_.pairs, {}, &Pair::a);
    found_.only_a = std::move(left_a_);
    found_.only_b = std::move(left_b_);
    return std::move(found_);
  }

 private:
  /// Whether one may stand in the other's place. Adapters of other models do where the PCIe of one
  /// carries at most four times as much, two generations or a quarter of the lanes: not one for
  /// management and one for the GPUs.
  bool is_like(DeviceId id_a, DeviceId id_b) const {
    const auto rate_a = rates_a_.find(id_a);
    const auto rate_b = rates_b_.find(id_b);
    if (rate_a == rates_a_.end() || rate_b == rates_b_.end()) return true;
    const auto& pci_a = a_.device(id_a).pci;
    const auto& pci_b = b_.device(id_b).pci;
    if (!pci_a || !pci_b) return true;
    if (pci_a->vendor == pci_b->vendor && pci_a->device == pci_b->device) return true;
    constexpr double kMostApart = 4.5;  // 4, rounded as sources do
    return std::max(rate_a->second, rate_b->second) <=
           kMostApart * std::min(rate_a->second, rate_b->second);
  }

  const Topology& a_;
  const Topology& b_;
  std::vector<DeviceId> left_a_;
  std::vector<DeviceId> left_b_;
  std::map<DeviceId, double> rates_a_;
  std::map<DeviceId, double> rates_b_;
  std::map<DeviceId, bool> is_taken_;
  Matching found_;
};

}  // namespace

Matching match(const Topology& a, const Topology& b, DeviceKind kind) {
  Matcher matcher({a, a.of_kind(kind)}, {b, b.of_kind(kind)});
  if (kind == DeviceKind::Nic) matcher.tell_adapters_apart();
  if (kind == DeviceKind::Cpu) {
    matcher.by(numa_of);
  } else {
    matcher.by(bus_and_place_of);
    // All there, but renumbered: a bus id that returns elsewhere is chance.
    if (matcher.agrees(place_of)) matcher.by(place_of);
    for (const Key key : {bus_of, place_of, name_of, numa_of}) matcher.by(key);
  }
  matcher.by(kind_of);
  return std::move(matcher).found();
}

Matching match_ports(const Topology& a, const Topology& b, const Matching& nics) {
  Matching all;
  for (const Pair& nic : nics.pairs) {
    Matcher matcher({a, a.children_of(nic.a)}, {b, b.children_of(nic.b)});
    matcher.by(name_of);
    matcher.by(kind_of);
    const Matching found = std::move(matcher).found();
    all.pairs.insert(all.pairs.end(), found.pairs.begin(), found.pairs.end());
    all.only_a.insert(all.only_a.end(), found.only_a.begin(), found.only_a.end());
    all.only_b.insert(all.only_b.end(), found.only_b.begin(), found.only_b.end());
  }
  std::ranges::sort(all.pairs, {}, &Pair::a);
  return all;
}

}  // namespace treering::tuner::diff
