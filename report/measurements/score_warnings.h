// Sentences for errors and intervals that a user of a profile has to know about.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "report/measurements/score_figures.h"

namespace treering::report::measurements {

/// Where the profile is worse than the one before, all sizes first; what is better needs no words.
/// \pre both have the same sizes
std::string worsenings(const std::vector<NamedScores>& old, const std::vector<NamedScores>& now,
                       std::size_t width);

/// For which sizes the intervals hold less than they say.
std::string narrow_intervals(const std::vector<NamedScores>& now, std::size_t width);

}  // namespace treering::report::measurements
