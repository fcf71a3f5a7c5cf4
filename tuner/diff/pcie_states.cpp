// Compares the PCIe state of matched devices as their hosts report it: links below what both ends
// can do, bridges that redirect. A fact that only one host reports is no difference.
#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "core/units.h"
#include "hw/catalogue/links.h"
#include "tuner/diff/compare.h"

namespace treering::tuner::diff {
namespace {

using core::DeviceId;
using core::HostState;
using core::PcieLinkState;

const PcieLinkState* link_of(const HostState& host, const core::Topology& node, DeviceId id) {
  const auto& pci = node.device(id).pci;
  if (!pci) return nullptr;
  const auto found = std::ranges::find(host.pcie_links, pci->bus_id, &PcieLinkState::bus_id);
  return found == host.pcie_links.end() ? nullptr : &*found;
}

/// The lanes that both ends have; 0 when unknown.
int lanes_of_ends(const PcieLinkState& link) {
  if (link.device.width == 0 || link.port.width == 0) return link.device.width + link.port.width;
  return std::min(link.device.width, link.port.width);
}

bool lacks_lanes(const PcieLinkState& link) {
  return link.now.width < lanes_of_ends(link);
}

std::string lanes_text(const PcieLinkState& link) {
  const int all = lanes_of_ends(link);
  return all == 0 ? fmt::format("{} of its PCIe lanes", link.now.width)
                  : fmt::format("{} of {} PCIe lanes", link.now.width, all);
}

/// The topology gives the number of lanes where all are in use.
void compare_lanes(const std::string& name, const PcieLinkState& a, const PcieLinkState& b,
                   Differences& differences) {
  if (a.now.width <= 0 || b.now.width <= 0) return differences.leave_out("pcie_state", name);
  if (a.now.width == b.now.width) return;
  if (!lacks_lanes(a) && !lacks_lanes(b)) return;
  differences.add(
      "pcie_state", Weight::Heavy, name,
      fmt::format("runs on {} in A, {} in B", lanes_text(a), lanes_text(b)),
      {"runs on", lanes_text(a), lanes_text(b), static_cast<double>(b.now.width) / a.now.width});
}

double speed_of(const core::PcieRate& rate) {
  return hw::catalogue::transfer_rate(rate.speed).value_or(0);
}

double speed_of_ends(const PcieLinkState& link) {
  const double device = speed_of(link.device);
  const double port = speed_of(link.port);
  return device == 0 || port == 0 ? device + port : std::min(device, port);
}

/// Only for adapters: the speed of a GPU's link falls when it idles.
void compare_speeds(const std::string& name, const PcieLinkState& a, const PcieLinkState& b,
                    Differences& differences) {
  const double first = speed_of(a.now);
  const double second = speed_of(b.now);
  // Lanes may be known all the same.
  if (first <= 0 || second <= 0) return differences.leave_out("pcie_speed", name);
  if (first == second) return;
  if (first >= speed_of_ends(a) && second >= speed_of_ends(b)) return;
  differences.add("pcie_state", Weight::Heavy, name,
                  fmt::format("its PCIe runs at {:g} GT/s in A, {:g} GT/s in B", first, second),
                  {"its PCIe runs at", fmt::format("{:g} GT/s", first),
                   fmt::format("{:g} GT/s", second), second / first});
}

/// From each device up through the switches above it, each switch once.
void compare_ways_up(const MatchedMachines& machines, const HostState& a, const HostState& b,
                     Differences& differences) {
  std::set<DeviceId> seen;
  const auto compare_way_up = [&](Pair at, bool is_adapter) {
    while (at.a != core::kNoDevice && at.b != core::kNoDevice && seen.insert(at.a).second) {
      const PcieLinkState* const first = link_of(a, machines.a, at.a);
      const PcieLinkState* const second = link_of(b, machines.b, at.b);
      const std::string& name = machines.a.device(at.a).name;
      if (first != nullptr && second != nullptr) {
        compare_lanes(name, *first, *second, differences);
        if (is_adapter) compare_speeds(name, *first, *second, differences);
      }
      is_adapter = false;
      at = {machines.a.parent_of(at.a), machines.b.parent_of(at.b)};
    }
  };
  for (const Pair& pair : machines.gpus.pairs) compare_way_up(pair, false);
  for (const Pair& pair : machines.nics.pairs) compare_way_up(pair, true);
}

void compare_acs(const HostState& a, const HostState& b, Differences& differences) {
  if (a.acs.empty() || b.acs.empty()) return differences.leave_out("acs");
  const auto first = std::ranges::count_if(a.acs, &core::AcsState::is_redirecting);
  const auto second = std::ranges::count_if(b.acs, &core::AcsState::is_redirecting);
  if (first == second) return;
  differences.add(
      "acs", Weight::Heavy, "",
      fmt::format("ACS sends transfers between devices up to the CPU at {} of {} in A, "
                  "{} of {} in B",
                  first, core::counted(a.acs.size(), "PCIe bridge"), second, b.acs.size()),
      {"bridges at which ACS sends transfers between devices up to the CPU",
       fmt::format("{} of {}", first, a.acs.size()),
       fmt::format("{} of {}", second, b.acs.size())});
}

}  // namespace

void compare_pcie_states(const MatchedMachines& machines, const HostState& a, const HostState& b,
                         Differences& differences) {
  compare_ways_up(machines, a, b, differences);
  compare_acs(a, b, differences);
}

}  // namespace treering::tuner::diff
