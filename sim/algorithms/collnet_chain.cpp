// CollNetChain: a chain inside each node ends at an adapter, and the switches reduce.
//   latency    2 (ranks per node - 1) x hop + one trip through the network
//   bandwidth  all channels at the node's rate; halved for going up and down
#include <algorithm>

#include "sim/algorithms/faces.h"
#include "sim/nccl/rules/switch_reduction.h"

namespace treering::sim::algorithms {
namespace collnet_chain {
namespace {

bool offers(core::Collective collective) {
  return collective == core::Collective::AllReduce;
}

Latency latency(const TuningQuery& query) {
  const ChannelGraph& graph = query.comm.graphs.collnet_chain;
  Latency sum(query.comm.version.tuning.base_latency_us[Algorithm::CollNetChain][query.protocol]);
  sum.add(nccl::rules::hop_over(nccl::rules::wire_inside(graph)),
          2 * (query.comm.shape.ranks_per_node - 1),
          inside_hop_us(query, Algorithm::CollNetChain, graph));
  const int trips = query.comm.version.tuning.collnet_chain_has_trip ? 1 : 0;
  sum.add(nccl::rules::hop_over(Wire::Network), trips,
          network_hop_us(query, Algorithm::CollNetChain, graph));
  return sum;
}

Estimate estimate(const TuningQuery& query) {
  const ChannelGraph& graph = query.comm.graphs.collnet_chain;
  Estimate cell;
  cell.latency = latency(query);
  cell.ruled_out = nccl::rules::collnet_missing(query.comm);
  if (query.protocol != Protocol::Simple) cell.ruled_out = "CollNetChain speaks Simple only";
  if (!cell.ruled_out.empty()) return cell;
  cell.bandwidth = nccl::rules::all_channels(graph.channel_count(), graph.bw_intra);
  cap_all_channels(cell.bandwidth, query.comm);
  const double share = query.comm.version.tuning.collnet_chain_share;
  if (share < 1) cell.bandwidth.scale("chain overhead", share);
  up_and_down(cell.bandwidth);
  return cell;
}

Launch launch(const LaunchQuery& query) {
  return launch_by_size(query, 0);
}

/// Shorter chunks while they would not fill the chain.
int chunk_bytes(const ChunkQuery& query) {
  const int depth = query.comm.shape.ranks_per_node;
  const Traffic traffic{query.bytes, static_cast<std::uint64_t>(query.channels)};
  int chunk = std::min(query.comm.version.schedule.collnet_chain_chunk_bytes,
                       nccl::rules::payload_of_steps(query.comm, Protocol::Simple, 1));
  // NCCL v2.28.9-1, src/enqueue.cc, calcCollChunking.
  chunk = halved_for_rounds(chunk, traffic, static_cast<float>(64 * depth), 131072);
  chunk = halved_for_rounds(chunk, traffic, static_cast<float>(8 * depth), 65536);
  return halved_for_rounds(chunk, traffic, static_cast<float>(depth), 32768);
}

constexpr AlgorithmRules kRules{
    .algorithm = Algorithm::CollNetChain,
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
}  // namespace collnet_chain

Faces collnet_chain_faces() {
  return faces_in_nccl(collnet_chain::kRules, collnet_chain_terms, collnet_chain_schedule_face());
}

}  // namespace treering::sim::algorithms
