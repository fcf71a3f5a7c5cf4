#include "hw/complete/complete.h"

#include <cstddef>
#include <utility>
#include <variant>

#include "core/topology/checks.h"
#include "hw/catalogue/links.h"
#include "hw/complete/unknown.h"

namespace treering::hw::complete {
namespace {

void follow_host(core::Fabric& fabric, const core::HostState& host) {
  if (fabric != core::Fabric() || !host.network) return;
  fabric.link = host.network->value;
}

}  // namespace

Machine completed(Machine read, Reading reading, const std::string& source) {
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
