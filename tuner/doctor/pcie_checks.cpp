// PCIe links that are slower than they could be.
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/topology/topology.h"
#include "core/units.h"
#include "hw/catalogue/gpus.h"
#include "hw/catalogue/links.h"
#include "tuner/doctor/checks.h"
#include "tuner/doctor/lookup.h"

namespace treering::tuner::doctor {
namespace {

using core::DeviceId;
using core::DeviceKind;
using core::LinkKind;
using core::PcieRate;

// PCIe carries packets of 128 to 512 bytes with 20 to 28 bytes around each (PCI Express Base
// Specification, TLP and data link layer): a port is held back from about here on.
constexpr double kPcieEfficiency = 0.95;

constexpr const char* kReseat =
    "reseat the card or its riser, and look for PCIe errors (AER) in dmesg; compare LnkSta with "
    "LnkCap in lspci -vv";

double speed_of(const PcieRate& rate) {
  return hw::catalogue::transfer_rate(rate.speed).value_or(0);
}

double bandwidth_of(const PcieRate& rate) {
  core::PciFunction function;
  function.link_speed = rate.speed;
  function.link_width = rate.width;
  return hw::catalogue::pcie_rate(function).bandwidth.in_gb_per_s();
}

bool is_known(const PcieRate& rate) {
  return rate.width > 0 && speed_of(rate) > 0;
}

/// The weaker of what two ends can do; what only one reports is taken from that.
PcieRate weaker(const PcieRate& a, const PcieRate& b) {
  PcieRate rate = speed_of(b) > 0 && (speed_of(a) <= 0 || speed_of(b) < speed_of(a))
                      ? PcieRate{b.speed, a.width}
                      : a;
  if (rate.width == 0 || (b.width > 0 && b.width < rate.width)) rate.width = b.width;
  return rate;
}

std::string rate_text(const PcieRate& rate) {
  return fmt::format("{:g} GT/s x{}", speed_of(rate), rate.width);
}

/// "GPU 3 (0000:44:00.0)"; "the adapter 0000:15:00.0" where only its kind is known.
std::string name_at(const Patient& patient, const core::PcieLinkState& link) {
  const core::Topology& node = patient.condition.cluster.node;
  const DeviceId id = device_at(node, link.bus_id);
  if (id != core::kNoDevice) return fmt::format("{} ({})", node.device(id).name, link.bus_id);
  switch (link.kind) {
    case core::PcieDevice::Gpu:
      return gpu_name(patient, -1, link.bus_id);
    case core::PcieDevice::Adapter:
      return fmt::format("the adapter {}", link.bus_id);
    case core::PcieDevice::Other:
    case core::PcieDevice::Unknown:
      break;
  }
  return fmt::format("the PCIe device {}", link.bus_id);
}

bool is_of_kind(const core::Topology& node, DeviceId id, DeviceKind kind) {
  return id != core::kNoDevice && node.device(id).kind() == kind;
}

bool is_adapter(const Patient& patient, const core::PcieLinkState& link) {
  const core::Topology& node = patient.condition.cluster.node;
  return link.kind == core::PcieDevice::Adapter ||
         is_of_kind(node, device_at(node, link.bus_id), DeviceKind::Nic);
}

/// What it can do and what it does where that is less: fewer lanes, or, of an adapter, whose speed
/// does not fall when it idles, a lower speed.
struct Shortfall {
  PcieRate can;
  PcieRate now;
  double share = 1;
};

std::optional<Shortfall> shortfall_of(const Patient& patient, const core::PcieLinkState& link) {
  const PcieRate can = weaker(link.device, link.port);
  if (!is_known(can) || link.now.width <= 0) return std::nullopt;
  PcieRate now{can.speed, link.now.width};
  if (is_adapter(patient, link) && speed_of(link.now) > 0) now.speed = link.now.speed;
  const double share = bandwidth_of(now) / bandwidth_of(can);
  if (share >= 1) return std::nullopt;
  return Shortfall{can, now, share};
}

Comparison with_whole_links(const Patient& patient,
                            const std::vector<const core::PcieLinkState*>& links) {
  const Condition mended = across_nodes(patient.condition);
  Comparison cost{mended, mended};
  for (const core::PcieLinkState* link : links) {
    const DeviceId id = device_at(mended.cluster.node, link->bus_id);
    const auto shortfall = shortfall_of(patient, *link);
    if (id != core::kNoDevice) cost.as_is = with_pcie_above(cost.as_is, id, shortfall->share);
  }
  return cost;
}

/// Below what both of its ends can do.
std::optional<Symptom> below_its_ends(const Patient& patient, const core::PcieLinkState& link) {
  const auto shortfall = shortfall_of(patient, link);
  if (!shortfall || link.port.width == 0) return std::nullopt;
  Symptom symptom{
      Severity::Fault,
      fmt::format("{} runs at PCIe {}, where both ends can do {}", name_at(patient, link),
                  rate_text(shortfall->now), rate_text(shortfall->can)),
      link.origin.source,
      kReseat,
      std::nullopt,
      commands_for_pcie({link.bus_id})};
  if (device_at(patient.condition.cluster.node, link.bus_id) != core::kNoDevice) {
    symptom.cost = with_whole_links(patient, {&link});
  }
  return symptom;
}

/// Links of one kind that run alike below what their devices can do.
using AlikeLinks = std::vector<const core::PcieLinkState*>;

/// A fault where most devices of the kind have all their lanes, else perhaps so by design.
Symptom below_devices(const Patient& patient, const std::string& how, const AlikeLinks& links,
                      bool is_odd) {
  std::vector<std::string> names;
  std::vector<std::string> bus_ids;
  for (const core::PcieLinkState* link : links) {
    names.push_back(name_at(patient, *link));
    bus_ids.push_back(link->bus_id);
  }
  Symptom symptom{is_odd ? Severity::Fault : Severity::Hint,
                  fmt::format("{} {} at {}{}", in_words(names), names.size() == 1 ? "runs" : "run",
                              how, is_odd ? ", as most of its kind do" : ""),
                  links.front()->origin.source,
                  is_odd
                      ? kReseat
                      : "this is right where the slots have no more lanes; compare LnkCap of the "
                        "ports above in lspci -vv",
                  std::nullopt,
                  commands_for_pcie(bus_ids)};
  const auto& node = patient.condition.cluster.node;
  const bool has_place = std::ranges::all_of(
      links, [&](const auto* link) { return device_at(node, link->bus_id) != core::kNoDevice; });
  if (is_odd && has_place) symptom.cost = with_whole_links(patient, links);
  return symptom;
}

/// Below what the device can do, where nothing says what its slot can do.
std::vector<Symptom> below_with_unknown_slot(const Patient& patient) {
  std::map<std::pair<bool, std::string>, AlikeLinks> alike;
  std::map<bool, std::size_t> all;  // by whether they are adapters
  for (const core::PcieLinkState& link : patient.host.pcie_links) {
    if (link.port.width != 0) continue;
    const bool is_nic = is_adapter(patient, link);
    ++all[is_nic];
    if (const auto shortfall = shortfall_of(patient, link)) {
      alike[{is_nic, fmt::format("PCIe {}, where the device can do {}", rate_text(shortfall->now),
                                 rate_text(shortfall->can))}]
          .push_back(&link);
    }
  }
  std::vector<Symptom> symptoms;
  for (const auto& [kind, links] : alike) {
    symptoms.push_back(
        below_devices(patient, kind.second, links, links.size() * 2 < all[kind.first]));
  }
  return symptoms;
}

/// Whether its port, or slot, can do less than the device.
bool is_below_itself(const core::PcieLinkState& link) {
  return is_known(link.device) && is_known(link.port) &&
         bandwidth_of(weaker(link.device, link.port)) < bandwidth_of(link.device);
}

/// Devices whose slot can do less than they can, those alike in one symptom.
std::vector<Symptom> below_themselves(const Patient& patient) {
  const core::Topology& node = patient.condition.cluster.node;
  std::map<std::string, std::vector<const core::PcieLinkState*>> alike;
  for (const core::PcieLinkState& link : patient.host.pcie_links) {
    const DeviceId id = device_at(node, link.bus_id);
    if (!is_of_kind(node, id, DeviceKind::Gpu) && !is_of_kind(node, id, DeviceKind::Nic)) continue;
    if (!is_below_itself(link)) continue;
    alike[fmt::format("can do PCIe {}, but the port above only {}", rate_text(link.device),
                      rate_text(link.port))]
        .push_back(&link);
  }
  std::vector<Symptom> symptoms;
  for (const auto& [what, links] : alike) {
    std::vector<DeviceId> devices;
    Condition mended = across_nodes(patient.condition);
    const Condition as_is = mended;
    for (const core::PcieLinkState* link : links) {
      devices.push_back(device_at(node, link->bus_id));
      core::PciFunction like;
      like.link_speed = link->device.speed;
      like.link_width = link->device.width;
      mended = with_pcie_above(
          mended, devices.back(),
          bandwidth_of(link->device) / bandwidth_of(weaker(link->device, link->port)), like);
    }
    symptoms.push_back({Severity::Warning, fmt::format("{} {}", names_of(node, devices), what),
                        links.front()->origin.source,
                        "check whether the firmware (BIOS) limits the slot's speed or splits its "
                        "lanes, or use another slot; else the machine is built so",
                        Comparison{as_is, mended}, commands_for_pcie(node, devices)});
  }
  return symptoms;
}

/// Whether check_pcie_links names the device for its slot, which says more than its rate.
bool is_known_by_slot(const Patient& patient, DeviceId id) {
  return std::ranges::any_of(patient.host.pcie_links, [&](const core::PcieLinkState& link) {
    return is_below_itself(link) && device_at(patient.condition.cluster.node, link.bus_id) == id;
  });
}

core::PciFunction pci_like(const core::Topology& node, const std::vector<DeviceId>& devices,
                           double rate) {
  for (const DeviceId id : devices) {
    if (rate_out(node, id, LinkKind::Pcie) >= rate * 0.99 && node.device(id).pci) {
      return *node.device(id).pci;
    }
  }
  return {};
}

/// Whether the rate of its PCIe is a default, which says nothing of the device.
bool is_rate_assumed(const core::Topology& node, DeviceId id) {
  const auto is_default = [&](const core::Link& link) {
    return link.kind == LinkKind::Pcie && link.from == id &&
           link.origin.kind == core::Origin::Kind::Assumed;
  };
  return is_assumed(node.device(id), "pci/link_speed") &&
         std::ranges::any_of(node.links(), is_default);
}

/// Finds those of equal devices that are on slower PCIe.
std::optional<Symptom> odd_pcie(const Patient& patient, std::vector<DeviceId> devices) {
  const core::Topology& node = patient.condition.cluster.node;
  std::erase_if(devices, [&](DeviceId id) { return is_rate_assumed(node, id); });
  const auto rate = [&](DeviceId id) { return rate_out(node, id, LinkKind::Pcie); };
  auto odd = low_outliers(devices, rate);
  if (!odd) return std::nullopt;
  std::erase_if(odd->less, [&](DeviceId id) { return is_known_by_slot(patient, id); });
  if (odd->less.empty()) return std::nullopt;
  const Condition as_is = across_nodes(patient.condition);
  Condition mended = as_is;
  const core::PciFunction like = pci_like(node, devices, odd->usual);
  std::vector<std::string> evidence;
  for (const DeviceId id : odd->less) {
    if (rate(id) <= 0) continue;
    mended = with_pcie_above(mended, id, odd->usual / rate(id), like);
    const auto& pci = node.device(id).pci;
    if (pci) {
      evidence.push_back(fmt::format("{}: {} x{}", pci->bus_id, pci->link_speed, pci->link_width));
    }
  }
  return Symptom{
      Severity::Warning,
      fmt::format("{}: PCIe of {}, where most equal devices have {}", names_of(node, odd->less),
                  core::format_bandwidth(core::Bandwidth::from_gb_per_s(rate(odd->less.front()))),
                  core::format_bandwidth(core::Bandwidth::from_gb_per_s(odd->usual))),
      in_words(evidence),
      "compare their slots and risers with the others', and LnkCap in lspci -vv",
      Comparison{as_is, mended},
      commands_for_pcie(node, odd->less)};
}

/// The sum over the ports of an adapter; 0 where they belong to several adapters, as behind the PCI
/// of virtual machines.
std::int64_t speed_of_ports(const core::Topology& node, DeviceId nic) {
  std::int64_t mbps = 0;
  std::set<std::uint64_t> asics;
  for (const DeviceId id : node.of_kind(DeviceKind::NicPort)) {
    const auto& port = std::get<core::NicPort>(node.device(id).info);
    if (port.nic != nic) continue;
    mbps += port.speed_mbps;
    asics.insert(port.guid);
  }
  return asics.size() > 1 ? 0 : mbps;
}

/// Whether neither the adapter's PCIe nor its ports' speed is taken for granted.
bool is_pcie_known(const core::Topology& node, DeviceId nic) {
  const auto& pci = node.device(nic).pci;
  if (!pci || pci->link_speed.empty() || pci->link_width == 0) return false;
  if (is_assumed(node.device(nic), "pci/link_speed")) return false;
  return std::ranges::none_of(node.of_kind(DeviceKind::NicPort), [&](DeviceId id) {
    const core::Device& port = node.device(id);
    return std::get<core::NicPort>(port.info).nic == nic && is_assumed(port, "speed_mbps");
  });
}

/// The ConnectX-7 of a DGX Spark is soldered with two links of four lanes, which together carry its
/// two ports (NVIDIA, DGX Spark user guide).
bool is_half_of_spark(const core::Topology& node, DeviceId nic) {
  const auto& pci = node.device(nic).pci;
  const auto is_gb10 = [&](DeviceId id) {
    return std::get<core::Gpu>(node.device(id).info).compute_capability == hw::catalogue::kGb10;
  };
  constexpr double kPcie5 = 32;  // GT/s
  return pci && pci->link_width == 4 &&
         hw::catalogue::transfer_rate(pci->link_speed).value_or(0) >= kPcie5 &&
         std::ranges::any_of(node.of_kind(DeviceKind::Gpu), is_gb10);
}

std::map<std::int64_t, std::vector<DeviceId>> adapters_by_speed(const core::Topology& node) {
  std::map<std::int64_t, std::vector<DeviceId>> by_speed;
  for (const DeviceId id : node.of_kind(DeviceKind::Nic)) {
    const std::int64_t mbps = speed_of_ports(node, id);
    if (mbps > 0 && node.device(id).pci) by_speed[mbps].push_back(id);
  }
  return by_speed;
}

/// Adapters of one model with ports of one speed, which have equal PCIe: one for management, whose
/// rate may be unknown, is no equal of those for computing.
std::vector<std::vector<DeviceId>> equal_adapters(const core::Topology& node) {
  std::vector<std::vector<DeviceId>> groups;
  for (const auto& [mbps, adapters] : adapters_by_speed(node)) {
    std::map<std::pair<std::string, std::string>, std::vector<DeviceId>> by_model;
    for (const DeviceId id : adapters) {
      const core::PciFunction& pci = *node.device(id).pci;
      by_model[{pci.vendor, pci.device}].push_back(id);
    }
    for (auto& [model, group] : by_model) groups.push_back(std::move(group));
  }
  return groups;
}

/// GPUs of one model: cards of others may have fewer lanes.
std::vector<std::vector<DeviceId>> equal_gpus(const core::Topology& node) {
  std::map<std::pair<int, std::string>, std::vector<DeviceId>> by_model;
  for (const DeviceId id : node.of_kind(DeviceKind::Gpu)) {
    const core::Device& gpu = node.device(id);
    const std::string id_or_name =
        gpu.pci && !gpu.pci->device.empty() ? gpu.pci->device : hw::catalogue::model_of_source(gpu);
    by_model[{std::get<core::Gpu>(gpu.info).compute_capability, id_or_name}].push_back(id);
  }
  std::vector<std::vector<DeviceId>> groups;
  for (auto& [model, group] : by_model) groups.push_back(std::move(group));
  return groups;
}

/// Adapters whose ports' rate, in GB/s, their PCIe does not carry. Those that others of these
/// checks name are left out: of slots that limit them, and below their equals, where these are wide
/// enough.
std::vector<DeviceId> narrow_ones(const Patient& patient, const std::vector<DeviceId>& adapters,
                                  double ports) {
  const core::Topology& node = patient.condition.cluster.node;
  const auto rate = [&](DeviceId id) { return rate_out(node, id, LinkKind::Pcie); };
  const auto is_narrow = [&](double pcie) { return pcie > 0 && pcie * kPcieEfficiency < ports; };
  const auto odd = low_outliers(adapters, rate);
  const bool are_others_wide = odd && !is_narrow(odd->usual);
  std::vector<DeviceId> narrow;
  for (const DeviceId id : adapters) {
    if (!is_narrow(rate(id)) || !is_pcie_known(node, id) || is_known_by_slot(patient, id)) continue;
    if (is_half_of_spark(node, id)) continue;
    if (are_others_wide && std::ranges::count(odd->less, id) > 0) continue;
    narrow.push_back(id);
  }
  return narrow;
}

}  // namespace

Examination check_pcie_links(const Patient& patient) {
  if (patient.host.pcie_links.empty()) return {"the state of the links is unknown", {}};
  Examination seen;
  for (const core::PcieLinkState& link : patient.host.pcie_links) {
    if (auto symptom = below_its_ends(patient, link)) seen.symptoms.push_back(*std::move(symptom));
  }
  std::ranges::move(below_with_unknown_slot(patient), std::back_inserter(seen.symptoms));
  std::ranges::move(below_themselves(patient), std::back_inserter(seen.symptoms));
  return seen;
}

Examination check_uneven_pcie(const Patient& patient) {
  const core::Topology& node = patient.condition.cluster.node;
  Examination seen;
  for (const std::vector<DeviceId>& gpus : equal_gpus(node)) {
    if (auto symptom = odd_pcie(patient, gpus)) seen.symptoms.push_back(*std::move(symptom));
  }
  for (const std::vector<DeviceId>& adapters : equal_adapters(node)) {
    if (auto symptom = odd_pcie(patient, adapters)) seen.symptoms.push_back(*std::move(symptom));
  }
  return seen;
}

Examination check_narrow_adapters(const Patient& patient) {
  const core::Topology& node = patient.condition.cluster.node;
  if (node.of_kind(DeviceKind::NicPort).empty()) return {"no adapter is known", {}};
  Examination seen;
  for (const auto& [mbps, adapters] : adapters_by_speed(node)) {
    const double ports = static_cast<double>(mbps) / 8000;
    const std::vector<DeviceId> narrow = narrow_ones(patient, adapters, ports);
    if (narrow.empty()) continue;
    const Condition as_is = across_nodes(patient.condition);
    Condition mended = as_is;
    const double pcie = rate_out(node, narrow.front(), LinkKind::Pcie);
    for (const DeviceId id : narrow)
      mended = with_pcie_above(mended, id, ports / pcie / kPcieEfficiency);
    const core::PciFunction& pci = *node.device(narrow.front()).pci;
    seen.symptoms.push_back(
        {Severity::Warning,
         fmt::format("{}: ports of {:g} Gbit/s on PCIe of only {}", names_of(node, narrow),
                     static_cast<double>(mbps) / 1000,
                     core::format_bandwidth(core::Bandwidth::from_gb_per_s(pcie))),
         fmt::format("{}: {} x{}", pci.bus_id, pci.link_speed, pci.link_width),
         "compare LnkSta with LnkCap in lspci -vv; use a faster slot, or both halves of a split "
         "card",
         Comparison{as_is, mended}, commands_for_pcie(node, narrow)});
  }
  return seen;
}

}  // namespace treering::tuner::doctor
