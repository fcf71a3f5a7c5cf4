// NVLSTree: the NVSwitch reduces inside a node, a double binary tree joins the nodes' heads. NCCL
// offers it for all_reduce on several nodes.
//   latency    one hop + 2 log2(nodes) x network hop
//   bandwidth  as NVLS, with a cap per channel; on two nodes the network counts double
#include <algorithm>

#include "sim/algorithms/registry.h"
#include "sim/cost/work.h"
#include "sim/nccl/chunk.h"
#include "sim/nccl/launch.h"
#include "sim/nccl/multicast.h"
#include "sim/nccl/tuning_terms.h"

namespace treering::sim::algorithms {
namespace {

using nccl::Algorithm;
using nccl::AlgorithmRules;
using nccl::BandwidthFold;
using nccl::ChannelGraph;
using nccl::ChunkQuery;
using nccl::CommunicatorView;
using nccl::Estimate;
using nccl::Latency;
using nccl::Launch;
using nccl::LaunchQuery;
using nccl::ScheduleConstants;
using nccl::Sharing;
using nccl::Traffic;
using nccl::TuningQuery;
using nccl::Wire;

bool offers(core::Collective collective) {
  return collective == core::Collective::AllReduce;
}

Latency latency(const TuningQuery& query) {
  const ChannelGraph& graph = query.comm.graphs.nvls;
  Latency sum(query.comm.version.tuning.base_latency_us[Algorithm::NvlsTree][query.protocol]);
  sum.add(hop_name(wire_inside(graph)), 1, inside_hop_us(query, Algorithm::NvlsTree, graph));
  sum.add(hop_name(Wire::Network),
          2 * nccl::floor_log2(static_cast<std::uint64_t>(query.comm.shape.nodes)),
          network_hop_us(query, Algorithm::NvlsTree, graph));
  return sum;
}

BandwidthFold bandwidth(const TuningQuery& query) {
  const CommunicatorView& comm = query.comm;
  const ChannelGraph& graph = comm.graphs.nvls;
  // Two nodes send to each other alone, in both trees.
  const float network = graph.bw_inter * (comm.shape.nodes <= 2 ? 2.0F : 1.0F);
  BandwidthFold fold = multicast_rate(query, network);
  const auto cap = static_cast<float>(cap_of(comm.version.tuning.nvls_tree_cap, comm));
  fold.cap("NVLSTree per channel", static_cast<double>(cap));
  fold.scale("all channels", graph.channel_count());
  const int ranks = comm.shape.ranks();
  share_among_ranks(fold, ranks, nccl::ring_steps(query.collective, ranks));
  return fold;
}

Estimate estimate(const TuningQuery& query) {
  if (std::string reason = multicast_not_modelled(query); !reason.empty()) {
    return nccl::not_modelled(reason);
  }
  Estimate cell;
  cell.latency = latency(query);
  if (query.comm.shape.nodes == 1) {
    cell.ruled_out = "NVLSTree joins nodes, and there is one";
    return cell;
  }
  cell.bandwidth = bandwidth(query);
  return cell;
}

Launch launch(const LaunchQuery& query) {
  return launch_in_full(query, query.comm.channels.nvls_count());
}

/// Over many nodes chunks are kept shorter.
int longest_chunk(const CommunicatorView& comm) {
  const ScheduleConstants& schedule = comm.version.schedule;
  const int chunk = nvls_chunk_bytes(comm);
  if (const auto asked = comm.settings.buffers.max_nvls_tree_chunk) return std::min(chunk, *asked);
  const bool is_many = comm.shape.nodes >= schedule.nvls_tree_many_nodes;
  return is_many ? std::min(chunk, schedule.nvls_tree_many_nodes_chunk_bytes) : chunk;
}

/// Shorter chunks while they would not fill all heads.
int chunk_bytes(const ChunkQuery& query) {
  const Traffic traffic{query.bytes, static_cast<std::uint64_t>(query.channels) *
                                         query.comm.channels.nvls_heads().size()};
  // NCCL v2.28.9-1, src/enqueue.cc, calcCollChunking.
  int chunk = lowered_for_rounds(longest_chunk(query.comm), traffic, 32, 262144);
  chunk = lowered_for_rounds(chunk, traffic, 16, 131072);
  chunk = lowered_for_rounds(chunk, traffic, 4, 65536);
  return lowered_for_rounds(chunk, traffic, 1, 32768);
}

Sharing sharing(const CommunicatorView&) {
  return Sharing::ContinuousNvls;
}

constexpr AlgorithmRules kRules{
    .algorithm = Algorithm::NvlsTree,
    .offers = offers,
    .estimate = estimate,
    .max_threads = nccl::simple_only_max_threads,
    .unusable = nccl::multicast_unusable,
    .launch = launch,
    .chunk_bytes = chunk_bytes,
    .sharing = sharing,
    .terms = cost::nvls_terms,
};

}  // namespace

const AlgorithmRules& nvls_tree_rules() {
  return kRules;
}

}  // namespace treering::sim::algorithms
