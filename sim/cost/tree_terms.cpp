// Tree. Up and down: along the chain inside each node and over log2 N levels between nodes. Of a
// double binary tree every node sends up one half of the data in each tree and passes it down to
// two children in one of them: 2S(N-1)/N in the mean, and S where two nodes have one edge a tree.
#include <algorithm>
#include <cmath>

#include "sim/cost/term_list.h"

namespace treering::sim::cost {

Terms tree_terms(const CallFacts& facts) {
  TermList list(facts);
  const double inside = 2.0 * (facts.ranks_per_node - 1);
  const double between = 2 * std::ceil(std::log2(static_cast<double>(facts.nodes)));
  const double chunk = std::min(facts.bytes_per_channel(), facts.chunk_bytes);
  const double per_node =
      facts.nodes > 2 ? 2 * facts.bytes * (facts.nodes - 1) / facts.nodes : facts.bytes;

  list.hops(inside, between, chunk, TermList::Shape::Tree);
  list.fill(inside, between, chunk);
  list.network(per_node);
  list.links(2 * facts.bytes, facts.wires.ring_per_gpu);
  list.copies(2 * facts.bytes, true);
  return std::move(list).take();
}

}  // namespace treering::sim::cost
