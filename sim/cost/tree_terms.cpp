// Tree. Up and down: along the chain inside each node and over log2 N levels of a double binary
// tree between nodes.
#include <algorithm>

#include "sim/cost/term_list.h"

namespace treering::sim::cost {

Terms tree_terms(const CallFacts& facts) {
  TermList list(facts);
  const double inside = 2.0 * (facts.ranks_per_node - 1);
  const double between = tree_hops(facts);
  const double chunk = std::min(facts.bytes_per_channel(), facts.chunk_bytes);

  list.hops(inside, between, chunk, TermList::Shape::Tree);
  list.fill(inside, between, chunk);
  list.network(double_tree_bytes(facts), facts.channels, TermList::Traffic::Tree);
  list.spine(facts.spine.double_tree_out * facts.bytes, tree_crossings(facts));
  list.links(chain_bytes(facts), facts.wires.ring_per_gpu);
  list.copies(2 * facts.bytes, true);
  return std::move(list).take();
}

}  // namespace treering::sim::cost
