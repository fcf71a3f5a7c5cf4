// Ring: each rank sends to the next what it got from the one before. One stream a rank and channel.
//
//   all_reduce       n - 1 steps combine, n - 1 copy; each moves a chunk of 1/n of a loop
//   reduce_scatter   n - 1 steps combine        all_gather   n - 1 steps copy
//   broadcast        chunks flow from the root around; reduce: around to the root
#pragma once

#include <memory>
#include <vector>

#include "sim/schedule/chunks.h"
#include "sim/schedule/schedule.h"

namespace treering::sim::schedule {

struct RingInput {
  Contract contract;
  std::vector<std::vector<int>> rings;  // the ranks in order, by channel
  std::vector<ChannelWork> work;        // by channel
  Slicing slicing;
  std::uint64_t chunk_grain = 1;  // bytes, of the shorter chunks of the last loop
  int slots = 1;
};

/// all_reduce, reduce_scatter, all_gather, broadcast, reduce, barrier.
bool ring_serves(Goal goal);

/// \pre ring_serves, and as many rings as parts of work, each of all ranks
std::unique_ptr<Schedule> ring_schedule(RingInput input);

}  // namespace treering::sim::schedule
