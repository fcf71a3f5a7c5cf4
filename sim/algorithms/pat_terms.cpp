// PAT, one rank per node: log2 n steps, and every rank takes in S(n-1)/n.
#include <algorithm>
#include <cmath>

#include "sim/algorithms/cost_terms.h"
#include "sim/cost/terms/term_list.h"

namespace treering::sim::algorithms {
namespace {

double steps_over(int parts) {
  return std::ceil(std::log2(static_cast<double>(parts)));
}

/// A step over the distance d (1, 2, 4, ...) sends n / 2d pieces of S/n from every rank, and leads
/// out of a leaf of m ranks from min(d, m) of them.
double bytes_out_of_leaf(const cost::terms::CallFacts& facts) {
  double bytes = 0;
  for (double distance = 1; distance < facts.ranks(); distance *= 2) {
    bytes += std::min<double>(distance, facts.spine.nodes_per_leaf) * facts.bytes / (2 * distance);
  }
  return bytes;
}

}  // namespace

cost::terms::Terms pat_terms(const cost::terms::CallFacts& facts) {
  cost::terms::TermList list(facts);
  const double n = facts.ranks();
  const double bytes = facts.bytes * (n - 1) / n;
  list.hops(0, steps_over(facts.ranks()), facts.bytes_per_channel() / n);
  list.network(bytes, facts.channels);
  list.spine(bytes_out_of_leaf(facts), steps_over(facts.spine.leaves));
  list.copies(bytes, false);
  return std::move(list).take();
}

}  // namespace treering::sim::algorithms
