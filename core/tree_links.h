// A rank's place in a tree of ranks, as NCCL plans it and as its log shows it.
#pragma once

#include <array>

namespace treering::core {

/// In the tree of one channel; -1 = none.
struct TreeLinks {
  int up = -1;
  std::array<int, 3> down{-1, -1, -1};  // of a plan the node's next rank first, then other nodes
  bool operator==(const TreeLinks&) const = default;
};

}  // namespace treering::core
