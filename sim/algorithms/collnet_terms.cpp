// CollNetDirect and CollNetChain. The network reduces: every node sends S and receives S. Up and
// down the chain of a node, whose hops are taken for CollNetDirect too, and one trip through the
// network. Directly, a GPU gives each other's share to it and its own share to all: 2S(g-1)/g out.
#include "sim/algorithms/cost_terms.h"
#include "sim/cost/terms/term_list.h"

namespace treering::sim::algorithms {

cost::terms::Terms collnet_terms(const cost::terms::CallFacts& facts) {
  cost::terms::TermList list(facts);
  const double inside = 2.0 * (facts.ranks_per_node - 1);
  list.hops(inside, facts.nodes > 1 ? 2 : 0, facts.chunk_bytes);
  list.network(facts.bytes, facts.channels);
  list.spine(facts.bytes, 2);
  const double g = facts.ranks_per_node;
  list.links(2 * facts.bytes * (g - 1) / g, facts.wires.all_per_gpu);
  list.copies(2 * facts.bytes, true);
  return std::move(list).take();
}

}  // namespace treering::sim::algorithms
