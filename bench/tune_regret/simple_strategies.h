// Ways to choose what to measure that know no model, and confirm nothing.
#pragma once

#include <cstddef>

#include "bench/tune_regret/cases.h"
#include "bench/tune_regret/strategies.h"

namespace treering::bench {

/// All cells in random order, and again where there is room.
Chosen random_order(const Case& one, std::size_t most, unsigned seed);

/// All ways at sizes that are evenly spread, as many as there is room for.
Chosen plain_grid(const Case& one, std::size_t most, unsigned seed);

/// At each size all ways once, then the better half again, and so on (Jamieson & Talwalkar,
/// "Non-stochastic best arm identification and hyperparameter optimization", AISTATS 2016), at
/// sizes as in the plain grid.
Chosen successive_halving(const Case& one, std::size_t most, unsigned seed);

/// Size by size, from the library's own choice on: of algorithm, protocol and channels one is
/// changed at a time, to what is the fastest, until nothing is faster. AutoCCL searches so for each
/// call, within each algorithm and protocol over channels, threads and chunks (Xu et al., "AutoCCL:
/// automated collective communication tuning for accelerating distributed and parallel DNN
/// training", NSDI 2025); sweeps of algorithms have the first two as coordinates. At sizes as in
/// the plain grid.
Chosen coordinate_descent(const Case& one, std::size_t most, unsigned seed);

}  // namespace treering::bench
