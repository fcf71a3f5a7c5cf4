#include "sim/bound/device_rates.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>

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

namespace {

using core::DeviceId;
using core::DeviceKind;
using core::LinkKind;

/// The NVLink neighbours of a GPU of the job.
struct NvlinkPeers {
  std::set<DeviceId> gpus;  // of the job
  std::set<DeviceId> switches;
};

class GpusOfJob {
 public:
  GpusOfJob(const core::Topology& node, std::span<const DeviceId> gpus) : node_(node), gpus_(gpus) {
    for (const core::Link& link : node.links()) {
      if (link.kind != LinkKind::NvLink || !has(link.from) || link.from == link.to) continue;
      if (has(link.to)) peers_[link.from].gpus.insert(link.to);
      if (is_switch(link.to)) peers_[link.from].switches.insert(link.to);
    }
  }

  bool has(DeviceId id) const { return std::ranges::find(gpus_, id) != gpus_.end(); }

  /// Whether an NVLink between a GPU of the job and `other` can lead to another GPU of the job.
  bool leads_to_job(DeviceId other) const {
    return gpus_.size() > 1 && (has(other) || is_switch(other));
  }

  /// A link to the host may be an NVLink: POWER9 has NVLinks to its GPUs.
  bool leads_to_host(const core::Link& link, DeviceId other) const {
    return link.kind != LinkKind::NvLink ||
           (!is_switch(other) && node_.device(other).kind() != DeviceKind::Gpu);
  }

  bool is_joined_by_nvlink() const {
    for (const DeviceId one : gpus_) {
      for (const DeviceId other : gpus_) {
        if (one < other && !are_joined(one, other)) return false;
      }
    }
    return gpus_.size() > 1;
  }

 private:
  bool is_switch(DeviceId id) const { return node_.device(id).kind() == DeviceKind::NvSwitch; }

  bool are_joined(DeviceId one, DeviceId other) const {
    const auto first = peers_.find(one);
    const auto second = peers_.find(other);
    if (first == peers_.end() || second == peers_.end()) return false;
    return first->second.gpus.contains(other) ||
           std::ranges::any_of(first->second.switches, [&](DeviceId shared) {
             return second->second.switches.contains(shared);
           });
  }

  const core::Topology& node_;
  std::span<const DeviceId> gpus_;
  std::map<DeviceId, NvlinkPeers> peers_;
};

}  // namespace

JobLinks links_of_job(const core::Topology& node, std::span<const DeviceId> gpus, int nodes) {
  const GpusOfJob job(node, gpus);
  const bool is_nvlink_alone = nodes == 1 && job.is_joined_by_nvlink();
  std::map<DeviceId, Rates> rates;
  JobLinks result;
  for (const core::Link& link : node.links()) {
    if (link.from == link.to) continue;
    const auto add = [&](DeviceId gpu, DeviceId other, core::Bandwidth Rates::*way) {
      if (!job.has(gpu)) return;
      const bool to_host = job.leads_to_host(link, other);
      const bool is_used = to_host ? !is_nvlink_alone : job.leads_to_job(other);
      if (is_used) rates[gpu].*way += link.bandwidth;
      if (to_host) result.to_hosts.*way += link.bandwidth;
    };
    add(link.from, link.to, &Rates::out);
    add(link.to, link.from, &Rates::in);
  }
  for (const DeviceId gpu : gpus) result.per_gpu.push_back(rates[gpu]);
  return result;
}

}  // namespace treering::sim::bound
