#include "tuner/calibration/outliers.h"

#include <algorithm>

#include "tuner/calibration/rows.h"

namespace treering::tuner::calibration {
namespace {

constexpr std::size_t kNeighbours = 4;

/// Of the neighbours of `place`, two on each side, more on one side at the ends: how far it lies
/// outside of their range.
double distance_to_range(const std::vector<std::size_t>& series, std::size_t place,
                         const std::vector<double>& residuals) {
  const std::size_t last_begin = series.size() - kNeighbours - 1;
  const std::size_t begin = std::min(place - std::min(place, kNeighbours / 2), last_begin);
  const double own = residuals[series[place]];
  double above = own - residuals[series[place == begin ? begin + 1 : begin]];
  double below = -above;
  for (std::size_t i = begin; i <= begin + kNeighbours; ++i) {
    if (i == place) continue;
    above = std::min(above, own - residuals[series[i]]);
    below = std::min(below, residuals[series[i]] - own);
  }
  return std::max({above, below, 0.0});
}

}  // namespace

std::vector<double> distances_to_neighbours(std::span<const Observation* const> rows,
                                            const std::vector<double>& residuals) {
  std::vector<double> distances(rows.size(), 0);
  for (const auto& [name, series] : series_of(rows)) {
    if (series.size() <= kNeighbours) continue;
    for (std::size_t i = 0; i < series.size(); ++i) {
      distances[series[i]] = distance_to_range(series, i, residuals);
    }
  }
  return distances;
}

std::vector<std::size_t> outliers(std::span<const Observation* const> rows,
                                  const std::vector<double>& residuals, double most) {
  const std::vector<double> distances = distances_to_neighbours(rows, residuals);
  std::vector<std::size_t> far;
  for (std::size_t i = 0; i < distances.size(); ++i) {
    if (distances[i] > most) far.push_back(i);
  }
  return far;
}

}  // namespace treering::tuner::calibration
