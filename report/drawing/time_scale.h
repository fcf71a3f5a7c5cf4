// The scale of a timeline: which times have a mark, and how they are written.
#pragma once

#include <string>
#include <vector>

namespace treering::report::drawing {

struct TimeMark {
  double at_us = 0;
  std::string text;  // the number alone
};

struct TimeScale {
  std::string unit;  // "us", "ms", "s": the one of all numbers
  std::vector<TimeMark> marks;
};

/// 5 to 11 marks from 0 to `end_us`, a round number of units apart (1, 2 or 5 times a power of
/// ten). Only 0 where there is no time.
TimeScale time_scale(double end_us);

}  // namespace treering::report::drawing
