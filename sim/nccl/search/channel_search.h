// The search for channels: a layout as it is asked for and found, and one attempt at it.
#pragma once

#include <array>
#include <vector>

#include "sim/nccl/paths/paths.h"
#include "sim/nccl/types.h"
#include "sim/nccl/versions/graph_constants.h"

namespace treering::sim::nccl::search {

// A channel layout during the search: the request, and the channels found so far.

struct Layout {
  // Asked for.
  Pattern pattern = Pattern::None;
  bool in_network = false;  // CollNet: only NETs that reduce
  int min_channels = 1;
  int max_channels = 1;
  int cross_nic = 0;           // 0: back to the same rail, 1: any, 2: alternate rings
  bool same_channels = false;  // repeat the first channel's order
  float bw_intra = 0;          // GB/s that every channel must find
  float bw_inter = 0;
  PathType type_intra = PathType::Loc;  // farthest path allowed
  PathType type_inter = PathType::Loc;

  // Found.
  int channels = 0;
  int hops = 0;
  float latency_inter = 0;
  std::vector<int> gpus;                 // GPU index, channel by channel
  std::vector<std::array<int, 2>> nets;  // NET index entered and left by, per channel

  bool is_tree() const {
    return pattern == Pattern::BalancedTree || pattern == Pattern::Tree ||
           pattern == Pattern::SplitTree;
  }
  bool has_heads_only() const {
    return pattern == Pattern::Nvls || pattern == Pattern::CollNetDirect;
  }
};

/// Whether `found` replaces `best`: enough channels, then total bandwidth, then fewer hops.
/// `gpus`: GPUs of the node.
bool is_better(const Layout& found, const Layout& best, int gpus);

// Lays as many channels as possible over a node's links, by depth-first search with a step budget.
//
// One channel is a walk: from a NET (when the job spans nodes) to a GPU, from GPU to GPU, back to a
// NET or to the first GPU, and each hop takes the requested bandwidth from its links. When a walk
// is complete, the next channel starts on the bandwidth that is left. Patterns, `n` a NET, `g`
// GPUs:
//   ring            n -> g0 -> g1 ... gk -> n'      (inside a node: ... gk -> g0)
//   tree            n -> g0 -> g1 ... gk, g0 -> n'
//   balanced tree   as tree, but half of the way back from g0 and half from g1
//   split tree      n -> g0 -> g1 ... gk, g1 -> n'
//   NVLS, CollNet   n -> head; the head exchanges with all others

/// How a search ended.
enum class SearchEnd { Exhausted, OutOfSteps, Perfect };

struct SearchOutcome {
  Layout best;
  SearchEnd end = SearchEnd::Exhausted;
  int steps_left = 0;  // 0 when out of steps, -1 when perfect
  /// The count of hops after all moves are undone, where NCCL's next search starts. Not 0: NCCL
  /// cuts off fractions of hops (CollNet heads) both on a move and on its undoing.
  int hops_left = 0;
};

struct SearchSpace {
  const system::System& system;
  const paths::LinkTable& links;
  const paths::PathTable& paths;
  const versions::SearchConstants& constants;
};

/// Searches for the request part of `wanted`. Returns the best layout found if it beats `best`,
/// else `best`.
SearchOutcome search_channels(const SearchSpace& space, const Layout& wanted, Layout best,
                              int steps);

}  // namespace treering::sim::nccl::search
