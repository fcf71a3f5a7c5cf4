// What a collective promises: which data each rank has at first, and which it has at the end.
//
// All data of a call lie in one space of bytes, so that a byte keeps its place wherever it is. A
// rank holds a byte with the set of ranks whose values are combined in it.
//
//   all_reduce, broadcast, reduce     space S
//   reduce_scatter, all_gather,
//   gather, scatter                   n blocks, block r of rank r
//   alltoall                          n x n blocks, block s n + d from rank s to rank d
//   sendrecv                          n blocks, block r from rank r to the next, as nccl-tests has
//   it barrier                           one byte, which stands for the arrival of all
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/call.h"

namespace treering::sim::schedule {

/// Bytes of the space.
struct Range {
  std::uint64_t begin = 0;
  std::uint64_t bytes = 0;

  std::uint64_t end() const { return begin + bytes; }
  bool operator==(const Range&) const = default;
};

/// The collectives of nccl-tests, and MPI's barrier.
enum class Goal {
  AllReduce,
  AllGather,
  ReduceScatter,
  Broadcast,
  Reduce,
  AllToAll,
  Gather,
  Scatter,
  SendRecv,
  Barrier
};

Goal goal_of(core::Collective collective);
std::string_view name_of(Goal goal);
/// Whether one rank has a part of its own: broadcast, reduce, gather, scatter.
bool has_root(Goal goal);
/// Whether each rank sends or gets a part of a call's size, as nccl-tests counts it: all_gather,
/// reduce_scatter, alltoall, gather, scatter.
bool is_shared_out(Goal goal);
/// Whether values of ranks are combined.
bool combines(Goal goal);
/// Whether all ranks work on the same data, so that rings and trees can carry it: all but messages
/// between pairs (alltoall, gather, scatter, sendrecv).
bool is_common(Goal goal);

/// A part of the space that a rank has at the end: with the values of all ranks, or of one alone.
struct Held {
  Range range;
  std::optional<int> owner;  // nothing: all ranks
  bool operator==(const Held&) const = default;
};

struct Contract {
  Goal goal = Goal::AllReduce;
  int ranks = 1;
  std::uint64_t block_bytes = 0;  // of a block; of the whole where there are no blocks
  int root = 0;                   // of broadcast, reduce, gather, scatter

  /// Into which the space is divided: 1, the ranks, or for alltoall their square.
  std::uint64_t blocks() const;
  std::uint64_t space() const { return blocks() * block_bytes; }
  /// The size of the call as nccl-tests counts it: where it is shared out, a block for each rank.
  std::uint64_t call_bytes() const;
  /// What `rank` has before the call; its value alone is in it.
  std::vector<Range> first(int rank) const;
  /// What it has to have after the call. Of the rest nothing is said.
  std::vector<Held> last(int rank) const;
  bool operator==(const Contract&) const = default;
};

}  // namespace treering::sim::schedule
