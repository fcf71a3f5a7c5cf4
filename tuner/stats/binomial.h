// The binomial distribution: how often something happens in independent trials.
#pragma once

#include <cstddef>

namespace treering::tuner::stats {

/// Probability that it happens `count` times or more in `trials`, each time with probability
/// `share`. \pre 0 <= share <= 1
double probability_of_at_least(std::size_t count, std::size_t trials, double share);

/// Probability that it happens `count` times or fewer. \pre 0 <= share <= 1
double probability_of_at_most(std::size_t count, std::size_t trials, double share);

}  // namespace treering::tuner::stats
