// How far launches of one configuration lie apart, learned from cells that were launched more than
// once. In ln us, so a standard deviation of 0.05 is 5 %.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <vector>

#include "tuner/tune/grid.h"

namespace treering::tuner::tune {

/// What one launch showed of a cell.
struct Observation {
  std::size_t cell = 0;  // Grid::index_of
  double us = 0;         // its median, above 0
};

/// ln us of the launches of each cell.
using ByCell = std::map<std::size_t, std::vector<double>>;

ByCell by_cell(const std::vector<Observation>& observations);

/// Squares of the differences from the means of cells, and how many of them are free.
struct Spread {
  double squares = 0;
  double freedom = 0;

  void add(const std::vector<double>& values);
  /// Where `usual` counts as much as so many more.
  [[nodiscard]] double variance(double usual, double weight) const {
    return (weight * usual + squares) / (weight + freedom);
  }
};

/// What repeats show: of all sizes, and of each, since small calls scatter more than large ones.
class Repeats {
 public:
  Repeats(const Grid& grid, const ByCell& launches);

  [[nodiscard]] const Spread& all() const { return all_; }
  [[nodiscard]] const Spread& of_size(std::size_t size) const { return of_size_[size]; }
  /// The variance of one launch by cell, where launches usually scatter by `sd`.
  [[nodiscard]] std::vector<double> variances(const Grid& grid, double sd) const;
  /// Of what repeats show, where launches scatter by `sd`; but for a constant.
  [[nodiscard]] double log_likelihood(double sd) const;

 private:
  Spread all_;
  std::vector<Spread> of_size_;
};

/// How much launches may scatter. Medians of launches on shaped clusters of two to eight ranks
/// (tests/data/measured/shaped-*.jsonl) and published repeats lie 1 to 5 % apart; ranks that share
/// their cores with other work, 20 % and more.
inline constexpr std::array kPossibleNoise{0.02, 0.06, 0.2};

}  // namespace treering::tuner::tune
