#include "core/topology/part.h"

#include <utility>

namespace treering::core {

Result<Topology> without_devices(const Topology& like, TopologyParts parts,
                                 const std::set<DeviceId>& removed,
                                 std::vector<DeviceId>& new_ids) {
  TopologyBuilder builder(like.name(), like.description());
  builder.set_extra(like.extra());
  new_ids.assign(parts.devices.size(), kNoDevice);
  for (std::size_t i = 0; i < parts.devices.size(); ++i) {
    if (removed.contains(static_cast<DeviceId>(i))) continue;
    new_ids[i] = builder.add(std::move(parts.devices[i]));
  }
  const auto new_id = [&](DeviceId id) { return new_ids[static_cast<std::size_t>(id)]; };
  for (const DeviceId id : new_ids) {
    if (id == kNoDevice) continue;
    auto* port = std::get_if<NicPort>(&builder.device(id).info);
    if (port != nullptr && port->nic != kNoDevice) port->nic = new_id(port->nic);
  }
  for (Link link : parts.links) {
    link.from = new_id(link.from);
    link.to = new_id(link.to);
    if (link.from != kNoDevice && link.to != kNoDevice) builder.connect(link);
  }
  return std::move(builder).build();
}

}  // namespace treering::core
