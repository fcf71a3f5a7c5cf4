// Noise of measured times: how launches scatter, and how well the samples of one know its median.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <vector>

#include "tuner/measure/record.h"
#include "tuner/tune/grid.h"

namespace treering::tuner::tune {

// How well a launch's samples know its median.

/// Standard deviation of ln of the median, of a normal distribution that has the record's interval;
/// 0 where it has none.
double deviation_of(const measure::Record& record);

// How far launches of one configuration lie apart. In ln us, so a standard deviation of 0.05 is
// 5 %.
//
//   ln of a launch's median = that of the configuration + of this launch + of these samples
//
// What a launch has for itself (its own ports, places, neighbours) is learned from cells that were
// launched more than once. How well samples know their median each launch says itself: where other
// work has the processors its samples lie far apart, and then it counts for little.

/// What one launch showed of a cell.
struct Observation {
  std::size_t cell = 0;  // Grid::index_of
  double us = 0;         // its median, above 0
  /// Standard deviation of ln of that median, as its samples show it; 0: not known, or none.
  double sd = 0;
};

/// A launch's: ln us, and the variance of that by its samples.
struct Shot {
  double value = 0;
  double variance = 0;
};

using ByCell = std::map<std::size_t, std::vector<Shot>>;

/// No launch counts as knowing its median better than those of its size usually do: where calls
/// alternate between fast and slow, a launch that saw fast ones alone seems to.
ByCell by_cell(const Grid& grid, const std::vector<Observation>& observations);

/// The middle of launches of one cell, and the variance of that, where launches have the variance
/// `between` for themselves: of one or two their weighted mean, of more their weighted median,
/// whose variance is pi/2 times that of the mean. \pre there is one
Shot middle_of(const std::vector<Shot>& launches, double between);

/// Squares of the differences from the means of cells, each by the share of its variance that
/// launches have, and how many of them are free.
struct Spread {
  double squares = 0;
  double freedom = 0;

  /// Where `usual` counts as much as so many more.
  [[nodiscard]] double variance(double usual, double weight) const {
    return (weight * usual + squares) / (weight + freedom);
  }
};

/// What repeats show: of all sizes, and of each, since small calls scatter more than large ones.
class Repeats {
 public:
  Repeats(const Grid& grid, const ByCell& launches);

  /// 0: there are none.
  [[nodiscard]] double freedom() const { return freedom_; }
  /// Of launches of all sizes, without their samples': the one with which squares are as large as
  /// they should be (Paule & Mandel, "Consensus values and weighting factors", Journal of Research
  /// of the National Bureau of Standards 87 (1982), 377-385).
  [[nodiscard]] double variance() const;
  /// Of a size, where launches usually have the variance `between`.
  [[nodiscard]] Spread of_size(std::size_t size, double between) const;
  /// The variance that launches have for themselves, by cell, where they usually scatter by `sd`.
  [[nodiscard]] std::vector<double> variances(const Grid& grid, double sd) const;
  /// Of what repeats show, where launches scatter by `sd`; but for a constant.
  [[nodiscard]] double log_likelihood(double sd) const;

 private:
  using Cells = std::vector<std::vector<Shot>>;  // of those with several launches

  std::vector<Cells> of_size_;
  double freedom_ = 0;
};

/// The variance that samples usually leave to a launch's median, by size: the median of those of
/// the size, else of all.
std::vector<double> sample_variances(const Grid& grid, const ByCell& launches);

/// Where neither launches nor samples scatter: far below what anybody could tell apart.
inline constexpr double kLeastVariance = 1e-12;

/// How much launches may scatter for themselves. Medians of launches on shaped clusters of two to
/// eight ranks (tests/data/measured) lie 0.1 to 5 % apart where links decide, and so do published
/// repeats; ranks that share their cores with other work, 20 % and more.
inline constexpr std::array kPossibleNoise{0.02, 0.06, 0.2};

}  // namespace treering::tuner::tune
