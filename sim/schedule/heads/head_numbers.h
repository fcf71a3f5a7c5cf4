// The numbers of agents where nodes have heads: ranks; the NVSwitches, one a node; switches of the
// network, one a head.
#pragma once

#include <cstddef>

#include "sim/schedule/heads/heads.h"

namespace treering::sim::schedule {

struct HeadNumbers {
  int ranks = 1;
  int per_node = 1;
  int heads = 1;

  explicit HeadNumbers(const HeadsInput& input)
      : ranks(input.contract.ranks),
        per_node(input.ranks_per_node),
        heads(static_cast<int>(input.heads.size())) {}

  int nodes() const { return ranks / per_node; }
  int nvswitch(int node) const { return ranks + node; }
  int network_switch(int head) const { return ranks + nodes() + head; }
  int agents() const { return ranks + nodes() + heads; }
};

/// By its number.
inline int local_head(const HeadsInput& input, int node, int head) {
  return input.head_on ? input.head_on(node, head) : input.heads[static_cast<std::size_t>(head)];
}

}  // namespace treering::sim::schedule
