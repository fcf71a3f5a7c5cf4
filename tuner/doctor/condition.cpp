#include "tuner/doctor/condition.h"

#include <algorithm>
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

Condition with_devices(Condition condition, const std::function<void(core::Device&)>& edit_device) {
  condition.cluster.node = edited(condition.cluster.node, edit_device, [](core::Link&) {});
  return condition;
}

Condition with_links(Condition condition, const std::function<void(core::Link&)>& edit_link) {
  condition.cluster.node = edited(
      condition.cluster.node, [](core::Device&) {}, edit_link);
  return condition;
}

Condition across_nodes(Condition condition) {
  condition.job.nodes = std::max(condition.job.nodes, 2);
  condition.cluster.node_count = condition.job.nodes;
  return condition;
}

}  // namespace treering::tuner
