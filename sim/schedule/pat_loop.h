// The steps of every rank for one chunk of all blocks in PAT, in NCCL's order: v2.28.9-1,
// src/include/collectives.h, PatAGAlgorithm.
//
// A block's way is how many ranks it goes from its owner; its last hop is over the lowest bit of
// the way. Blocks whose ways are multiples of `parts` go first, far first; they are the blocks that
// then pass through a binomial tree of `parts` ways, in depth-first order, side by side. So no
// connection has more than `slots` messages on the way, and most of what arrives is passed on by
// the step that receives it.
#pragma once

#include <cstdint>
#include <vector>

namespace treering::sim::schedule {

struct PatMessage {
  int dimension = 0;        // it goes over 2^dimension ranks
  std::uint64_t first = 0;  // the way of its first block where it arrives
  std::uint64_t stride = 1;
  std::uint64_t count = 0;  // blocks

  std::uint64_t distance() const { return std::uint64_t{1} << static_cast<unsigned>(dimension); }
};

/// Messages by number; -1: none. Where it has both, they have the same blocks.
struct PatStep {
  int receive = -1;
  int send = -1;
};

struct PatLoop {
  std::vector<PatMessage> messages;
  std::vector<PatStep> steps;
};

struct PatShape {
  int ranks = 1;
  std::uint64_t blocks = 1;  // of a message at most: a power of two
  int slots = 1;
  bool operator==(const PatShape&) const = default;
};

/// The loop of an all_gather. \pre ranks > 1, slots > 0
PatLoop pat_loop(const PatShape& shape);

}  // namespace treering::sim::schedule
