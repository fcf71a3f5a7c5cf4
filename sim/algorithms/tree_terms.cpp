// Tree. Up and down: along the chain inside each node and over log2 N levels of a double binary
// tree between nodes.
#include <algorithm>

#include "sim/algorithms/cost_terms.h"
#include "sim/cost/terms/term_list.h"

namespace treering::sim::algorithms {

cost::terms::Terms tree_terms(const cost::terms::CallFacts& facts) {
  cost::terms::TermList list(facts);
  const double inside = 2.0 * (facts.ranks_per_node - 1);
  const double between = cost::terms::tree_hops(facts);
  const double chunk = std::min(facts.bytes_per_channel(), facts.chunk_bytes);

  list.hops(inside, between, chunk, cost::terms::TermList::Shape::Tree);
  list.fill(inside, between, chunk);
  list.network(cost::terms::double_tree_bytes(facts), facts.channels,
               cost::terms::TermList::Traffic::Tree);
  list.spine(facts.spine.double_tree_out * facts.bytes, cost::terms::tree_crossings(facts));
  list.links(cost::terms::chain_bytes(facts), facts.wires.ring_per_gpu);
  list.copies(2 * facts.bytes, true);
  return std::move(list).take();
}

}  // namespace treering::sim::algorithms
