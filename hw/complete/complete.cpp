#include "hw/complete/complete.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <variant>

#include "core/topology/checks.h"
#include "core/topology/edited_topology.h"
#include "hw/catalogue/gpus.h"
#include "hw/catalogue/links.h"
#include "hw/complete/unknown.h"

namespace treering::hw::complete {
namespace {

/// The compute capability of the superchips that a node is made of; 0 where it has none.
int superchip_capability(const core::Topology& node) {
  int newest = 0;
  for (const core::DeviceId id : node.of_kind(core::DeviceKind::Gpu)) {
    const core::Device& gpu = node.device(id);
    const catalogue::GpuModel* model = catalogue::gpu_model_of(gpu);
    if (model == nullptr || !model->has_grace) continue;
    newest = std::max(newest, std::get<core::Gpu>(gpu.info).compute_capability);
  }
  return newest;
}

/// The same with a rate of their own between Graces, where a reader took NCCL's of any Arm CPU.
core::Topology with_grace_rates(const core::Topology& node) {
  const auto rate = catalogue::inter_grace_rate(superchip_capability(node));
  if (!rate) return node;
  const auto keep = [](core::Device&) {};
  return core::edited(node, keep, [&](const std::vector<core::Device>& devices, core::Link& link) {
    if (link.kind != core::LinkKind::InterSocket) return;
    const core::Device& from = devices[static_cast<std::size_t>(link.from)];
    const auto& cpu = std::get<core::Cpu>(from.info);
    if (cpu.arch != "arm64" || link.origin != catalogue::inter_socket_rate(cpu).origin) return;
    link.bandwidth = rate->bandwidth;
    link.origin = rate->origin;
  });
}

void follow_host(core::Fabric& fabric, const core::HostState& host) {
  if (fabric != core::Fabric() || !host.network) return;
  fabric.link = host.network->value;
}

}  // namespace

Machine completed(Machine read, Reading reading, const std::string& source) {
  read.cluster.node = with_grace_rates(read.cluster.node);
  for (core::NodeClass& other : read.cluster.others) other.node = with_grace_rates(other.node);
  if (reading != Reading::Discovery) {
    take_nvlinks_mark(read.cluster.node, read.host, source);
    core::make_printable(read.host);
  }
  if (reading == Reading::NodeOfCluster) return read;
  follow_host(read.cluster.fabric, read.host);
  if (reading == Reading::File && read.cluster.node.gpu_count() == 0) {
    read.notes.push_back({core::Severity::Warning, source,
                          "it has no GPU; NCCL adds those of the machine that it runs on"});
  }
  return read;
}

std::vector<core::Link> links_between_sockets(
    const std::vector<core::DeviceId>& cpus,
    const std::function<const core::Device&(core::DeviceId)>& device) {
  std::vector<core::Link> links;
  const auto join = [&](core::DeviceId from, core::DeviceId to) {
    const catalogue::LinkRate rate =
        catalogue::inter_socket_rate(std::get<core::Cpu>(device(from).info));
    links.push_back({core::LinkKind::InterSocket, from, to, 1, rate.bandwidth, {}, rate.origin});
  };
  for (std::size_t i = 0; i < cpus.size(); ++i) {
    for (std::size_t j = i + 1; j < cpus.size(); ++j) {
      join(cpus[i], cpus[j]);
      join(cpus[j], cpus[i]);
    }
  }
  return links;
}

}  // namespace treering::hw::complete
