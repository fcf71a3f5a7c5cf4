#include "sim/adapter_use.h"

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

}  // namespace treering::sim
