#include "hw/discover/discover.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "core/text/quote.h"
#include "hw/discover/build/chosen.h"
#include "hw/discover/build/host_state.h"
#include "hw/discover/build/machine_builder.h"
#include "hw/discover/build/notes.h"
#include "hw/discover/hwloc/join.h"

namespace treering::hw::discover {
namespace {

core::Failure no_gpu(const sources::MachineFacts& facts, const std::string& where) {
  const sources::Unread* tree = nullptr;
  for (const sources::Unread& unread : facts.pci.unread) {
    if (unread.path == sources::kPciDevices) tree = &unread;
  }
  if (tree != nullptr) {
    return core::environment_error(where, fmt::format("{}: {}", tree->path, tree->why.text),
                                   "expected the PCI devices of the machine",
                                   "mount /sys, or let treering discover --record run outside");
  }
  const auto& nvml = facts.nvml.answers;
  const bool fails = !nvml && nvml.error().why != world::Unseen::Why::Absent;
  return core::environment_error(
      where,
      fails ? fmt::format("no NVIDIA GPU on the PCI bus, and NVML does not answer ({})",
                          core::printable(nvml.error().text))
            : "no NVIDIA GPU on its PCI bus",
      "expected one or more",
      "on a machine with GPUs treering discover --record makes a folder that --replay reads "
      "anywhere");
}

}  // namespace

sources::MachineFacts collect_facts(const world::World& world) {
  sources::MachineFacts facts;
  facts.pci = sources::discover_pci(world);
  facts.numa = sources::discover_numa(world);
  hwloc::join_hwloc(world, facts);
  facts.infiniband = sources::discover_infiniband(world);
  facts.net = sources::discover_net(world);
  facts.driver = sources::discover_nvidia_driver(world);
  facts.nvml = sources::discover_nvml(world);
  facts.acs = sources::discover_acs(world, facts.pci);
  facts.iommu = sources::discover_iommu(world, facts.pci);
  facts.gpu_direct = sources::discover_gpu_direct(world);
  facts.limits = sources::discover_limits(world);
  facts.platform = sources::discover_platform(world, facts.numa);
  facts.environment = sources::discover_environment(world);
  facts.plugins = sources::discover_plugins(world, facts.environment);
  facts.topology_file = sources::discover_topology_file(world, facts.environment);
  return facts;
}

core::Result<Discovery> discover(const world::World& world, const std::string& where) {
  const sources::MachineFacts facts = collect_facts(world);
  build::ChosenGpus gpus = build::choose_gpus(facts);
  if (gpus.gpus.empty()) return no_gpu(facts, where);
  build::NetworkPorts ports = build::choose_ports(facts);
  auto machine = build::build_machine(facts, gpus.gpus, ports.ports, "discovered");
  if (!machine) {
    core::Error error = machine.error();
    error.where = fmt::format("{}: {}", where, error.where);
    return core::fail(std::move(error));
  }
  Discovery found{std::move(machine->topology), {}, build::host_state_of(facts, ports.ports)};
  build::fill_gpu_state(facts, gpus.gpus, found.host);
  found.notes = build::notes_on(found.topology, facts);
  for (auto* notes : {&gpus.notes, &machine->notes, &ports.notes}) {
    std::ranges::move(*notes, std::back_inserter(found.notes));
  }
  std::ranges::move(build::notes_on_nvml(facts.nvml, gpus.gpus), std::back_inserter(found.notes));
  return found;
}

}  // namespace treering::hw::discover
