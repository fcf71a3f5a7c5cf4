// Whether so many odd rows among so few may be chance.
//
// The rows are taken as independent, each odd with the same probability, so that their number has a
// binomial distribution. Neighbouring sizes of one run are not: what is wrong with the expectation
// of one is mostly wrong with the next. Simulated good runs of up to 30 rows are called slow in at
// most 1.5 % of the cases where rows are independent, and in up to 8 % where the deviations of
// neighbours have a correlation of 0.7.
#pragma once

#include <cstddef>

namespace treering::tuner::check {

/// What of good rows lies beyond one end of an 80 % interval.
inline constexpr double kBeyondInterval = 0.1;
/// Likewise, more than three standard deviations away.
inline constexpr double kFarAway = 0.00135;

/// Probability of `odd` or more among `rows`, each odd with probability `share`.
double chance_of(std::size_t odd, std::size_t rows, double share);

/// Whether that is below 1 %. Never where none is odd.
bool is_beyond_chance(std::size_t odd, std::size_t rows, double share);

}  // namespace treering::tuner::check
