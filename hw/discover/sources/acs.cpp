#include "hw/discover/sources/acs.h"

#include <fmt/format.h>

#include "hw/world/pci_config.h"

namespace treering::hw::discover::sources {

AcsFacts discover_acs(const world::World& world, const PciFacts& pci) {
  AcsFacts facts;
  for (const auto& [bus_id, function] : pci.functions) {
    if (!function.class_code.starts_with("0x0604")) continue;
    const std::string path = fmt::format("{}/{}/config", kPciDevices, bus_id);
    const auto config = world.read(path);
    const auto redirects = config ? world::is_redirecting(*config) : std::nullopt;
    if (redirects) {
      facts.bridges.push_back({bus_id, {*redirects, discovered_in(path)}});
      continue;
    }
    facts.unknown.push_back(bus_id);
    if (!config && config.error().why == world::Unseen::Why::Failed) {
      facts.unread.push_back({path, config.error()});
    }
  }
  return facts;
}

}  // namespace treering::hw::discover::sources
