// What is believed of a grid before anything is measured: how large the parts of belief.h are, and
// how far they reach.
#pragma once

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

double covariance_of(const Grid& grid, const Prior& prior, Cell one, Cell other);

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
