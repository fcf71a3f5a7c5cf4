#include "hw/discover/sources/topology_file.h"

namespace treering::hw::discover::sources {

TopologyFileFacts discover_topology_file(const world::World& world,
                                         const EnvironmentFacts& environment) {
  TopologyFileFacts facts;
  if (const core::NcclVariable* const variable = environment.find("NCCL_TOPO_FILE")) {
    if (!variable->value.empty()) facts.path = {variable->value, variable->origin};
    return facts;
  }
  FactReader reader(world);
  if (reader.text(kGuestTopologyFile)) {
    facts.path = {kGuestTopologyFile, {core::Origin::Kind::Discovered, kGuestTopologyFile}};
  }
  facts.unread = reader.take_unread();
  return facts;
}

}  // namespace treering::hw::discover::sources
