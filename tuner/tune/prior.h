// What is believed of a grid before anything is measured: how large the parts of belief.h are, and
// how far they reach.
#pragma once

#include <cstddef>
#include <vector>

#include "tuner/tune/grid.h"

namespace treering::tuner::tune {

/// Standard deviations in ln us, and the distance over which smooth parts change, in octaves of the
/// size.
struct Prior {
  double common = 0;
  double common_octaves = 0;
  double level = 0;
  double change = 0;
  double change_octaves = 0;
  double jump = 0;
};

/// The covariance of cells under a prior, by pairs of sizes: a grid has far more pairs of cells.
class Covariance {
 public:
  Covariance(const Grid& grid, const Prior& prior);

  [[nodiscard]] double between(Cell one, Cell other) const {
    const std::size_t pair = one.size * sizes_ + other.size;
    if (one.way != other.way) return common_[pair];
    return same_way_[pair];
  }

 private:
  std::size_t sizes_;
  std::vector<double> common_;    // size x size: of different ways
  std::vector<double> same_way_;  // likewise, of one way
};

/// ln us by cell; where the model has no time, the middle of those that it has at this size. 0
/// without a model.
std::vector<double> expected_of(const Grid& grid);

/// A prior, and ln of its weight before anything is measured.
struct PossiblePrior {
  Prior prior;
  double preference = 0;
};

/// All combinations of smaller and larger parts. One step from the middle halves the weight.
std::vector<PossiblePrior> possible_priors(const Grid& grid);

}  // namespace treering::tuner::tune
