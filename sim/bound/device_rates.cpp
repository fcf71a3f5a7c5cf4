#include "sim/bound/device_rates.h"

#include <algorithm>
#include <cstddef>
#include <map>

namespace treering::sim::bound {

using core::Bandwidth;
using core::DeviceId;

std::vector<Rates> rates_of_devices(const core::Topology& node,
                                    std::optional<core::LinkKind> kind) {
  std::vector<Rates> rates(node.devices().size());
  for (const core::Link& link : node.links()) {
    if (kind && link.kind != *kind) continue;
    if (link.from == link.to) continue;  // some virtual machines show NVLinks that lead nowhere
    rates[static_cast<std::size_t>(link.from)].out += link.bandwidth;
    rates[static_cast<std::size_t>(link.to)].in += link.bandwidth;
  }
  return rates;
}

std::vector<Rates> rates_of_adapters(const core::Topology& node,
                                     const std::function<bool(const core::NicPort&)>& is_used) {
  std::map<DeviceId, Bandwidth> by_nic;
  for (const DeviceId id : node.of_kind(core::DeviceKind::NicPort)) {
    const auto& port = std::get<core::NicPort>(node.device(id).info);
    if (!is_used(port)) continue;
    by_nic[port.nic] += Bandwidth::from_gbit_per_s(static_cast<double>(port.speed_mbps) / 1e3);
  }
  const auto by_device = rates_of_devices(node, core::LinkKind::Pcie);
  std::vector<Rates> result;
  for (const auto& [nic, ports] : by_nic) {
    const bool on_pcie = nic != core::kNoDevice && node.device(nic).pci.has_value();
    const Rates pcie = on_pcie ? by_device[static_cast<std::size_t>(nic)] : Rates{};
    const auto limited = [&, all = ports](Bandwidth by) {
      return by.in_gb_per_s() > 0 ? std::min(all, by) : all;
    };
    result.push_back({limited(pcie.out), limited(pcie.in)});
  }
  return result;
}

Rates rates_of_all_adapters(const core::Topology& node) {
  Rates sum;
  for (const Rates& one : rates_of_adapters(node, [](const core::NicPort&) { return true; })) {
    sum.out += one.out;
    sum.in += one.in;
  }
  return sum;
}

}  // namespace treering::sim::bound
