// NVLS (NVLink SHARP): GPUs store to and load from multicast memory, the NVSwitch reduces. Between
// nodes it needs reduction in the network as well.
//   latency    one hop, and on several nodes one trip through the network
//   bandwidth  search channels x efficiency x (channels - 1) / channels, twice that for all_reduce
#include <algorithm>

#include <fmt/format.h>

#include "sim/algorithms/faces.h"
#include "sim/nccl/communicator/channels.h"
#include "sim/nccl/rules/switch_reduction.h"

namespace treering::sim::algorithms {
namespace nvls {
namespace {

using nccl::communicator::ChannelSet;
using nccl::rules::Sharing;
using nccl::versions::ScheduleConstants;

bool offers(core::Collective collective) {
  return collective == core::Collective::AllReduce || nccl::rules::is_split(collective);
}

Latency latency(const TuningQuery& query) {
  const ChannelGraph& graph = query.comm.graphs.nvls;
  const double base = query.comm.version.tuning.base_latency_us[Algorithm::Nvls][query.protocol];
  Latency sum = base > 0 ? Latency(base) : Latency();
  sum.add(nccl::rules::hop_over(nccl::rules::wire_inside(graph)), 1,
          inside_hop_us(query, Algorithm::Nvls, graph));
  if (query.comm.shape.nodes > 1) {
    sum.add(nccl::rules::hop_over(Wire::Network), 1,
            multicast_network_hop_us(query, Algorithm::Nvls));
  }
  return sum;
}

std::string ruled_out(const TuningQuery& query) {
  if (query.comm.shape.nodes == 1) return {};
  if (nccl::rules::is_split(query.collective) &&
      !query.comm.version.tuning.multicast.splits_between_nodes) {
    return fmt::format("NCCL {} has no NVLS for {} between nodes", query.comm.version.name,
                       core::name_of(query.collective));
  }
  if (std::string reason = nccl::rules::collnet_missing(query.comm); !reason.empty()) {
    return "between nodes NVLS builds on the network: " + reason;
  }
  return nccl::rules::heads_missing(query.comm, query.collective);
}

Estimate estimate(const TuningQuery& query) {
  if (std::string reason = multicast_not_modelled(query); !reason.empty()) {
    return nccl::rules::not_modelled(reason);
  }
  Estimate cell;
  cell.latency = latency(query);
  cell.ruled_out = ruled_out(query);
  if (!cell.ruled_out.empty()) return cell;
  cell.bandwidth = nvls_bandwidth(query);
  return cell;
}

Launch launch(const LaunchQuery& query) {
  const ChannelSet& channels = query.comm.channels;
  const bool is_one_node = query.comm.shape.nodes == 1;
  return launch_in_full(query, is_one_node ? channels.nvls_count()
                                           : std::min(channels.nvls_count(), channels.count()));
}

/// Shorter chunks while they would not fill all heads.
int chunk_bytes(const ChunkQuery& query) {
  const ScheduleConstants& schedule = query.comm.version.schedule;
  const bool is_slow =
      query.comm.shape.nodes > 1 && query.all_reduce_gb_per_s < schedule.nvls_slow_network_gb_per_s;
  const int most =
      is_slow ? schedule.nvls_slow_network_chunk_bytes : nccl::rules::nvls_chunk_bytes(query.comm);
  const Traffic traffic{query.bytes, static_cast<std::uint64_t>(query.channels) *
                                         query.comm.channels.nvls_heads().size()};
  // NCCL v2.28.9-1, src/enqueue.cc, calcCollChunking.
  int chunk = std::min(one_step_chunk(query), most);
  chunk = lowered_for_rounds(chunk, traffic, 64, 65536);
  chunk = lowered_for_rounds(chunk, traffic, 8, 32768);
  return lowered_for_rounds(chunk, traffic, 2, 16384);
}

Sharing sharing(const CommunicatorView& comm) {
  return comm.shape.nodes == 1 ? Sharing::ContinuousNvls : Sharing::Even;
}

constexpr AlgorithmRules kRules{
    .algorithm = Algorithm::Nvls,
    .offers = offers,
    .is_simple_only = true,
    .estimate = estimate,
    .max_threads = nccl::rules::simple_only_max_threads,
    .unusable = nccl::rules::multicast_unusable,
    .launch = launch,
    .chunk_bytes = chunk_bytes,
    .sharing = sharing,
};

}  // namespace
}  // namespace nvls

Faces nvls_faces() {
  return faces_in_nccl(nvls::kRules, nvls_terms, nvls_schedule_face());
}

}  // namespace treering::sim::algorithms
