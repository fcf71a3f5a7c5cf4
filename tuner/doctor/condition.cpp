#include "tuner/doctor/condition.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/topology/edited_topology.h"
#include "sim/carrier.h"
#include "sim/cost/machine.h"
#include "sim/nccl/system/adapters.h"

namespace treering::tuner::doctor {
namespace {

Condition with_pcie_of(const Condition& condition, core::DeviceId device,
                       const core::PciFunction& like) {
  core::DeviceId id = 0;
  return with_devices(condition, [&](core::Device& one) {
    if (id++ != device || !one.pci) return;
    one.pci->link_speed = like.link_speed;
    one.pci->link_width = like.link_width;
  });
}

}  // namespace

Condition with_devices(Condition condition, const std::function<void(core::Device&)>& edit_device) {
  condition.cluster.node = core::with_devices(condition.cluster.node, edit_device);
  return condition;
}

Condition with_links(Condition condition, const std::function<void(core::Link&)>& edit_link) {
  condition.cluster.node = core::with_links(condition.cluster.node, edit_link);
  return condition;
}

Condition with_pcie_above(const Condition& condition, core::DeviceId device, double factor,
                          const std::optional<core::PciFunction>& like) {
  const core::DeviceId above = condition.cluster.node.parent_of(device);
  return with_links(like ? with_pcie_of(condition, device, *like) : condition,
                    [&](core::Link& link) {
                      const bool is_up = link.from == device && link.to == above;
                      const bool is_down = link.from == above && link.to == device;
                      if (link.kind != core::LinkKind::Pcie || !(is_up || is_down)) return;
                      link.bandwidth = link.bandwidth * factor;
                    });
}

Condition with_port_speeds(const Condition& condition, double factor,
                           const std::set<core::DeviceId>& only) {
  core::DeviceId id = 0;
  return with_devices(condition, [&](core::Device& device) {
    const core::DeviceId own = id++;
    auto* const port = std::get_if<core::NicPort>(&device.info);
    if (port == nullptr || (!only.empty() && !only.contains(own))) return;
    port->speed_mbps = std::llround(static_cast<double>(port->speed_mbps) * factor);
  });
}

Condition with_gpu_direct(const Condition& condition, bool is_on) {
  return with_devices(condition, [&](core::Device& device) {
    if (auto* const gpu = std::get_if<core::Gpu>(&device.info)) gpu->gpu_direct_rdma = is_on;
    if (auto* const port = std::get_if<core::NicPort>(&device.info)) {
      port->gpu_direct_rdma = is_on;
    }
  });
}

Condition over_sockets(const Condition& condition) {
  Condition other = condition;
  other.network = sim::cost::kSockets;
  other.cluster = sim::over_network(std::move(other.cluster), other.network);
  return other;
}

Condition with_used_adapters(Condition condition) {
  const sim::AdapterUse use = sim::adapter_use(condition.cluster, condition.job.settings);
  const auto list = std::exchange(condition.job.settings.adapters, std::nullopt);
  if (use == sim::AdapterUse::None) return over_sockets(condition);
  if (use != sim::AdapterUse::Some) return condition;
  core::Topology& node = condition.cluster.node;
  node = sim::nccl::system::with_ports(node, sim::nccl::system::used_ports(node, *list));
  return condition;
}

Condition across_nodes(Condition condition) {
  condition.job.nodes = std::max(condition.job.nodes, 2);
  condition.cluster.node_count = condition.job.nodes;
  return condition;
}

}  // namespace treering::tuner::doctor
