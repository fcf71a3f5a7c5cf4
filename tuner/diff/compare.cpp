#include "tuner/diff/compare.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/topology/topology.h"
#include "core/units.h"
#include "hw/complete/unknown.h"

namespace treering::tuner::diff {

bool is_known(const core::Device& device, std::initializer_list<std::string_view> fields) {
  return std::ranges::none_of(
      fields, [&](std::string_view field) { return core::is_assumed(device, field); });
}

bool is_known(const core::Link& link) {
  return link.origin.kind != core::Origin::Kind::Assumed;
}

bool are_places_known(const core::Topology& node) {
  return node.of_kind(core::DeviceKind::Cpu).empty() || !is_place_assumed(node);
}

bool are_nvswitches_known(const core::Topology& node) {
  const auto nvswitches = node.of_kind(core::DeviceKind::NvSwitch);
  if (nvswitches.empty()) return are_places_known(node);
  return node.device(nvswitches.front()).pci.has_value();
}

bool are_nvlinks_known(const core::Topology& node, const core::HostState& host) {
  return !hw::complete::unknown_nvlinks(node, host);
}

bool was_asked(const core::HostState& host) {
  return host.kernel || host.memlock_bytes || host.shm_bytes;
}

namespace {

using core::DeviceKind;

/// The file of a single machine does not give the number of nodes.
bool is_count_known(const core::Cluster& cluster) {
  return cluster.node_count > 1 || cluster.fabric != core::Fabric();
}

void compare_clusters(const core::Cluster& a, const core::Cluster& b, Differences& differences) {
  if (a.node_count != b.node_count) {
    differences.add("node_count", Weight::Possible, "",
                    Figures{"",
                            {core::counted(a.node_count, "node"), is_count_known(a)},
                            {core::counted(b.node_count, "node"), is_count_known(b)}});
  }
  core::Fabric first = a.fabric;
  core::Fabric second = b.fabric;
  first.origin = {};
  second.origin = {};
  const bool is_known = first != core::Fabric() && second != core::Fabric();
  if (first != second && is_known) {
    differences.add("fabric", Weight::Possible, "", "the fabrics between nodes differ", {});
  }
}

}  // namespace

bool is_alike(const std::vector<Difference>& differences) {
  return std::ranges::all_of(differences, [](const Difference& one) {
    return one.weight == Weight::Harmless || one.weight == Weight::Unknown;
  });
}

Differences all_differences(const Compared& a, const Compared& b) {
  const core::Topology& first = a.cluster.node;
  const core::Topology& second = b.cluster.node;
  const Matching nics = match(first, second, DeviceKind::Nic);
  const MatchedMachines machines{first,
                                 second,
                                 match(first, second, DeviceKind::Cpu),
                                 match(first, second, DeviceKind::Gpu),
                                 nics,
                                 match_ports(first, second, nics),
                                 are_places_known(first),
                                 are_places_known(second),
                                 are_nvlinks_known(first, a.host),
                                 are_nvlinks_known(second, b.host)};
  Differences differences;
  compare_devices(machines, differences);
  compare_links(machines, differences);
  compare_paths(machines, differences);
  compare_clusters(a.cluster, b.cluster, differences);
  compare_device_states(machines, a.host, b.host, differences);
  compare_pcie_states(machines, a.host, b.host, differences);
  compare_hosts(a.host, b.host, differences);
  compare_names(machines, differences);
  return differences;
}

std::vector<Difference> compare(const Compared& a, const Compared& b) {
  return all_differences(a, b).sorted();
}

}  // namespace treering::tuner::diff
