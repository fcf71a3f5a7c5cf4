#include "hw/discover/discover.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "core/unit_text.h"
#include "hw/discover/discovery_notes.h"
#include "hw/discover/machine_builder.h"
#include "hw/discover/network_ports.h"

namespace treering::hw {
namespace {

core::Failure no_gpu(const MachineFacts& facts, const std::string& where) {
  const Unread* tree = nullptr;
  for (const Unread& unread : facts.pci.unread) {
    if (unread.path == kPciDevices) tree = &unread;
  }
  if (tree != nullptr) {
    return core::environment_error(where, fmt::format("{}: {}", tree->path, tree->why.text),
                                   "expected the PCI devices of the machine",
                                   "mount /sys, or let treering discover --record run outside");
  }
  return core::environment_error(
      where, "no NVIDIA GPU on its PCI bus", "expected one or more",
      "on a machine with GPUs treering discover --record makes a folder that --replay reads "
      "anywhere");
}

}  // namespace

MachineFacts collect_facts(const World& world) {
  return {discover_pci(world), discover_numa(world), discover_infiniband(world),
          discover_net(world)};
}

core::Result<Discovery> discover(const World& world, const std::string& where) {
  const MachineFacts facts = collect_facts(world);
  const bool has_gpu = std::ranges::any_of(
      facts.pci.functions, [](const auto& entry) { return is_nvidia_gpu(entry.second); });
  if (!has_gpu) return no_gpu(facts, where);
  NetworkPorts ports = choose_ports(facts);
  auto topology = build_machine(facts, ports.ports, "discovered");
  if (!topology) {
    core::Error error = topology.error();
    error.where = fmt::format("{}: {}", where, error.where);
    return core::fail(std::move(error));
  }
  auto notes = notes_on(*topology, facts);
  std::ranges::move(ports.notes, std::back_inserter(notes));
  return Discovery{*std::move(topology), std::move(notes)};
}

}  // namespace treering::hw
