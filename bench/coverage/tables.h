// The tables of bench_coverage, and the noise of known truth that they are made of.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "tests/tuner/stats/series.h"

namespace treering::tuner::stats {

// Kinds of noise whose truth is known, for the tables of bench_coverage.

using Samples = std::vector<double>;

double percent(std::size_t count, std::size_t of);

/// Noise with the median 0.
struct Noise {
  std::string name;
  std::function<Samples(Dice&, std::size_t)> samples;
};

/// Normal, long-tailed, and such that neighbours resemble each other.
std::vector<Noise> kinds_of_noise();

/// Begins so many deviations above its end, of which a share of 1 / e is left after so many calls;
/// around that a scatter of one deviation.
struct Fall {
  double from = 0;
  double calls = 1;
  double warmups = 0;  // calls before the first sample
};
Noise falling(const Fall& fall);

/// Six calls of ten in a fast state and four in one that is 20 deviations slower, in turns of about
/// so many calls; around each state a scatter of one deviation.
Noise two_states(double calls);

// The tables of bench_coverage, each from so many series of a kind.

void print_intervals(std::size_t series);
void print_stopping(std::size_t series);
void print_short_series(std::size_t series);
void print_launches(std::size_t series);
void print_comparisons(std::size_t series);
void print_spreads(std::size_t series);
void print_modes(std::size_t series);
void print_false_modes(std::size_t series);
void print_modes_between(std::size_t series);
void print_drift(std::size_t series);
void print_trends(std::size_t series);

}  // namespace treering::tuner::stats
