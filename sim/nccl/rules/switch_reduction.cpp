#include "sim/nccl/rules/switch_reduction.h"

#include <fmt/format.h>

#include "sim/nccl/communicator/channels.h"
#include "sim/nccl/rules/terms.h"

namespace treering::sim::nccl::rules {

namespace {

using core::DataType;
using core::ReduceOp;

// NCCL v2.28.9-1, src/include/device.h, ncclNvlsSupported.
bool can_reduce(DataType type, ReduceOp op) {
  switch (type) {
    case DataType::Int32:
    case DataType::Uint32:
    case DataType::Int64:
    case DataType::Uint64:
    case DataType::Half:
    case DataType::Bfloat16:
      return op == ReduceOp::Sum || op == ReduceOp::Min || op == ReduceOp::Max;
    case DataType::Float:
    case DataType::Double:
      return op == ReduceOp::Sum;
    case DataType::Int8:
    case DataType::Uint8:
    case DataType::F8e4m3:
    case DataType::F8e5m2:
      break;
  }
  return false;
}

}  // namespace

std::string multicast_not_modelled(const TuningQuery& query) {
  const int least = query.comm.version.tuning.multicast.min_channels;
  if (query.protocol != Protocol::Simple) return "NVLS speaks Simple only";
  const int channels = query.comm.graphs.nvls.channel_count();
  if (channels >= least) return {};
  if (query.comm.settings.nvls == job::Switch::Off) return "NCCL_NVLS_ENABLE turns NVLS off";
  if (query.comm.shape.ranks_per_node == 1) return "NVLS needs two GPUs of a node or more";
  if (!query.comm.facts.nvls) return "the GPUs or switches have no multicast (NVLS)";
  return fmt::format("NVLS needs {} channels, found {}", least, channels);
}

float multicast_network_hop_us(const TuningQuery& query, Algorithm algorithm) {
  // NCCL v2.18.3-1, src/graph/tuning.cc, ncclTopoTuneModel: without the adapter's own latency.
  if (query.comm.version.tuning.multicast.tree_is_linear) {
    return hop_us(query, versions::Wire::Network, algorithm);
  }
  return network_hop_us(query, algorithm, query.comm.graphs.nvls);
}

std::string multicast_unusable(const communicator::CommunicatorView& comm, const core::Call& call) {
  if (!comm.channels.uses_nvls()) return "NVLS is not in use";
  if (is_reduction(call.collective) && !can_reduce(call.type, call.op)) {
    return fmt::format("NVLS cannot reduce {} by {}", core::name_of(call.type),
                       core::name_of(call.op));
  }
  const int most = comm.version.channels.max_nvls_ranks;
  if (call.collective != core::Collective::AllReduce && comm.shape.most_ranks() > most) {
    return fmt::format("NVLS serves at most {} ranks per node here, have {}", most,
                       comm.shape.most_ranks());
  }
  return {};
}

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
