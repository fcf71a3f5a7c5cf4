// Calls and values small enough to work out by hand what the cost model makes of them.
#pragma once

#include "sim/cost/price.h"
#include "sim/cost/terms/work.h"

namespace treering::testing {

/// 1 for every quantity.
inline sim::cost::Values ones() {
  sim::cost::Values values;
  values.list.fill(1);
  return values;
}

/// An all_reduce of 8 MB with Simple in two channels and chunks of 100 kB, on 2 nodes x 2 GPUs:
/// 100 GB/s out of a GPU in the rings, all of whose data cross the link, 200 GB/s in all, 50 GB/s
/// out of a node.
inline sim::cost::terms::CallFacts two_by_two() {
  sim::cost::terms::CallFacts facts;
  facts.bytes = 8e6;
  facts.chunk_bytes = 1e5;
  facts.channels = 2;
  facts.nodes = 2;
  facts.ranks_per_node = 2;
  facts.senders = 2;
  facts.wires.ring_per_gpu = 100;
  facts.wires.all_per_gpu = 200;
  facts.wires.per_node = 50;
  facts.wires.inside = {.share = 1, .usual = 100, .mean_ns_per_byte = 0.01};
  facts.eager_bytes = 8192;
  return facts;
}

/// What the terms with `quantity` among their factors come to before any value: counts, or us at
/// 1 GB/s.
inline double amount_of(const sim::cost::terms::Terms& terms, sim::cost::terms::Quantity quantity) {
  double sum = 0;
  for (const sim::cost::terms::Term& term : terms) {
    for (const sim::cost::terms::Factors& factors : {term.times, term.per}) {
      for (const sim::cost::terms::Quantity one : factors) sum += one == quantity ? term.amount : 0;
    }
  }
  return sum;
}

}  // namespace treering::testing
