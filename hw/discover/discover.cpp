#include "hw/discover/discover.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "core/quote.h"
#include "hw/discover/discovery_notes.h"
#include "hw/discover/gpus.h"
#include "hw/discover/host_state.h"
#include "hw/discover/machine_builder.h"
#include "hw/discover/network_ports.h"
#include "hw/discover/nvml_notes.h"
#include "hw/discover/nvml_state.h"

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
  const auto& nvml = facts.nvml.answers;
  const bool fails = !nvml && nvml.error().why != Unseen::Why::Absent;
  return core::environment_error(
      where,
      fails ? fmt::format("no NVIDIA GPU on its PCI bus, and NVML does not answer ({})",
                          core::printable(nvml.error().text))
            : "no NVIDIA GPU on its PCI bus",
      "expected one or more",
      "on a machine with GPUs treering discover --record makes a folder that --replay reads "
      "anywhere");
}

}  // namespace

MachineFacts collect_facts(const World& world) {
  MachineFacts facts;
  facts.pci = discover_pci(world);
  facts.numa = discover_numa(world);
  facts.infiniband = discover_infiniband(world);
  facts.net = discover_net(world);
  facts.driver = discover_nvidia_driver(world);
  facts.nvml = discover_nvml(world);
  facts.acs = discover_acs(world, facts.pci);
  facts.iommu = discover_iommu(world, facts.pci);
  facts.gpu_direct = discover_gpu_direct(world);
  facts.limits = discover_limits(world);
  facts.platform = discover_platform(world, facts.numa);
  facts.environment = discover_environment(world);
  facts.plugins = discover_plugins(world, facts.environment);
  facts.topology_file = discover_topology_file(world, facts.environment);
  return facts;
}

core::Result<Discovery> discover(const World& world, const std::string& where) {
  const MachineFacts facts = collect_facts(world);
  ChosenGpus gpus = choose_gpus(facts);
  if (gpus.gpus.empty()) return no_gpu(facts, where);
  NetworkPorts ports = choose_ports(facts);
  auto machine = build_machine(facts, gpus.gpus, ports.ports, "discovered");
  if (!machine) {
    core::Error error = machine.error();
    error.where = fmt::format("{}: {}", where, error.where);
    return core::fail(std::move(error));
  }
  Discovery found{std::move(machine->topology), {}, host_state_of(facts, ports.ports)};
  fill_gpu_state(facts, gpus.gpus, found.host);
  found.notes = notes_on(found.topology, facts);
  for (auto* notes : {&gpus.notes, &machine->notes, &ports.notes}) {
    std::ranges::move(*notes, std::back_inserter(found.notes));
  }
  std::ranges::move(notes_on_nvml(facts.nvml, gpus.gpus), std::back_inserter(found.notes));
  return found;
}

}  // namespace treering::hw
