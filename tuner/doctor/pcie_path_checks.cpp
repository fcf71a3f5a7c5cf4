// PCIe above a device's own link: switches whose way up carries less than what is below them.
#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "core/units.h"
#include "tuner/doctor/checks.h"
#include "tuner/doctor/lookup.h"

namespace treering::tuner::doctor {
namespace {

using core::DeviceId;
using core::DeviceKind;
using core::LinkKind;

// Switches share one way up among several devices; narrower than a single one it is a fault. Links
// of one generation less are half as fast.
constexpr double kNarrow = 0.6;

// No CPU has PCIe 6.0: above a ConnectX-8 there are at most 16 lanes of 32 GT/s, 128b/130b (PCI
// Express Base Specification 5.0), and that is no fault.
constexpr double kMostOfCpus = 16 * 32.0 / 8 * 128 / 130;  // GB/s

/// The link above a device, where its source reports it; 0 else.
double known_rate_up(const core::Topology& node, DeviceId device) {
  const DeviceId above = node.parent_of(device);
  for (const core::Link& link : node.links()) {
    const bool is_it = link.kind == LinkKind::Pcie && link.from == device && link.to == above;
    if (is_it && link.origin.kind != core::Origin::Kind::Assumed) {
      return link.bandwidth.in_gb_per_s();
    }
  }
  return 0;
}

/// Switches that hold a GPU or adapter back alike.
struct Strait {
  std::vector<DeviceId> switches;
  core::PciFunction below;  // what the devices below have
};
using Rates = std::pair<double, double>;  // up and below

/// The switches above a device, from it up.
std::vector<DeviceId> switches_above(const core::Topology& node, DeviceId device) {
  std::vector<DeviceId> switches;
  for (DeviceId at = node.parent_of(device);
       at != core::kNoDevice && node.device(at).kind() == DeviceKind::PciSwitch;
       at = node.parent_of(at)) {
    switches.push_back(at);
  }
  return switches;
}

bool has_c2c(const core::Topology& node, DeviceId gpu) {
  return std::ranges::any_of(node.links(), [gpu](const core::Link& link) {
    return link.kind == LinkKind::C2C && link.from == gpu;
  });
}

/// Switches by what is below them.
struct Below {
  std::set<DeviceId> gpu, nic;
  // The topmost above a GPU with C2C, whose adapter hands data to the GPU: nothing takes the way
  // from it to the CPU. On GB300 that is one lane wide.
  std::set<DeviceId> c2c;

  /// The part of a device's `own` rate that the way up from `at` has to carry: behind a switch of a
  /// GPU and its adapter, what a CPU can take.
  double needed_above(DeviceId at, double own) const {
    if (c2c.contains(at)) return 0;
    return gpu.contains(at) && nic.contains(at) ? std::min(own, kMostOfCpus) : own;
  }
};

Below what_is_below(const core::Topology& node) {
  Below below;
  for (const DeviceId gpu : node.of_kind(DeviceKind::Gpu)) {
    const std::vector<DeviceId> switches = switches_above(node, gpu);
    below.gpu.insert(switches.begin(), switches.end());
    if (!switches.empty() && has_c2c(node, gpu)) below.c2c.insert(switches.back());
  }
  for (const DeviceId nic : node.of_kind(DeviceKind::Nic)) {
    const std::vector<DeviceId> switches = switches_above(node, nic);
    below.nic.insert(switches.begin(), switches.end());
  }
  return below;
}

void add_straits(const core::Topology& node, const Below& below, DeviceId device,
                 std::map<Rates, Strait>& found) {
  const double own = known_rate_up(node, device);
  for (const DeviceId at : switches_above(node, device)) {
    const double up = known_rate_up(node, at);
    if (up <= 0 || up >= kNarrow * below.needed_above(at, own)) continue;
    Strait& strait = found[{up, own}];
    const auto known = std::ranges::find(strait.switches, at);
    if (known == strait.switches.end()) strait.switches.push_back(at);
    strait.below = node.device(device).pci.value_or(core::PciFunction());
  }
}

std::map<Rates, Strait> straits(const core::Topology& node) {
  std::map<Rates, Strait> found;
  const Below below = what_is_below(node);
  for (const DeviceKind kind : {DeviceKind::Gpu, DeviceKind::Nic}) {
    for (const DeviceId device : node.of_kind(kind)) add_straits(node, below, device, found);
  }
  return found;
}

std::string rate_text(double gb_per_s) {
  return core::format_bandwidth(core::Bandwidth::from_gb_per_s(gb_per_s));
}

std::string evidence_of(const core::Device& device) {
  if (!device.pci) return "the topology's links";
  return fmt::format("{}: {} x{}", device.pci->bus_id, device.pci->link_speed,
                     device.pci->link_width);
}

}  // namespace

Examination check_pcie_paths(const Patient& patient) {
  const core::Topology& node = patient.condition.cluster.node;
  Examination seen;
  const Condition as_is = across_nodes(patient.condition);
  for (const auto& [rates, strait] : straits(node)) {
    const auto& [up, below] = rates;
    Condition mended = as_is;
    for (const DeviceId bridge : strait.switches) {
      mended = with_pcie_above(mended, bridge, below / up, strait.below);
    }
    seen.symptoms.push_back(
        {Severity::Fault,
         fmt::format("{}: {} up, but a device below has {}", names_of(node, strait.switches),
                     rate_text(up), rate_text(below)),
         evidence_of(node.device(strait.switches.front())),
         "compare LnkSta with LnkCap of the switch and of the port above it in lspci -vv; if this "
         "is a virtual machine that shows less than there is, give NCCL a topology "
         "(NCCL_TOPO_FILE)",
         Comparison{as_is, mended}, commands_for_pcie(node, strait.switches)});
    seen.symptoms.back().is_fault_by_cost = true;
  }
  return seen;
}

}  // namespace treering::tuner::doctor
