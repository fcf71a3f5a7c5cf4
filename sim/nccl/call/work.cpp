#include "sim/nccl/call/work.h"

#include <algorithm>

#include "core/assert.h"
#include "sim/nccl/communicator/channels.h"
#include "sim/nccl/rules/launch.h"
#include "sim/nccl/versions/constants.h"

namespace treering::sim::nccl::call {

namespace {

std::uint64_t divide_up(std::uint64_t a, std::uint64_t b) {
  return (a + b - 1) / b;
}

/// Bytes that make the least traffic worth a channel.
std::uint64_t cell_bytes(const SplitQuery& query) {
  return divide_up(divide_up(query.min_traffic_bytes, query.traffic_factor), versions::kCellBytes) *
         versions::kCellBytes;
}

/// Traffic for each channel if all wanted ones share alike.
std::uint64_t traffic_per_channel(const SplitQuery& query) {
  const std::uint64_t all =
      std::max(query.min_traffic_bytes, query.count * query.element_bytes * query.traffic_factor);
  const auto channels =
      static_cast<std::uint64_t>(std::min(query.wanted_channels, query.all_channels));
  return std::max(query.min_traffic_bytes, all / channels);
}

struct Cells {
  std::uint64_t low = 0;
  std::uint64_t middle = 0;
  std::uint64_t high = 0;
  std::uint64_t middle_channels = 0;
};

/// Equal parts, the rest on the last channel.
Cells equal_parts(std::uint64_t cells, std::uint64_t part) {
  Cells split{part, part, (cells - part) % part, (cells - part) / part};
  if (split.high == 0 && split.middle_channels > 0) {
    split.high = part;
    --split.middle_channels;
  }
  return split;
}

/// Rounding asked for one channel too many: the rest is spread over those that there are.
Cells fitted(std::uint64_t cells, std::uint64_t low, std::uint64_t channels) {
  const std::uint64_t others = channels - 1;
  const std::uint64_t part = (cells - low) / others;
  return {low, part, part + (cells - low) % others, others - 1};
}

Cells split_cells(std::uint64_t cells, std::uint64_t part, std::uint64_t channels) {
  if (channels == 1) return {cells, 0, 0, 0};
  if (divide_up(cells, part) > channels) return fitted(cells, part, channels);
  return equal_parts(cells, part);
}

}  // namespace

ChannelSplit split_over_channels(const SplitQuery& query) {
  TREERING_ASSERT(query.count > 0 && query.all_channels > 0, "there is something to spread");
  const std::uint64_t cell = cell_bytes(query);
  const std::uint64_t cells = divide_up(query.count * query.element_bytes, cell);
  const std::uint64_t part =
      std::min(cells, divide_up(traffic_per_channel(query), cell * query.traffic_factor));
  const Cells split = split_cells(cells, part, static_cast<std::uint64_t>(query.all_channels));

  const std::uint64_t elements = cell / query.element_bytes;
  ChannelSplit result{
      .low = split.low * elements,
      .middle = split.middle_channels > 0 ? split.middle * elements : 0,
      .high = split.high * elements,
      .channels = static_cast<int>(1 + split.middle_channels + (split.high > 0 ? 1 : 0))};
  // The last cell need not be full.
  (result.high > 0 ? result.high : result.low) -= cells * elements - query.count;
  return result;
}

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
