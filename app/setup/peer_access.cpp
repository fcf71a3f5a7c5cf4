#include "app/setup/peer_access.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "core/host_state/host_state.h"
#include "core/topology/topology.h"
#include "hw/catalogue/gpus.h"
#include "sim/job/job.h"

namespace treering::app::setup {
namespace {

/// Whether the source reports of every pair of GPUs that they do not reach each other's memory.
bool are_all_refused(const core::Topology& node, const core::HostState& host) {
  std::set<std::pair<int, int>> refused;
  for (const core::PeerState& peer : host.peers) {
    if (peer.access == core::PeerAccess::Ok) return false;
    if (peer.access != core::PeerAccess::Unknown) refused.insert(std::minmax(peer.from, peer.to));
  }
  const auto gpus = static_cast<std::size_t>(node.gpu_count());
  return gpus > 1 && refused.size() == gpus * (gpus - 1) / 2;
}

bool lack_pcie_peers(const core::Topology& node, const core::HostState& host) {
  if (are_all_refused(node, host)) return true;
  const bool is_one_ok = std::ranges::any_of(
      host.peers, [](const core::PeerState& peer) { return peer.access == core::PeerAccess::Ok; });
  const auto gpus = node.of_kind(core::DeviceKind::Gpu);
  return !is_one_ok && gpus.size() > 1 && std::ranges::none_of(gpus, [&](core::DeviceId gpu) {
    return hw::catalogue::has_pcie_peer_access(node.device(gpu));
  });
}

}  // namespace

void follow_peer_access(Setup& setup) {
  const core::Topology& node = setup.cluster.node;
  if (!lack_pcie_peers(node, setup.host)) return;
  setup.job.pcie_peers = sim::job::Feature::Off;
  if (are_all_refused(node, setup.host)) {
    setup.notes.emplace_back(
        "no GPU reaches another's memory over PCIe, as the source reports: NCCL goes through host "
        "memory");
    return;
  }
  using hw::catalogue::BridgedPairs;
  const BridgedPairs bridged = hw::catalogue::bridged_pairs(node);
  if (bridged == BridgedPairs::All) return;
  std::string note =
      "GeForce cards do not reach each other's memory over PCIe: NCCL goes through host memory";
  if (bridged == BridgedPairs::Some) note += " between those that no NVLinks join";
  setup.notes.push_back(std::move(note));
}

}  // namespace treering::app::setup
