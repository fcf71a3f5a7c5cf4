// The mean of the greatest of some straight lines in a standard normal variable.
#pragma once

#include <vector>

namespace treering::tuner::tune {

/// at + slope Z
struct Line {
  double at = 0;
  double slope = 0;
};

/// E[max over the lines] - max over the lines of E. Frazier, Powell & Dayanik, "The
/// knowledge-gradient policy for correlated normal beliefs", INFORMS Journal on Computing 21
/// (2009), 599-613, section 3.1: only the lines of the upper envelope count. O(n log n). \pre not
/// empty
double gain_of_knowing(std::vector<Line> lines);

}  // namespace treering::tuner::tune
