// PAT, parallel aggregated trees: every rank is the root of a binomial tree, and all trees share
// messages. all_gather goes far first: over the largest power of two below n, then half of it, ...
// reduce_scatter is the same backwards. Short blocks share messages; long ones pass through the
// trees one after another, so that no more are on the way than buffers hold.
// S. Jeaugey, "PAT: a new algorithm for all-gather and reduce-scatter operations at scale", 2025.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "sim/schedule/chunks.h"
#include "sim/schedule/schedule.h"

namespace treering::sim::schedule {

struct PatInput {
  Contract contract;
  std::vector<ChannelWork> work;    // by channel, of a block
  std::uint64_t message_bytes = 1;  // of a message at most, where one block's chunk is not longer
  int slots = 1;                    // at least 1
};

/// all_gather, reduce_scatter.
bool pat_serves(Goal goal);
/// \pre pat_serves
std::unique_ptr<Schedule> pat_schedule(PatInput input);

}  // namespace treering::sim::schedule
