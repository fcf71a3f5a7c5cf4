#include "tuner/stats/modes.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "tuner/stats/quantiles.h"

namespace treering::tuner::stats {
namespace {

// No clock has nine digits: what differs by less was rounded differently in the computation.
constexpr double kSame = 1e-9;
constexpr double kLeastShare = 0.05;

/// Where each group of equal values begins, and behind them the number of samples.
std::vector<std::size_t> group_begins(std::span<const double> ascending) {
  const double rounding = kSame * std::max(std::abs(ascending.front()), std::abs(ascending.back()));
  std::vector<std::size_t> begins{0};
  for (std::size_t i = 1; i < ascending.size(); ++i) {
    if (ascending[i] - ascending[i - 1] > rounding) begins.push_back(i);
  }
  begins.push_back(ascending.size());
  return begins;
}

double tick_of(std::span<const double> ascending, const std::vector<std::size_t>& begins) {
  std::vector<double> distances;
  for (std::size_t i = 1; i + 1 < begins.size(); ++i) {
    distances.push_back(ascending[begins[i]] - ascending[begins[i - 1]]);
  }
  return median(distances);
}

/// Ascending, with the samples of each group spread over the tick around their value.
std::vector<double> without_ticks(std::span<const double> ascending,
                                  const std::vector<std::size_t>& begins) {
  const double tick = tick_of(ascending, begins);
  std::vector<double> spread;
  for (std::size_t group = 0; group + 1 < begins.size(); ++group) {
    const auto count = static_cast<double>(begins[group + 1] - begins[group]);
    for (std::size_t i = begins[group]; i < begins[group + 1]; ++i) {
      const double share = (static_cast<double>(i - begins[group]) + 0.5) / count;
      spread.push_back(ascending[begins[group]] + tick * (share - 0.5));
    }
  }
  std::ranges::sort(spread);
  return spread;
}

/// How many samples the lower group has: the split with the largest squared distance between the
/// groups, n_low n_high (mean_low - mean_high)^2, leaves the least within them.
std::size_t best_split(std::span<const double> ascending) {
  const std::size_t count = ascending.size();
  const auto least =
      static_cast<std::size_t>(std::max(1.0, std::ceil(kLeastShare * static_cast<double>(count))));
  const double origin = ascending[count / 2];  // near the values, so that sums keep their digits
  double all = 0;
  for (const double value : ascending) all += value - origin;
  std::size_t best = least;
  double widest = -1;
  double low_sum = 0;
  for (std::size_t low = 1; low + least <= count; ++low) {
    low_sum += ascending[low - 1] - origin;
    if (low < least) continue;
    const auto low_count = static_cast<double>(low);
    const auto high_count = static_cast<double>(count - low);
    const double apart = low_sum / low_count - (all - low_sum) / high_count;
    const double between = low_count * high_count * apart * apart;
    if (between > widest) {
      widest = between;
      best = low;
    }
  }
  return best;
}

Mode mode_of(std::span<const double> group, std::size_t all) {
  return {median(group), static_cast<double>(group.size()) / static_cast<double>(all)};
}

}  // namespace

Modes modes_of(std::span<const double> samples) {
  Modes found;
  if (samples.empty()) return found;
  const std::vector<double> ascending = sorted(samples);
  const std::vector<std::size_t> begins = group_begins(ascending);
  if (begins.size() == 2) {
    found.low = mode_of(ascending, ascending.size());
    return found;
  }
  found.dip = dip(without_ticks(ascending, begins));
  found.p = dip_p(found.dip, ascending.size());
  const std::span<const double> all(ascending);
  const std::size_t split = best_split(all);
  found.low = mode_of(all.first(split), all.size());
  found.high = mode_of(all.subspan(split), all.size());
  return found;
}

}  // namespace treering::tuner::stats
