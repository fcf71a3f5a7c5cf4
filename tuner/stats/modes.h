// The modes of samples, by Hartigans' dip test.
#pragma once

#include <array>
#include <cstddef>
#include <span>

namespace treering::tuner::stats {

// Hartigans' dip statistic: how far a sample is from having one mode.
//
// The dip is the largest distance between the sample's distribution function and the unimodal
// distribution function that is closest to it (Hartigan & Hartigan, "The dip test of unimodality",
// Annals of Statistics 13 (1985), 70-84). A unimodal distribution function is convex up to its mode
// and concave beyond. So, on an interval that holds the mode and shrinks:
//   1. G is the greatest convex minorant of the distribution function, L its least concave
//      majorant.
//   2. Where L - G is largest, one of them has a corner; that corner and the next of the other
//      bound the new interval.
//   3. The dip is at least half the largest distance between the function and G left of the new
//      interval, L right of it.
//   4. It ends when L - G is nowhere larger than what step 3 has found.

/// Between 1 / (2n) and 1/4; 0 of none. Equal values are an atom: spread what only a coarse clock
/// made equal. \pre ascending, finite
double dip(std::span<const double> ascending);

// How large dips are by chance: quantiles of the dip of uniform samples, by simulation.
//
// Samples of a uniform distribution have, asymptotically, larger dips than those of any other
// unimodal one of a wide class (Hartigan & Hartigan 1985), so that others are called bimodal by
// mistake less often than asked. bench/dip_table.cpp prints the rows: 200,000 samples of each size,
// fixed seed. They agree with the published table of the R package diptest (qDiptab, 1,000,001
// samples of each size) to 0.3 %, in the last two columns to about 1 %.

/// Shares of uniform samples whose dip is smaller.
inline constexpr std::array kDipShares{0.1,  0.3,  0.5,   0.7,   0.8,   0.9,   0.95,
                                       0.98, 0.99, 0.995, 0.998, 0.999, 0.9995};

struct DipRow {
  std::size_t samples = 0;
  std::array<double, kDipShares.size()> dips{};
};

/// By ascending number of samples, from 4 on.
std::span<const DipRow> dip_table();

/// Probability of a dip at least as large in so many uniform samples. Between the rows
/// sqrt(samples) x dip is linear, beyond the last it stays. 0.0005 where it is less, 1 of fewer
/// than four samples.
double dip_p(double dip, std::size_t samples);

// Whether samples have two modes, and where.
//
// Hartigans' dip test decides; it supposes no shape of the modes. The two groups are then
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
