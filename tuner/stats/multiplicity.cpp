#include "tuner/stats/multiplicity.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace treering::tuner::stats {

std::vector<double> holm_adjusted(std::span<const double> p_values) {
  std::vector<std::size_t> order(p_values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return p_values[i]; });
  std::vector<double> adjusted(p_values.size());
  double largest = 0;
  for (std::size_t done = 0; done < order.size(); ++done) {
    const auto left = static_cast<double>(order.size() - done);
    largest = std::max(largest, std::min(1.0, left * p_values[order[done]]));
    adjusted[order[done]] = largest;
  }
  return adjusted;
}

}  // namespace treering::tuner::stats
