// The shape of a loss over the sizes of a run: at all of them alike, at the large or the small ones
// alone, from one size on. Causes have shapes too, and one whose shape is another is no cause,
// however near its single number comes.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace treering::tuner::check {

/// What a call takes beyond its expectation.
struct LossAt {
  std::uint64_t bytes = 0;
  double factor = 1;  // measured, or modelled with a cause, over expected
};

enum class LossShape {
  None,
  OneSize,     // sizes that differ by less than four times tell no shape
  Everywhere,  // alike at all sizes
  LargeSizes,  // the more, the larger
  SmallSizes,
  FromOneSizeOn,  // a step between two neighbours, and alike on each side
  Uneven
};

/// "everywhere", "from-one-size-on".
std::string_view name_of(LossShape shape);

/// Rows of one size count as their median. \pre there is one
LossShape loss_shape(const std::vector<LossAt>& losses);

/// Where the step of LossShape::FromOneSizeOn is: the first size that is slow. 0 without one.
std::uint64_t step_of(const std::vector<LossAt>& losses);

/// Whether one of the two loses much at an end of the sizes where the other loses nothing.
bool contradict(const std::vector<LossAt>& measured, const std::vector<LossAt>& modelled);

}  // namespace treering::tuner::check
