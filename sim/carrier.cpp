#include "sim/carrier.h"

#include <utility>

#include "core/assert.h"
#include "core/topology/node_classes.h"
#include "sim/cost/machine.h"

namespace treering::sim {
namespace {

bool reads_gpus(const core::Topology& node) {
  for (const core::DeviceId id : node.of_kind(core::DeviceKind::NicPort)) {
    if (std::get<core::NicPort>(node.device(id).info).gpu_direct_rdma) return true;
  }
  return false;
}

core::Topology without_gpu_direct(const core::Topology& node) {
  core::TopologyBuilder builder(node.name(), node.description());
  builder.set_extra(node.extra());
  for (core::Device device : node.devices()) {
    if (auto* const port = std::get_if<core::NicPort>(&device.info)) port->gpu_direct_rdma = false;
    builder.add(std::move(device));
  }
  for (const core::Link& link : node.links()) builder.connect(link);
  auto built = std::move(builder).build();
  TREERING_ASSERT(built, "a node whose ports reach host memory alone is a node");
  return *std::move(built);
}

}  // namespace

core::Cluster as_carried(core::Cluster cluster, std::string_view network) {
  const bool has_sockets =
      network.empty() ? cost::network_of(cluster) == cost::kSockets : network == cost::kSockets;
  if (!has_sockets) return cluster;
  for (core::Topology* const node : topologies_of(cluster)) {
    if (reads_gpus(*node)) *node = without_gpu_direct(*node);
  }
  return core::merged(std::move(cluster));
}

}  // namespace treering::sim
