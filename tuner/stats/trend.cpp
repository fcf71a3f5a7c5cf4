#include "tuner/stats/trend.h"

#include <cstddef>
#include <numeric>
#include <vector>

#include "tuner/stats/drift.h"
#include "tuner/stats/interval.h"
#include "tuner/stats/quantiles.h"

namespace treering::tuner::stats {
namespace {

constexpr std::size_t kBlocks = 10;

/// Of blocks in a row, whose lengths differ by one at most.
std::vector<double> block_medians(std::span<const double> samples) {
  std::vector<double> medians;
  for (std::size_t block = 0; block < kBlocks; ++block) {
    const std::size_t first = block * samples.size() / kBlocks;
    const std::size_t end = (block + 1) * samples.size() / kBlocks;
    medians.push_back(median(samples.subspan(first, end - first)));
  }
  return medians;
}

}  // namespace

bool Trend::is_moving() const {
  return p <= 1 - kLevel;
}

Trend trend_of(std::span<const double> samples) {
  if (samples.size() < 2 * kBlocks) return {};
  const std::vector<double> medians = block_medians(samples);
  std::vector<double> times(medians.size());
  std::iota(times.begin(), times.end(), 0);
  const std::size_t third = samples.size() / 3;
  return {drift_of(times, medians).p,
          median(samples.last(third)) / median(samples.first(third)) - 1};
}

}  // namespace treering::tuner::stats
