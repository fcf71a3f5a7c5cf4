// The work of a decided call: threads, channels, chunks, and the elements of each channel.
#pragma once

#include <cstdint>

#include "sim/nccl/call/choice.h"
#include "sim/nccl/rules/algorithm_rules.h"
#include "sim/nccl/tuning/tuning.h"

namespace treering::sim::nccl::call {

// How the elements of one call are spread over channels.
//
// NCCL cuts a call into cells and gives each channel a whole number of them: some to the first,
// equal numbers to the middle ones, and the rest to the last. It uses only as many channels as the
// size justifies: each carries at least 16 KiB of traffic, in which each copy of a byte counts.

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

// How NCCL runs a call whose algorithm and protocol are decided: threads, channels, chunks.

struct WorkQuery {
  const communicator::CommunicatorView& comm;
  const core::Call& call;
  const tuning::TuningTable& tuning;
  const rules::AlgorithmRules& rules;
  Protocol protocol;
};

/// Channels at most, and threads per block.
rules::Launch launch_of(const WorkQuery& query);

struct Work {
  int channels = 0;
  ChannelPart low;
  ChannelPart middle;
  ChannelPart high;
};

/// The call spread over at most `max_channels`.
Work work_of(const WorkQuery& query, int max_channels);

}  // namespace treering::sim::nccl::call
