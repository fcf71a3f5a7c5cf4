// Whether chance can explain the number of odd rows.
//
// The rows are taken as independent, each odd with the same probability, so that their number has a
// binomial distribution. Neighbouring sizes of one run are not independent: their expectations have
// similar errors. Simulated good runs of up to 30 rows are called slow in at most 1.5 % of the
// cases where rows are independent, and in up to 8 % where the deviations of neighbours have a
// correlation of 0.7.
#pragma once

#include <cstddef>

namespace treering::tuner::check {

/// The share of good rows beyond one end of an 80 % interval.
inline constexpr double kBeyondInterval = 0.1;
/// The share more than three standard deviations away on one side.
inline constexpr double kFarAway = 0.00135;

/// Probability of `odd` or more among `rows`, each odd with probability `share`.
double chance_of(std::size_t odd, std::size_t rows, double share);

/// Whether that is below 1 %. Never where none is odd.
bool is_beyond_chance(std::size_t odd, std::size_t rows, double share);

}  // namespace treering::tuner::check
