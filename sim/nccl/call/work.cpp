#include "sim/nccl/call/work.h"

#include <algorithm>

#include "sim/nccl/call/channel_split.h"
#include "sim/nccl/rules/chunk.h"

namespace treering::sim::nccl::call {
namespace {

using core::Collective;

/// How often each byte of the buffer crosses a channel; NCCL v2.28.9-1, src/enqueue.cc,
/// ncclFuncTrafficPerByte.
std::uint64_t traffic_per_byte(Collective collective, int ranks) {
  if (collective == Collective::AllReduce) return 2;
  return rules::is_split(collective) ? static_cast<std::uint64_t>(ranks) : 1;
}

std::uint64_t parts_of(const WorkQuery& query) {
  const int ranks = query.comm.shape.ranks();
  return rules::is_split(query.call.collective) ? static_cast<std::uint64_t>(ranks) : 1;
}

/// A chunk of a part of `bytes` per rank that `channels` channels carry together.
std::uint64_t chunk_of(const WorkQuery& query, int channels, std::uint64_t bytes) {
  const Algorithm algorithm = query.rules.algorithm;
  const float all_reduce_rate =
      query.tuning.cell(Collective::AllReduce, algorithm, query.protocol).bandwidth_gb_per_s;
  const rules::ChunkQuery chunk{query.comm, query.call.collective,   query.protocol,
                                channels,   bytes * parts_of(query), all_reduce_rate};
  return static_cast<std::uint64_t>(
      rules::whole_grains(query.comm, query.protocol, query.rules.chunk_bytes(chunk)));
}

ChannelPart part_of(const WorkQuery& query, std::uint64_t bytes) {
  if (bytes == 0) return {};
  return {bytes, chunk_of(query, 1, bytes)};
}

/// In-network reduction: every channel works on the whole, in turns.
Work even_work(const WorkQuery& query, int channels, const rules::CallSize& size) {
  const std::uint64_t bytes = size.count * size.element_bytes;
  const std::uint64_t share = bytes / static_cast<std::uint64_t>(channels);
  const ChannelPart part{share, chunk_of(query, channels, bytes)};
  Work work;
  work.channels = channels;
  work.low = part;
  if (channels > 1) work.high = part;
  if (channels > 2) work.middle = part;
  return work;
}

Work continuous_work(const WorkQuery& query, int max_channels, int all_channels) {
  const int ranks = query.comm.shape.ranks();
  const versions::ScheduleConstants& schedule = query.comm.version.schedule;
  const rules::CallSize size = rules::size_of(query.call, ranks);
  std::uint64_t factor = traffic_per_byte(query.call.collective, ranks);
  if (query.protocol == Protocol::Ll) {
    factor *= static_cast<std::uint64_t>(schedule.ll_traffic_factor);
  }
  const ChannelSplit split =
      split_over_channels({.count = size.count,
                           .element_bytes = size.element_bytes,
                           .traffic_factor = factor,
                           .min_traffic_bytes = schedule.min_channel_traffic_bytes,
                           .wanted_channels = max_channels,
                           .all_channels = all_channels});
  return {.channels = split.channels,
          .low = part_of(query, split.low * size.element_bytes),
          .middle = part_of(query, split.middle * size.element_bytes),
          .high = part_of(query, split.high * size.element_bytes)};
}

}  // namespace

rules::Launch launch_of(const WorkQuery& query) {
  const Algorithm algorithm = query.rules.algorithm;
  const rules::LaunchQuery launch{query.comm, query.protocol,
                                  rules::size_of(query.call, query.comm.shape.ranks()).model_bytes,
                                  query.tuning.max_threads(algorithm, query.protocol),
                                  query.tuning.thread_threshold(algorithm, query.protocol)};
  rules::Launch result = query.rules.launch(launch);
  result.threads = std::max(result.threads, query.comm.version.schedule.min_block_threads);
  return result;
}

Work work_of(const WorkQuery& query, int max_channels) {
  const communicator::ChannelSet& channels = query.comm.channels;
  switch (query.rules.sharing(query.comm)) {
    case rules::Sharing::Even:
      return even_work(query, max_channels, rules::size_of(query.call, query.comm.shape.ranks()));
    case rules::Sharing::ContinuousNvls:
      return continuous_work(query, max_channels, channels.nvls_count());
    case rules::Sharing::Continuous:
      break;
  }
  return continuous_work(query, max_channels, channels.count());
}

}  // namespace treering::sim::nccl::call
