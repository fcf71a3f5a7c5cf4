// Trees over the ranks of a communicator, with rank 0 as their root but for the last: those of Open
// MPI (ompi/mca/coll/base/coll_base_topo.c).
#pragma once

#include <vector>

namespace treering::sim::hosts {

/// The parent of each rank; of the root -1.
using Tree = std::vector<int>;

/// Children of the root have one child each, and so on.
Tree chains(int ranks, int count);
/// Level by level, each filled from the left.
Tree binary_tree(int ranks);
/// A rank's parent lacks its highest bit: that of broadcasts.
Tree binomial_tree(int ranks);
/// A rank's parent lacks its lowest bit: that of reductions, in the order of ranks.
Tree in_order_binomial_tree(int ranks);
/// Likewise with digits of this radix.
Tree knomial_tree(int ranks, int radix);
/// The root is the last rank; left of each rank's children are the ranks below those of the other.
Tree in_order_binary_tree(int ranks);

/// How far a rank is from the root.
int depth_in(const Tree& tree, int rank);

}  // namespace treering::sim::hosts
