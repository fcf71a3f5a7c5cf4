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

/// What a ring is made of; null for what is not a ring.
const RingInput* ring_input(const Schedule& ring);

/// How many chunks at the end of a loop are shorter than its others, in the channel with the most
/// of them; 0 for what is not a ring of an all_reduce.
int shorter_chunks(const Schedule& ring);

/// How many loops every channel with data has; 0 where they differ, and for what is not a ring.
StepIndex loops_of(const Schedule& ring);

/// The same ring without the ranks from `ranks` on, and without as many full chunks of each loop:
/// those that are shorter stay. \pre 0 < shorter_chunks(ring) < ranks
std::unique_ptr<Schedule> shortened(const Schedule& ring, int ranks);

/// Of a ring of as many loops whose chunks are all as long as the longest of their loop, in whole
/// grains. \pre a ring of an all_reduce
std::uint64_t bytes_of_full_chunks(const Schedule& ring);

/// What a rank sends of its channel's data, in all. \pre a ring of an all_reduce
std::uint64_t sent_bytes(const Schedule& ring, StreamId id);

}  // namespace treering::sim::schedule
