// Many tests at once: p values adjusted so that one false alarm among all of them is as unlikely as
// in a single test.
//
// Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of
// Statistics 6 (1979), 65-70: with p(1) <= ... <= p(m),
//   adjusted(i) = max over j <= i of min(1, (m - j + 1) p(j)).
// It holds however the tests depend on each other.
#pragma once

#include <span>
#include <vector>

namespace treering::tuner::stats {

/// In the order of the p values given. \pre none is NaN
std::vector<double> holm_adjusted(std::span<const double> p_values);

}  // namespace treering::tuner::stats
