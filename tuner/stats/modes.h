// Whether samples have two modes, and where.
//
// Hartigans' dip test (dip.h) decides; it supposes no shape of the modes. The two groups are then
// those of least squared distances within them (Fisher, "On grouping for maximum homogeneity",
// Journal of the American Statistical Association 53 (1958), 789-798), each with at least a
// twentieth of the samples, so that an outlier is no mode. "Two" is at least two.
//
// A coarse clock makes samples equal that were not, and its ticks look like modes. Equal samples
// are therefore spread evenly over the tick around them, where the tick is the median distance
// between neighbouring different values: with a coarse clock that is its resolution or more, among
// samples that are all different it changes nothing. Two different values alone are never two
// modes, since nothing shows that they are not neighbouring ticks.
//
// Samples of one launch that depend on their neighbours show modes too easily.
#pragma once

#include <span>

namespace treering::tuner::stats {

struct Mode {
  double centre = 0;  // median of its samples
  double share = 0;   // of all samples
};

struct Modes {
  double dip = 0;
  double p = 1;  // of one mode
  Mode low;      // the two groups, whether or not they are modes
  Mode high;

  /// At 1 %: among hundreds of configurations 5 % would raise many false alarms.
  bool are_two() const { return p <= 0.01; }
};

/// One group of share 1 where all samples are equal or there is one; nothing of none.
/// \pre finite
Modes modes_of(std::span<const double> samples);

}  // namespace treering::tuner::stats
