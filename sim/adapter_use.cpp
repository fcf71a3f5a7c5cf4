#include "sim/adapter_use.h"

#include "sim/cost/machine.h"
#include "sim/nccl/system/adapters.h"

namespace treering::sim {

AdapterUse adapter_use(const core::Cluster& cluster, const job::Settings& settings) {
  const std::size_t all = cluster.node.of_kind(core::DeviceKind::NicPort).size();
  if (!settings.adapters || all == 0) return AdapterUse::All;
  // Slingshot and EFA have their own plugins; sockets use NCCL_SOCKET_IFNAME.
  const std::string network = cost::network_of(cluster);
  if (network != "infiniband" && network != "roce") return AdapterUse::Unread;
  const std::size_t used = nccl::system::used_ports(cluster.node, *settings.adapters).size();
  if (used == 0) return AdapterUse::None;
  return used == all ? AdapterUse::All : AdapterUse::Some;
}

}  // namespace treering::sim
