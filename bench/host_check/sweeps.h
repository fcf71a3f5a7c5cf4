// Simulated sweeps on hosts whose links are known.
#pragma once

#include <string>
#include <vector>

#include "tests/tuner/stats/series.h"
#include "tuner/measure/summary.h"

namespace treering::tuner::hosts {

/// What every link should carry, in Gbit/s.
inline constexpr double kGbit = 0.1;

struct Sweep {
  std::string name;
  int ranks = 0;
  std::vector<measure::Configuration> calls;
};

/// Messages between pairs at one size and at several, all_reduce by every algorithm, and both, on
/// four and on eight ranks.
std::vector<Sweep> sweeps_of_ranks();

/// Medians of the calls. \param gbit of the ranks' links \param scatter standard deviation of the
/// times' logarithms
std::vector<measure::Summary> simulated(const Sweep& sweep, const std::vector<double>& gbit,
                                        double scatter, stats::Dice& dice);

}  // namespace treering::tuner::hosts
