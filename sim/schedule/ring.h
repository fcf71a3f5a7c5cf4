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

/// How many chunks at the end of a loop are shorter than its others, in the channel with the most
/// of them; 0 for what is not a ring of an all_reduce.
int shorter_chunks(const Schedule& ring);

/// How many loops every channel with data has; 0 where they differ, and for what is not a ring.
StepIndex loops_of(const Schedule& ring);

/// The same ring without the ranks from `ranks` on, and without as many full chunks of each loop:
/// those that are shorter stay. \pre 0 < shorter_chunks(ring) < ranks
std::unique_ptr<Schedule> shortened(const Schedule& ring, int ranks);

/// The same ring with all chunks of its last loop as long as the longest. \pre as for the next
std::unique_ptr<Schedule> with_full_chunks(const Schedule& ring);

/// Of a ring whose chunks are those of with_full_chunks(), in whole grains. \pre as for it
std::uint64_t bytes_of_full_chunks(const Schedule& ring);

/// The same ring, of whose last loop all chunks are as long as its first `period` ones, again and
/// again: none is shorter than in the ring. \pre as for the next; `period` divides the ranks. Lives
/// no longer than the ring
std::unique_ptr<Schedule> with_repeated_chunks(const Schedule& ring, int period);

/// Of a ring of one loop, what becomes of its first `chunks` chunks: all else is left out.
/// \pre a ring of an all_reduce whose channels have at most one loop; 0 < chunks <= ranks. Lives
/// no longer than the ring
std::unique_ptr<Schedule> with_first_chunks(const Schedule& ring, int chunks);

/// What a rank sends of its channel's data, in all. \pre a ring of an all_reduce
std::uint64_t sent_bytes(const Schedule& ring, StreamId id);

}  // namespace treering::sim::schedule
