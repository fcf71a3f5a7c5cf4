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
#pragma once

#include "sim/nccl/paths/paths.h"
#include "sim/nccl/search/layout.h"
#include "sim/nccl/versions/search_constants.h"

namespace treering::sim::nccl::search {

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
