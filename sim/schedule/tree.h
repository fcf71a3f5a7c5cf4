// Trees: data are combined on the way up to the root and copied on the way down, chunk by chunk.
// Tree, CollNet and NVLS are such trees, whose members may be switches.
//
// A member has two streams, one up and one down; the root has one that does both.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "sim/schedule/chunks.h"
#include "sim/schedule/schedule.h"

namespace treering::sim::schedule {

/// A place in a tree. One agent may have several, as a GPU that gives its data to a switch and
/// carries on what the switch has combined.
struct Member {
  int agent = 0;
  int up = -1;            // members; -1: the root
  std::vector<int> down;  // in the order in which data are combined
  bool gives = true;  // its agent's data are combined with the others, or are the root's to copy
  bool gets = true;   // its agent keeps the result
  bool operator==(const Member&) const = default;
};

/// The data of one tree: part `part` of `parts` of each loop of a channel's work.
struct TreeWork {
  int channel = 0;
  ChannelWork work;
  int part = 0;
  int parts = 1;
  std::uint64_t chunk_grain = 1;  // bytes, of the shorter chunks of the last loop
};

struct TreesInput {
  Contract contract;
  int agents = 0;
  int members = 0;                                     // of each tree
  std::function<Member(int tree, int member)> member;  // \pre each tree has one root
  std::vector<TreeWork> work;                          // by tree
  Slicing slicing;
  int slots = 1;
  std::vector<int> like = {};  // by tree: the first that has the same members; empty: not known
};

/// all_reduce, broadcast, reduce, barrier; and trees whose data are one block each: all_gather,
/// reduce_scatter.
bool trees_serve(Goal goal);

/// \pre trees_serve
std::unique_ptr<Schedule> trees_schedule(TreesInput input);

/// A member of a tree of all ranks, for `member`: their numbers are the ranks'.
Member rank_member(int rank, int up, std::vector<int> down);

/// A binary heap over `places`, with place `root` on top: the others are numbered from it on.
struct HeapPlace {
  int up = -1;
  std::vector<int> down;
};
HeapPlace heap_place(int place, int places, int root);

}  // namespace treering::sim::schedule
