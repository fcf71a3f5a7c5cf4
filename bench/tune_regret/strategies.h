// Ways to choose what to measure, with so many measurements at most, each a cell in a launch.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "bench/tune_regret/cases.h"

namespace treering::bench {

struct Chosen {
  std::vector<std::size_t> ways;  // by size
  std::size_t measurements = 0;
};

/// Ascending numbers of measurements, each for a run of its own.
using Budgets = std::vector<std::size_t>;

struct Strategy {
  std::string_view name;
  std::vector<Chosen> (*choose)(const Case&, const Budgets&, unsigned seed);  // one for each budget
};

/// tuner/tune; its best guesses; the same without what the model expects; the model alone; those of
/// simple_strategies.h.
std::span<const Strategy> strategies();

/// How much longer than the fastest way the chosen ones take, as a share, in the mean over sizes.
double regret(const Case& one, const std::vector<std::size_t>& ways);

}  // namespace treering::bench
