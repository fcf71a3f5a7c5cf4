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
#pragma once

#include <cstddef>
#include <span>

namespace treering::tuner::stats {

/// Between 1 / (2n) and 1/4; 0 of none. Equal values are an atom: spread what only a coarse clock
/// made equal. \pre ascending, finite
double dip(std::span<const double> ascending);

}  // namespace treering::tuner::stats
