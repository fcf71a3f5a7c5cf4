// The bandwidth of NVLS and NVLSTree, as every version of NCCL has modelled it anew
// (src/graph/tuning.cc, ncclTopoTuneModel).
#include <algorithm>

#include <fmt/format.h>

#include "sim/nccl/communicator/channels.h"
#include "sim/nccl/rules/switch_reduction.h"
#include "sim/nccl/rules/terms.h"

namespace treering::sim::nccl::rules {
namespace {

bool is_all_reduce(const TuningQuery& query) {
  return query.collective == core::Collective::AllReduce;
}

/// One channel, capped by the network's `network_gb_per_s`.
BandwidthFold efficient_rate(const TuningQuery& query, float network_gb_per_s) {
  const communicator::CommunicatorView& comm = query.comm;
  const ChannelGraph& graph = comm.graphs.nvls;
  const int channels = graph.channel_count();
  BandwidthFold fold(fmt::format("a channel of {:g} GB/s", graph.bw_intra), graph.bw_intra);
  fold.scale("NVLS efficiency of the GPU generation",
             comm.version.tuning.nvls_efficiency[generation_of(comm)]);
  fold.scale("channels but one", channels - 1);
  fold.divide("over all channels", channels);
  if (is_all_reduce(query)) {
    fold.scale("all_reduce reduces and spreads at once", 2);
  } else {
    const auto ranks = comm.shape.average_ranks();
    fold.scale("a rank's own part stays", (ranks - 1) / ranks);
  }
  fold.cap("the network", static_cast<double>(network_gb_per_s));
  return fold;
}

void share_by_steps(BandwidthFold& fold, const TuningQuery& query) {
  const int ranks = query.comm.shape.ranks();
  share_among_ranks(fold, ranks, ring_steps(query.collective, ranks));
}

/// NCCL keeps such a share in single precision.
void share(BandwidthFold& fold, double part) {
  if (part == 1) return;
  fold.scale_to_algbw("", static_cast<double>(static_cast<float>(part)));
}

float slower_rate(const TuningQuery& query) {
  const ChannelGraph& graph = query.comm.graphs.nvls;
  if (is_all_reduce(query)) return std::min(graph.bw_intra, graph.bw_inter);
  const versions::MulticastConstants& constants = query.comm.version.tuning.multicast;
  const float ranks = query.comm.shape.average_ranks();
  const float node =
      constants.keeps_own_part ? graph.bw_intra * (ranks - 1) / ranks : graph.bw_intra;
  return std::min(node, graph.bw_inter * constants.split_network_share);
}

/// Before efficiencies were measured: all channels at one rate.
BandwidthFold plain_bandwidth(const TuningQuery& query) {
  const communicator::CommunicatorView& comm = query.comm;
  switch (comm.version.tuning.multicast.model) {
    case versions::MulticastModel::RingChannels:
      return all_channels(comm.channels.counts().searched, channel_rate(comm, comm.graphs.ring));
    case versions::MulticastModel::NodeOrNetworkRate:
      return all_channels(comm.graphs.nvls.channel_count(), channel_rate(comm, comm.graphs.nvls));
    case versions::MulticastModel::SlowerRate:
    case versions::MulticastModel::Efficiency:
      break;
  }
  return all_channels(comm.graphs.nvls.channel_count(), slower_rate(query));
}

BandwidthFold plain_tree_bandwidth(const TuningQuery& query) {
  const communicator::CommunicatorView& comm = query.comm;
  const ChannelGraph& graph = comm.graphs.nvls;
  if (comm.version.tuning.multicast.model == versions::MulticastModel::NodeOrNetworkRate) {
    return all_channels(graph.channel_count(), channel_rate(comm, graph));
  }
  const float network = comm.shape.nodes <= 2 ? graph.bw_inter : graph.bw_inter / 2;
  return all_channels(graph.channel_count(), std::min(graph.bw_intra, network));
}

}  // namespace

BandwidthFold nvls_bandwidth(const TuningQuery& query) {
  const ChannelGraph& graph = query.comm.graphs.nvls;
  const versions::MulticastConstants& constants = query.comm.version.tuning.multicast;
  if (constants.model == versions::MulticastModel::Efficiency) {
    BandwidthFold fold = efficient_rate(query, graph.bw_inter);
    fold.scale("all channels", graph.channel_count());
    if (is_all_reduce(query)) share_by_steps(fold, query);
    return fold;
  }
  BandwidthFold fold = plain_bandwidth(query);
  cap_all_channels(fold, query.comm);
  share(fold, is_all_reduce(query) ? constants.all_reduce_share : constants.split_share);
  return fold;
}

BandwidthFold nvls_tree_bandwidth(const TuningQuery& query) {
  const communicator::CommunicatorView& comm = query.comm;
  const ChannelGraph& graph = comm.graphs.nvls;
  const versions::MulticastConstants& constants = comm.version.tuning.multicast;
  if (constants.model == versions::MulticastModel::Efficiency) {
    // Two nodes send to each other alone, in both trees.
    const float network = graph.bw_inter * (comm.shape.nodes <= 2 ? 2.0F : 1.0F);
    BandwidthFold fold = efficient_rate(query, network);
    const auto cap = static_cast<float>(cap_of(comm.version.tuning.nvls_tree_cap, comm));
    fold.cap("NVLSTree per channel", static_cast<double>(cap));
    fold.scale("all channels", graph.channel_count());
    share_by_steps(fold, query);
    return fold;
  }
  BandwidthFold fold = plain_tree_bandwidth(query);
  const int nodes = comm.shape.nodes;
  const bool by_nodes = constants.model == versions::MulticastModel::NodeOrNetworkRate;
  share(fold,
        by_nodes ? constants.tree_share * nodes / (2 * (nodes - 1)) : constants.all_reduce_share);
  return fold;
}

}  // namespace treering::sim::nccl::rules
