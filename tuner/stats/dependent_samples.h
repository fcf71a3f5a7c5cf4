// Samples that depend on each other: those of one launch, and neighbours in time.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "tuner/stats/quantiles.h"

namespace treering::tuner::stats {

// Samples by launch, the start of fresh processes.
//
// Samples of one launch share what its start decided: where memory lies, which clocks and channels
// were taken, who else runs. They are not independent, and more of them say nothing about the next
// launch. Launches are the units that repeat (Kalibera & Jones, "Rigorous benchmarking in
// reasonable time", ISMM'13).

using Launches = std::vector<std::vector<double>>;  // samples of each in time order

/// Of each launch that has samples, in the order of the launches. \pre finite
std::vector<double> launch_medians(std::span<const std::vector<double>> launches);

// How much samples in time order say about their median when neighbours resemble each other.
//
// The variance of the median of a stationary series is the integrated autocorrelation time
//   tau = 1 + 2 sum over k >= 1 of rho(k)
// times that of independent samples, where rho(k) is the autocorrelation of sign(x - median), not
// of x (Sen, "Asymptotic normality of sample quantiles for m-dependent processes", Annals of
// Mathematical Statistics 39 (1968), 1724-1730). Signs also keep outliers from hiding it. n samples
// say as much as n / tau independent ones.
//
// The sum ends where the estimates are noise: Geyer's initial monotone sequence ("Practical Markov
// chain Monte Carlo", Statistical Science 7 (1992), 473-483, section 3.3) takes the sums of pairs
// rho(2m) + rho(2m + 1) while they are positive, none larger than the one before. tau is at least
// 1: no series counts for more than its length.
//
// The median is taken from the same series, which makes each estimated rho(k) too small, by tau / n
// in the mean (the variance of the mean of the series; Priestley, "Spectral analysis and time
// series", 1981, chapter 5). Over M lags the sum lacks 2 M tau / n, so it is divided by 1 - 2 M /
// n.
//
// bench_coverage prints how often such intervals contain the median.

/// Between 1 and the number of samples; 0 of none. Equal samples count in full. A noisy estimate
/// for fewer than some thirty samples. \param samples in time order, finite
double effective_samples(std::span<const double> samples);

/// Of the true median, from samples in time order: the order statistics are those which that many
/// independent samples would give (quantiles.h), at the same shares of the series. Where no two
/// reach the level it is the range of all samples, with the coverage which that has.
/// \pre some samples, finite; 0 < level < 1
Interval dependent_median_interval(std::span<const double> samples, double level = kLevel);

}  // namespace treering::tuner::stats
