// How the elements of one call are spread over channels.
//
// NCCL cuts a call into cells and gives each channel a whole number of them: some to the first,
// equal numbers to the middle ones, and the rest to the last. It uses only as many channels as the
// size justifies: each carries at least 16 KiB of traffic, in which each copy of a byte counts.
#pragma once

#include <cstdint>

namespace treering::sim::nccl::call {

struct SplitQuery {
  std::uint64_t count = 0;  // elements
  std::uint64_t element_bytes = 1;
  std::uint64_t traffic_factor = 1;     // bytes of traffic per byte
  std::uint64_t min_traffic_bytes = 1;  // per channel
  int wanted_channels = 1;              // the most that this call shall use
  int all_channels = 1;                 // the most that there are
};

struct ChannelSplit {
  std::uint64_t low = 0;     // elements on the first channel
  std::uint64_t middle = 0;  // on each channel between the first and the last
  std::uint64_t high = 0;    // on the last; 0 when there is one channel
  int channels = 0;
  bool operator==(const ChannelSplit&) const = default;
};

/// \pre count > 0, and element_bytes is a power of two up to 16
ChannelSplit split_over_channels(const SplitQuery& query);

}  // namespace treering::sim::nccl::call
