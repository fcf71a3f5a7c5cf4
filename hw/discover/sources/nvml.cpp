#include "hw/discover/sources/nvml.h"

#include <set>

#include <fmt/format.h>

#include "core/topology/names.h"
#include "hw/discover/sources/pci.h"

namespace treering::hw::discover::sources {

NvmlFacts discover_nvml(const world::World& world) {
  NvmlFacts facts;
  facts.answers = world.nvml();
  if (!facts.answers) return facts;
  std::set<std::string> remotes;
  for (const world::NvmlGpu& gpu : facts.answers->gpus) {
    for (const world::NvmlLink& link : gpu.links) remotes.insert(link.remote_bus_id);
  }
  FactReader reader(world);
  for (const std::string& remote : remotes) {
    if (!core::is_pci_function(remote)) continue;
    const auto class_code = reader.text(fmt::format("{}/{}/class", kPciDevices, remote));
    if (class_code) facts.remote_classes[remote] = class_code->value;
  }
  facts.unread = reader.take_unread();
  return facts;
}

}  // namespace treering::hw::discover::sources
