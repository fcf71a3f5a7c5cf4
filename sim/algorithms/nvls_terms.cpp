// NVLS and NVLSTree. For all_reduce each GPU reads its share S/g, reduced by the switch, which
// takes S out of every GPU for that, and writes it to all, which brings S into every GPU: S(g+1)/g
// each way. all_gather only writes: S in and S/g out of a GPU; reduce_scatter only reads: S out and
// S/g in (NVIDIA/nccl issue 1083). Between nodes the heads form double binary trees, or the network
// reduces.
#include <algorithm>

#include "sim/algorithms/cost_terms.h"
#include "sim/cost/terms/term_list.h"

namespace treering::sim::algorithms {

cost::terms::Terms nvls_terms(const cost::terms::CallFacts& facts) {
  cost::terms::TermList list(facts);
  const double g = facts.ranks_per_node;
  const bool is_both = facts.collective == core::Collective::AllReduce;
  const double ways = is_both ? 1 : 0.5;
  const double chunk = std::min(facts.bytes_per_channel() / g, facts.chunk_bytes);
  const cost::terms::Wires& wires = facts.wires;

  list.latency("multicast through the switch", 1,
               {cost::terms::Quantity::NvlsLatency, cost::terms::Quantity::ScaleHop});
  list.hops(0, cost::terms::tree_hops(facts), chunk, cost::terms::TermList::Shape::Tree);
  // Every channel has a head on each GPU.
  list.network(ways * cost::terms::double_tree_bytes(facts), facts.channels * g);
  list.spine(ways * facts.spine.double_tree_out * facts.bytes, cost::terms::tree_crossings(facts));
  list.wire("links of a GPU", facts.bytes * (is_both ? (g + 1) / g : 1),
            {cost::terms::TermList::Where::Among, wires.all_per_gpu, wires.full_per_gpu},
            {cost::terms::Quantity::PeerEfficiency});
  // Reducing and copying each take half of what all_reduce needs.
  list.transfer("reducing and copying in the switch", ways * facts.bytes / wires.all_per_gpu,
                cost::terms::TermList::Where::Among, {cost::terms::Quantity::NvlsEfficiency});
  return std::move(list).take();
}

}  // namespace treering::sim::algorithms
