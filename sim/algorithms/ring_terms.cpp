// Ring. A step moves S/n of each channel's part to the next rank; all_reduce takes 2(n-1) steps,
// all_gather and reduce_scatter n-1. The data of a step passes hops inside nodes and, once per
// node, between them. broadcast and reduce pass the whole along the ring in chunks.
#include <algorithm>

#include "sim/algorithms/cost_terms.h"
#include "sim/cost/terms/term_list.h"
#include "sim/nccl/rules/call.h"

namespace treering::sim::algorithms {
namespace {

using core::Collective;

/// Once or twice around.
double rounds(Collective collective) {
  return collective == Collective::AllReduce ? 2 : 1;
}

}  // namespace

cost::terms::Terms ring_terms(const cost::terms::CallFacts& facts) {
  cost::terms::TermList list(facts);
  const double n = facts.ranks();
  const double steps = rounds(facts.collective) * (n - 1);
  // Twice around a ring of N nodes leaves 2N - 1 of them on the way of the last piece.
  const double between =
      facts.nodes > 1 ? std::min(steps, rounds(facts.collective) * facts.nodes - 1) : 0;
  const bool rooted = nccl::rules::is_rooted(facts.collective);
  const double bytes = rooted ? facts.bytes : facts.bytes * steps / n;
  const double piece = rooted ? facts.bytes_per_channel() : facts.bytes_per_channel() / n;
  const double message = std::min(piece, facts.chunk_bytes);

  list.hops(steps - between, between, message);
  // LL and LL128 pass on line by line, as their flags arrive.
  if (rooted && facts.protocol == nccl::Protocol::Simple) {
    list.fill(steps - between, between, message);
  }
  // From the root to one other node ports send or receive, not both.
  const bool is_one_way = rooted && facts.nodes == 2;
  list.network(bytes, facts.channels,
               is_one_way ? cost::terms::TermList::Traffic::OneWay
                          : cost::terms::TermList::Traffic::BothWays);
  list.spine(bytes, rounds(facts.collective) * facts.spine.leaves - 1);
  list.links(bytes, facts.wires.ring_per_gpu);
  list.copies(bytes, false);
  return std::move(list).take();
}

}  // namespace treering::sim::algorithms
