#include "sim/nccl/rules/in_network.h"

#include <fmt/format.h>

namespace treering::sim::nccl::rules {

std::string collnet_missing(const communicator::CommunicatorView& comm) {
  if (comm.channels.uses_collnet()) return {};
  if (comm.settings.collnet == job::Switch::Off) return "NCCL_COLLNET_ENABLE turns it off";
  if (!comm.facts.collnet) return "no in-network reduction (SHARP) is offered";
  const int least = communicator::collnet_min_nodes({comm.version, comm.settings});
  if (comm.shape.nodes < least) {
    return fmt::format("in-network reduction needs at least {} nodes", least);
  }
  return "no channel for in-network reduction was found";
}

std::string heads_missing(const communicator::CommunicatorView& comm, core::Collective collective) {
  if (!is_split(collective)) return {};
  const int heads = comm.channels.collnet_head_count();
  if (comm.shape.most_ranks() <= heads) return {};
  return fmt::format("{} ranks per node but only {} heads with an adapter", comm.shape.most_ranks(),
                     heads);
}

std::string too_many_local_ranks(const communicator::CommunicatorView& comm, const core::Call&) {
  const int most = comm.version.channels.max_direct_ranks;
  if (comm.shape.most_ranks() <= most) return {};
  return fmt::format("in-network reduction serves at most {} ranks per node, have {}", most,
                     comm.shape.most_ranks());
}

Sharing share_evenly(const communicator::CommunicatorView&) {
  return Sharing::Even;
}

}  // namespace treering::sim::nccl::rules
