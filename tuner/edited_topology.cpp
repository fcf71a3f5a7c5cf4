#include "tuner/edited_topology.h"

#include <utility>

namespace treering::tuner {
namespace {

core::Topology edited(const core::Topology& node,
                      const std::function<void(core::Device&)>& edit_device,
                      const std::function<void(core::Link&)>& edit_link) {
  core::TopologyBuilder builder(node.name(), node.description());
  builder.set_extra(node.extra());
  for (core::Device device : node.devices()) {
    edit_device(device);
    builder.add(std::move(device));
  }
  for (core::Link link : node.links()) {
    edit_link(link);
    builder.connect(std::move(link));
  }
  return std::move(builder).build().value_or(node);
}

}  // namespace

core::Topology with_devices(const core::Topology& node,
                            const std::function<void(core::Device&)>& edit) {
  return edited(node, edit, [](core::Link&) {});
}

core::Topology with_links(const core::Topology& node,
                          const std::function<void(core::Link&)>& edit) {
  return edited(
      node, [](core::Device&) {}, edit);
}

}  // namespace treering::tuner
