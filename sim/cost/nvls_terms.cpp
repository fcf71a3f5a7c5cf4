// NVLS and NVLSTree. Each GPU stores its part through the switch, which reduces or copies: S(g+1)/g
// out of and into each GPU for all_reduce, half of that for all_gather and reduce_scatter. Between
// nodes the heads form double binary trees, or the network reduces.
#include <algorithm>

#include "sim/cost/term_list.h"

namespace treering::sim::cost {

Terms nvls_terms(const CallFacts& facts) {
  TermList list(facts);
  const double g = facts.ranks_per_node;
  const double ways = facts.collective == core::Collective::AllReduce ? 1 : 0.5;
  const double chunk = std::min(facts.bytes_per_channel() / g, facts.chunk_bytes);

  list.latency("multicast through the switch", 1, {Quantity::NvlsLatency, Quantity::ScaleHop});
  list.hops(0, tree_hops(facts), chunk, TermList::Shape::Tree);
  // Every channel has a head on each GPU.
  list.network(ways * double_tree_bytes(facts), facts.channels * g);
  list.spine(ways * facts.spine.double_tree_out * facts.bytes, tree_crossings(facts));
  list.transfer("NVLinks of a GPU", ways * facts.bytes * (g + 1) / g / facts.wires.all_per_gpu,
                {Quantity::NvlsEfficiency});
  return std::move(list).take();
}

}  // namespace treering::sim::cost
