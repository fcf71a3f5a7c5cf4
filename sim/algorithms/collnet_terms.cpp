// CollNetDirect and CollNetChain. The network reduces: every node sends S and receives S, in one
// trip up and down. A chain passes all of it up and down the node. Directly, a GPU gives each
// other's share to it and its own share to all: 2S(g-1)/g out.
//
// all_gather and reduce_scatter by CollNetDirect go one way: a GPU's own block leaves the node from
// there, the network brings in S with what the node sent, and each GPU gives its rail's S/g to all
// others of the node; reduce_scatter backwards.
#include <algorithm>

#include "sim/algorithms/faces.h"
#include "sim/cost/terms/term_list.h"

namespace treering::sim::algorithms {
namespace {

/// \param ways 2: up and down inside a node; 1: one of them
/// \param by_connection bytes that each connection inside a node carries, of all channels
cost::terms::Terms terms_with(const cost::terms::CallFacts& facts, double hops, double ways,
                              double by_connection) {
  cost::terms::TermList list(facts);
  list.hops(hops, facts.nodes > 1 ? 2 : 0, facts.chunk_bytes);
  list.network(facts.bytes, facts.channels);
  list.spine(facts.spine.reduced, facts.bytes);
  list.links(by_connection);
  list.copies(ways * facts.bytes, true);
  return std::move(list).take();
}

}  // namespace

cost::terms::Terms collnet_chain_terms(const cost::terms::CallFacts& facts) {
  return terms_with(facts, 2.0 * (facts.ranks_per_node - 1), 2, facts.bytes);
}

cost::terms::Terms collnet_direct_terms(const cost::terms::CallFacts& facts) {
  const double ways = facts.collective == core::Collective::AllReduce ? 2 : 1;
  // The connections of an all_reduce go both ways, half of them in vain otherwise.
  return terms_with(facts, ways * std::min(facts.ranks_per_node - 1, 1), ways,
                    ways / 2 * facts.bytes / facts.ranks_per_node);
}

}  // namespace treering::sim::algorithms
