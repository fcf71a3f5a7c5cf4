// NVLS and NVLSTree. For all_reduce each GPU reads its share S/g, reduced by the switch, which
// takes S out of every GPU for that, and writes it to all, which brings S into every GPU: S(g+1)/g
// each way. all_gather only writes: S in and S/g out of a GPU; reduce_scatter only reads: S out and
// S/g in (NVIDIA/nccl issue 1083). Between nodes the network reduces for NVLS, so that S enters or
// leaves a node in one trip up and down; the heads of NVLSTree form double binary trees.
#include <algorithm>
#include <utility>

#include "sim/algorithms/faces.h"
#include "sim/cost/terms/term_list.h"

namespace treering::sim::algorithms {

namespace {

bool is_both_ways(const cost::terms::CallFacts& facts) {
  return facts.collective == core::Collective::AllReduce;
}

cost::terms::TermList with_multicast(const cost::terms::CallFacts& facts) {
  cost::terms::TermList list(facts);
  list.latency({"multicast through the switch"}, 1,
               {cost::terms::Quantity::NvlsLatency, cost::terms::Quantity::ScaleHop});
  return list;
}

cost::terms::Terms with_switch(const cost::terms::CallFacts& facts, cost::terms::TermList list) {
  const double g = facts.ranks_per_node;
  const bool is_both = is_both_ways(facts);
  // Of each of a channel's chunks every GPU stands for one part.
  const double round = std::max(g * facts.bytes_per_head_chunk(), 1.0);
  // The first passes three stages: to the switch, reduced in it, and back.
  constexpr double kStages = 3;
  const double rounds = std::max(facts.bytes_per_channel() / round, 1.0) + kStages - 1;
  list.multicast_chunks(rounds, rounds * round);
  const cost::terms::Wires& wires = facts.wires;
  list.wire({"links of a GPU"}, facts.bytes * (is_both ? (g + 1) / g : 1),
            {cost::terms::TermList::Where::Among, wires.all_per_gpu, wires.all_per_gpu},
            {cost::terms::Quantity::PeerEfficiency});
  list.because(is_both ? "the switch takes all of it out of each GPU, and each GPU's share besides"
                       : "the switch moves a GPU's own part like the others");
  // Reducing and copying each take half of what all_reduce needs.
  list.transfer({"reducing and copying in the switch"},
                (is_both ? 1 : 0.5) * facts.bytes / wires.all_per_gpu,
                cost::terms::TermList::Where::Among, {cost::terms::Quantity::NvlsEfficiency});
  return std::move(list).take();
}

}  // namespace

cost::terms::Terms nvls_terms(const cost::terms::CallFacts& facts) {
  cost::terms::TermList list = with_multicast(facts);
  list.hops(0, facts.nodes > 1 ? 2 : 0, facts.bytes_per_head_chunk(),
            cost::terms::TermList::Shape::Tree);
  // Every channel has a head on each GPU.
  list.network(facts.bytes, facts.channels * facts.ranks_per_node);
  list.spine(facts.spine.reduced, facts.bytes);
  return with_switch(facts, std::move(list));
}

cost::terms::Terms nvls_tree_terms(const cost::terms::CallFacts& facts) {
  cost::terms::TermList list = with_multicast(facts);
  list.hops(0, cost::terms::tree_hops(facts), facts.bytes_per_head_chunk(),
            cost::terms::TermList::Shape::Tree);
  const double edges = cost::terms::double_tree_edges(facts);
  list.network(edges * facts.bytes, edges * facts.channels * facts.ranks_per_node);
  list.spine(facts.spine.double_tree, facts.bytes);
  return with_switch(facts, std::move(list));
}

}  // namespace treering::sim::algorithms
