#include "sim/carrier.h"

#include <utility>

#include "core/assert.h"
#include "core/topology/cluster.h"
#include "sim/cost/machine.h"
#include "sim/nccl/system/adapters.h"

namespace treering::sim {

bool is_over_verbs(std::string_view network) {
  return network == "infiniband" || network == "roce";
}

AdapterUse adapter_use(const core::Cluster& cluster, const job::Settings& settings) {
  const std::size_t all = cluster.node.of_kind(core::DeviceKind::NicPort).size();
  if (!settings.adapters || all == 0) return AdapterUse::All;
  // Sockets use NCCL_SOCKET_IFNAME.
  if (!is_over_verbs(cost::network_of(cluster))) return AdapterUse::Unread;
  const std::size_t used = nccl::system::used_ports(cluster.node, *settings.adapters).size();
  if (used == 0) return AdapterUse::None;
  return used == all ? AdapterUse::All : AdapterUse::Some;
}

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

core::Cluster over_network(core::Cluster cluster, std::string_view network) {
  const bool has_sockets =
      network.empty() ? cost::network_of(cluster) == cost::kSockets : network == cost::kSockets;
  if (!has_sockets) return cluster;
  for (core::Topology* const node : topologies_of(cluster)) {
    if (reads_gpus(*node)) *node = without_gpu_direct(*node);
  }
  return core::merged(std::move(cluster));
}

}  // namespace treering::sim
