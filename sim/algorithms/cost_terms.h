// The work of each algorithm for a call, in terms of the cost model (docs/model.md derives them).
#pragma once

#include "sim/cost/terms/work.h"

namespace treering::sim::algorithms {

cost::terms::Terms ring_terms(const cost::terms::CallFacts& facts);
cost::terms::Terms tree_terms(const cost::terms::CallFacts& facts);
cost::terms::Terms nvls_terms(const cost::terms::CallFacts& facts);
cost::terms::Terms nvls_tree_terms(const cost::terms::CallFacts& facts);
cost::terms::Terms collnet_chain_terms(const cost::terms::CallFacts& facts);
cost::terms::Terms collnet_direct_terms(const cost::terms::CallFacts& facts);
cost::terms::Terms pat_terms(const cost::terms::CallFacts& facts);

}  // namespace treering::sim::algorithms
