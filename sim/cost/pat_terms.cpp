// PAT, one rank per node: log2 n steps, and every rank takes in S(n-1)/n.
#include <cmath>

#include "sim/cost/term_list.h"

namespace treering::sim::cost {

Terms pat_terms(const CallFacts& facts) {
  TermList list(facts);
  const double n = facts.ranks();
  const double bytes = facts.bytes * (n - 1) / n;
  list.hops(0, std::ceil(std::log2(n)), facts.bytes_per_channel() / n);
  list.network(bytes, facts.channels);
  list.copies(bytes, false);
  return std::move(list).take();
}

}  // namespace treering::sim::cost
