#include "sim/nccl/call/channel_split.h"

#include <algorithm>

#include "core/assert.h"
#include "sim/nccl/versions/fixed_constants.h"

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

}  // namespace treering::sim::nccl::call
