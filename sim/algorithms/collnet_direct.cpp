// CollNetDirect: each GPU sends a share straight to every GPU with an adapter (a head), and the
// switches reduce.
//   latency    2 x (one hop + 0.4 us for each further rank of the node) + one trip
//   bandwidth  all_reduce: all channels, less where adapters are fewer than GPUs;
//              all_gather, reduce_scatter: every rank at the slower of node and network
#include <algorithm>

#include "sim/algorithms/faces.h"
#include "sim/nccl/communicator/channels.h"
#include "sim/nccl/rules/switch_reduction.h"
#include "sim/nccl/versions/constants.h"

namespace treering::sim::algorithms {
namespace collnet_direct {
namespace {

using nccl::versions::GpuGeneration;

bool offers(core::Collective collective) {
  return collective == core::Collective::AllReduce || nccl::rules::is_split(collective);
}

Latency latency(const TuningQuery& query) {
  const ChannelGraph& graph = query.comm.graphs.collnet_direct;
  const TuningConstants& tuning = query.comm.version.tuning;
  const int peers = query.comm.shape.ranks_per_node - 1;
  Latency sum(tuning.base_latency_us[Algorithm::CollNetDirect][query.protocol]);
  sum.add(nccl::rules::hop_over(nccl::rules::wire_inside(graph)), 2 * std::min(1, peers),
          inside_hop_us(query, Algorithm::CollNetDirect, graph));
  sum.add_precisely({"peer served one after another"}, 2 * peers,
                    tuning.collnet_direct_us_per_peer);
  sum.add(nccl::rules::hop_over(Wire::Network), 1,
          network_hop_us(query, Algorithm::CollNetDirect, graph));
  return sum;
}

BandwidthFold split_bandwidth(const CommunicatorView& comm) {
  const ChannelGraph& graph = comm.graphs.collnet_direct;
  BandwidthFold fold("one GPU inside the node", graph.bw_intra);
  const TuningConstants& tuning = comm.version.tuning;
  const float ranks = comm.shape.average_ranks();
  if (!tuning.collnet_gathers_at_node_rate) {
    const float network = graph.bw_inter * tuning.collnet_gather_share;
    fold.cap("nine tenths of the network", static_cast<double>(network));
  }
  fold.scale("all GPUs of a node", static_cast<double>(ranks));
  if (tuning.collnet_gathers_at_node_rate) {
    // NCCL v2.26.2-1, src/graph/tuning.cc, ncclTopoTuneModel: 0.95 for one rank per node, 0.85 for
    // eight, and a line through both.
    const float weight = (ranks - 1) / (8 - 1);
    fold.scale("measured at 1 and 8 ranks per node",
               static_cast<double>(weight) * 0.85 + static_cast<double>(1 - weight) * 0.95);
  }
  return fold;
}

BandwidthFold all_reduce_bandwidth(const CommunicatorView& comm) {
  const ChannelGraph& graph = comm.graphs.collnet_direct;
  BandwidthFold fold = nccl::rules::all_channels(graph.channel_count(), graph.bw_intra);
  cap_all_channels(fold, comm);
  if (comm.version.tuning.collnet_direct_counts_adapters) {
    auto gpus_per_adapter =
        static_cast<float>(static_cast<double>(comm.shape.average_ranks()) / graph.channel_count());
    gpus_per_adapter -= (gpus_per_adapter - 1) / 2;
    fold.divide("fewer adapters than GPUs", static_cast<double>(gpus_per_adapter));
  }
  if (nccl::rules::generation_of(comm) >= GpuGeneration::Hopper) {
    fold.scale("from Hopper on", comm.version.tuning.collnet_direct_share);
  }
  up_and_down(fold);
  return fold;
}

std::string ruled_out(const TuningQuery& query) {
  if (query.protocol != Protocol::Simple) return "CollNetDirect speaks Simple only";
  if (std::string reason = nccl::rules::collnet_missing(query.comm); !reason.empty()) return reason;
  if (!query.comm.facts.has_nvswitch) return "CollNetDirect needs an NVSwitch";
  if (query.comm.graphs.collnet_direct.channels.empty()) {
    return "no channel for CollNetDirect was found";
  }
  return nccl::rules::heads_missing(query.comm, query.collective);
}

Estimate estimate(const TuningQuery& query) {
  Estimate cell;
  cell.latency = latency(query);
  cell.ruled_out = ruled_out(query);
  if (!cell.ruled_out.empty()) return cell;
  cell.bandwidth = nccl::rules::is_split(query.collective) ? split_bandwidth(query.comm)
                                                           : all_reduce_bandwidth(query.comm);
  return cell;
}

/// Gives up channels from many to few; near the powers of two ever less data is asked for.
Launch launch(const LaunchQuery& query) {
  const auto heads = query.comm.channels.collnet_direct_heads().size();
  const std::uint64_t busy = static_cast<std::uint64_t>(query.max_threads) * heads;
  auto threshold = static_cast<std::uint64_t>(query.thread_threshold);
  int channels = query.comm.channels.count();
  const auto is_too_many = [&] {
    return query.model_bytes < static_cast<std::uint64_t>(channels) * busy * threshold;
  };
  for (int kept = nccl::versions::kCollNetMostKept; kept >= 1 && is_too_many(); kept /= 2) {
    while (channels > kept && is_too_many()) {
      if (channels == kept + kept / 2) threshold /= 2;
      --channels;
    }
  }
  return launch_in_full(query, channels);
}

/// Shorter chunks while they would not fill the pipeline.
int chunk_bytes(const ChunkQuery& query) {
  const auto heads = query.comm.channels.collnet_direct_heads().size();
  const int depth = query.comm.shape.has_one_rank_per_node() ? 1 : 2;
  const Traffic traffic{query.bytes, static_cast<std::uint64_t>(query.channels) * heads};
  // NCCL v2.28.9-1, src/enqueue.cc, calcCollChunking.
  int chunk = one_step_chunk(query);
  chunk = halved_for_rounds(chunk, traffic, static_cast<float>(64 * depth), 131072);
  return halved_for_rounds(chunk, traffic, static_cast<float>(8 * depth), 32768);
}

constexpr AlgorithmRules kRules{
    .algorithm = Algorithm::CollNetDirect,
    .offers = offers,
    .is_simple_only = true,
    .estimate = estimate,
    .max_threads = nccl::rules::simple_only_max_threads,
    .thread_threshold = nccl::rules::collnet_thread_threshold,
    .unusable = nccl::rules::too_many_local_ranks,
    .launch = launch,
    .chunk_bytes = chunk_bytes,
    .sharing = nccl::rules::share_evenly,
};

}  // namespace
}  // namespace collnet_direct

Faces collnet_direct_faces() {
  return faces_in_nccl(collnet_direct::kRules, collnet_direct_terms,
                       collnet_direct_schedule_face());
}

}  // namespace treering::sim::algorithms
