// Slow rows that lie together at one end of a sweep: the largest sizes alone, or the smallest.
//
// Rows of one series and choice, in the order of their sizes, are a sweep. If rows were independent
// and each slow in a good run with probability p = 0.1, the k rows at one given end would all be
// slow with probability p^k. They could as well lie at any other end of the run's sweeps, so that
// this is multiplied by the number of ends (Bonferroni). Neighbouring sizes are not independent:
// simulated good runs of one sweep have such an end in at most 2 % of the cases where rows are
// independent, and in up to 9 % where the deviations of neighbours have a correlation of 0.7. So it
// is something to look at, and no alarm.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "tuner/check/checked_row.h"

namespace treering::tuner::check {

enum class End { Small, Large };  // of the sizes

struct SlowEnd {
  End end = End::Large;
  std::size_t rows = 0;     // that are slow there, at least two
  std::size_t of_rows = 0;  // that the sweep has
  std::uint64_t least = 0;  // bytes
  std::uint64_t most = 0;   // bytes
  double least_share = 0;   // of the expected speed that was reached
  double greatest_share = 0;
  double chance = 1;  // that a good run with independent rows has such an end
};

/// The least likely of such ends; nothing where each is likelier than 5 %.
std::optional<SlowEnd> slow_end(const std::vector<CheckedRow>& rows);

}  // namespace treering::tuner::check
