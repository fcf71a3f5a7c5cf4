// CollNetDirect and CollNetChain. The network reduces: every node sends S and receives S. Up and
// down the chain of a node, which is taken for CollNetDirect too, and one trip through the network.
#include "sim/cost/term_list.h"

namespace treering::sim::cost {

Terms collnet_terms(const CallFacts& facts) {
  TermList list(facts);
  const double inside = 2.0 * (facts.ranks_per_node - 1);
  list.hops(inside, facts.nodes > 1 ? 2 : 0, facts.chunk_bytes);
  list.network(facts.bytes, facts.channels);
  list.spine(facts.bytes, 2);
  list.links(2 * facts.bytes, facts.wires.all_per_gpu);
  list.copies(2 * facts.bytes, true);
  return std::move(list).take();
}

}  // namespace treering::sim::cost
