// NVLSTree: the NVSwitch reduces inside a node, a double binary tree joins the nodes' heads. NCCL
// offers it for all_reduce on several nodes.
//   latency    one hop + 2 log2(nodes) x network hop
//   bandwidth  as NVLS, with a cap per channel; on two nodes the network counts double
#include <algorithm>

#include "sim/algorithms/faces.h"
#include "sim/nccl/communicator/channels.h"
#include "sim/nccl/rules/switch_reduction.h"

namespace treering::sim::algorithms {
namespace nvls_tree {
namespace {

using nccl::CpuArch;
using nccl::rules::Sharing;
using nccl::versions::GpuGeneration;
using nccl::versions::ScheduleConstants;

bool offers(core::Collective collective) {
  return collective == core::Collective::AllReduce;
}

Latency latency(const TuningQuery& query) {
  const ChannelGraph& graph = query.comm.graphs.nvls;
  Latency sum(query.comm.version.tuning.base_latency_us[Algorithm::NvlsTree][query.protocol]);
  sum.add(nccl::rules::hop_over(nccl::rules::wire_inside(graph)), 1,
          inside_hop_us(query, Algorithm::NvlsTree, graph));
  const int nodes = query.comm.shape.nodes;
  const bool is_linear = query.comm.version.tuning.multicast.tree_is_linear;
  const int depth =
      is_linear ? nodes - 1 : nccl::rules::floor_log2(static_cast<std::uint64_t>(nodes));
  sum.add(nccl::rules::hop_over(Wire::Network), 2 * depth,
          multicast_network_hop_us(query, Algorithm::NvlsTree));
  return sum;
}

Estimate estimate(const TuningQuery& query) {
  if (std::string reason = multicast_not_modelled(query); !reason.empty()) {
    return nccl::rules::not_modelled(reason);
  }
  Estimate cell;
  cell.latency = latency(query);
  if (query.comm.shape.nodes == 1) {
    cell.ruled_out = "NVLSTree joins nodes, and there is one";
    return cell;
  }
  cell.bandwidth = nvls_tree_bandwidth(query);
  return cell;
}

/// Newer versions correct it on Blackwell as they correct Tree.
CostFactors cost_factors(const CostQuery& query) {
  const CommunicatorView& comm = query.comm;
  const bool is_corrected = comm.version.tuning.multicast.corrects_tree_on_blackwell &&
                            nccl::rules::generation_of(comm) == GpuGeneration::Blackwell &&
                            comm.facts.cpu_arch == CpuArch::X86;
  // NCCL v2.29.2-1, src/graph/tuning.cc, ncclTopoGetAlgoTime: one power of two more than Tree.
  return is_corrected ? tree_correction(query, nccl::versions::kTreeCorrections + 1)
                      : CostFactors{};
}

Launch launch(const LaunchQuery& query) {
  return launch_in_full(query, query.comm.channels.nvls_count());
}

/// Over many nodes chunks are kept shorter.
int longest_chunk(const CommunicatorView& comm) {
  const ScheduleConstants& schedule = comm.version.schedule;
  const int chunk = nccl::rules::nvls_chunk_bytes(comm);
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
    .is_simple_only = true,
    .estimate = estimate,
    .max_threads = nccl::rules::simple_only_max_threads,
    .unusable = nccl::rules::multicast_unusable,
    .cost_factors = cost_factors,
    .launch = launch,
    .chunk_bytes = chunk_bytes,
    .sharing = sharing,
};

}  // namespace
}  // namespace nvls_tree

Faces nvls_tree_faces() {
  return faces_in_nccl(nvls_tree::kRules, nvls_tree_terms, nvls_tree_schedule_face());
}

}  // namespace treering::sim::algorithms
