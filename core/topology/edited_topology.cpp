#include "core/topology/edited_topology.h"

#include <utility>

namespace treering::core {

Topology edited(const Topology& node, const std::function<void(Device&)>& edit_device,
                const std::function<void(const std::vector<Device>& devices, Link&)>& edit_link) {
  TopologyBuilder builder(node.name(), node.description());
  builder.set_extra(node.extra());
  for (Device device : node.devices()) {
    edit_device(device);
    builder.add(std::move(device));
  }
  for (Link link : node.links()) {
    edit_link(builder.devices(), link);
    builder.connect(std::move(link));
  }
  return std::move(builder).build().value_or(node);
}

Topology with_devices(const Topology& node, const std::function<void(Device&)>& edit) {
  return edited(node, edit, [](const std::vector<Device>&, Link&) {});
}

Topology with_links(const Topology& node, const std::function<void(Link&)>& edit) {
  return edited(
      node, [](Device&) {}, [&](const std::vector<Device>&, Link& link) { edit(link); });
}

}  // namespace treering::core
