// What is believed of the times of a grid after some of it was measured: a Gaussian process over
// the logarithms of the times (Rasmussen & Williams, "Gaussian Processes for Machine Learning", MIT
// Press 2006, chapter 2).
//
//   ln t(way, size) = ln expected(way, size) + common(size) + way's own part(way, size) + jump
//
//   common    what the model gets wrong for all ways alike: smooth over the size
//   own part  what it gets wrong for one way: a level, and a smooth change over the size
//   jump      what one cell has for itself: a change of protocol or segment that no size beside it
//             shows
//
// Where the model knows which way the library takes by itself at a size, both are one way there,
// but for a small difference: what shows one shows the other. How small is learned, since a library
// may choose otherwise than the model thinks (a tuner plugin, another version).
//
// Where there is no model, `common` is wide enough to learn the curve itself. How large the parts
// are is learned too, and how much launches scatter (noise.h): a few hundred settings count as far
// as they make what was measured likely (section 5.2 there), with a mild preference for the usual
// ones. The mixture is taken as the normal distribution of the same mean and covariance.
#pragma once

#include <cstddef>
#include <vector>

#include "tuner/tune/grid.h"
#include "tuner/tune/noise.h"

namespace treering::tuner::tune {

/// Normal, in ln us.
struct Belief {
  std::vector<double> mean;        // by cell
  std::vector<double> covariance;  // cells x cells, row by row
  std::vector<double> noise;       // variance of one launch, by cell

  [[nodiscard]] std::size_t cells() const { return mean.size(); }
  [[nodiscard]] double between(std::size_t one, std::size_t other) const {
    return covariance[one * mean.size() + other];
  }
};

/// \pre all observations are cells of the grid, with times above 0
Belief believe(const Grid& grid, const std::vector<Observation>& observations);

/// What would be believed if one more launch of a cell showed just what is expected of it: the same
/// times, known better.
Belief after_one_more(Belief belief, std::size_t cell);

}  // namespace treering::tuner::tune
