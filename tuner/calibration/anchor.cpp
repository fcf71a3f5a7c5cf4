#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "sim/cost/estimate.h"
#include "sim/estimates/estimate.h"
#include "tuner/calibration/calibrate.h"
#include "tuner/calibration/fit.h"
#include "tuner/calibration/intervals.h"
#include "tuner/calibration/observation.h"
#include "tuner/stats/quantiles.h"

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

namespace {

using core::Correction;
using core::Profile;

constexpr double kNoise = 0.05;  // of rows of one system: replicates differ by so much
// Five times as long as any neighbour says, or a fifth. Below this a row shows something of its own
// size: NCCL changes its ways there, or memory does, and published sweeps are predicted worse
// without it.
constexpr double kFarFromNeighbours = 1.6;
constexpr std::size_t kLeastPoints = 3;
// No sweep is so smooth that the next one is the same.
constexpr double kLeastScatter = 0.01;
// Between two points the error is about nine tenths of what it is where a point was left out.
constexpr double kDenser = 0.9;
// The scatter is what puts as many points inside the interval as it promises: deviations have
// longer tails than a normal distribution, so that their middle says too little.
constexpr double kInside = 0.8;

std::vector<Correction> corrections_of(std::span<const Observation* const> rows,
                                       const std::vector<double>& residuals) {
  using Sweep = std::tuple<core::Collective, std::string, int, int>;
  std::map<Sweep, std::map<std::uint64_t, std::vector<double>>> sweeps;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Observation& row = *rows[i];
    const auto bytes = static_cast<std::uint64_t>(row.bytes);
    sweeps[{row.collective, row.forced.algorithm, row.nodes, row.ranks}][bytes].push_back(
        residuals[i]);
  }
  std::vector<Correction> corrections;
  for (const auto& [sweep, by_size] : sweeps) {
    if (by_size.size() < kLeastPoints) continue;
    const auto& [collective, forced, nodes, ranks] = sweep;
    Correction correction{collective, forced, {}, nodes, ranks};
    for (const auto& [bytes, ratios] : by_size) {
      correction.points.push_back({bytes, stats::median(ratios), 0});
    }
    corrections.push_back(std::move(correction));
  }
  return corrections;
}

/// How far a point is from what its neighbours say, by size class.
using Deviations = std::array<std::vector<double>, sim::cost::kSizeClasses>;

void add_deviations(const Correction& correction, Deviations& deviations) {
  for (std::size_t i = 1; i + 1 < correction.points.size(); ++i) {
    Correction others = correction;
    others.points.erase(others.points.begin() + static_cast<std::ptrdiff_t>(i));
    const Correction::Point& point = correction.points[i];
    const auto bytes = static_cast<double>(point.bytes);
    deviations.at(sim::cost::size_class_of(bytes))
        .push_back(std::abs(point.log_ratio - sim::cost::log_correction(others, bytes)));
  }
}

/// By size class; 0 where too few points say.
std::array<double, sim::cost::kSizeClasses> spreads_of(const Deviations& deviations) {
  std::array<double, sim::cost::kSizeClasses> spreads{};
  for (std::size_t i = 0; i < deviations.size(); ++i) {
    if (deviations.at(i).size() < kLeastPoints) continue;
    const double deviation =
        stats::quantile(deviations.at(i), kInside) / sim::estimates::kEightyPercent;
    spreads.at(i) = std::max(kLeastScatter, kDenser * deviation);
  }
  return spreads;
}

/// Gives each point what is left near its size.
void set_spreads(std::vector<Correction>& corrections) {
  Deviations deviations;
  for (const Correction& correction : corrections) add_deviations(correction, deviations);
  const auto spreads = spreads_of(deviations);
  for (Correction& correction : corrections) {
    for (Correction::Point& point : correction.points) {
      point.spread = spreads.at(sim::cost::size_class_of(static_cast<double>(point.bytes)));
    }
  }
}

}  // namespace

Anchored anchor(const Profile& profile, std::span<const Observation* const> rows) {
  const FitOptions options{Free::Scales, kNoise};
  Fitted fitted = fit(profile, rows, options);
  Anchored result;
  result.rejected = outliers(rows, fitted.log_residuals, kFarFromNeighbours);
  const Rows kept = without(rows, picked(rows, result.rejected));
  if (!result.rejected.empty()) fitted = fit(profile, kept, options);
  auto corrections = corrections_of(kept, fitted.log_residuals);
  // The other ends are those of errors on unseen machines, and this one has been measured.
  result.profile = with_plain_ends(std::move(fitted.profile));
  result.fitted = std::move(fitted.evidence);
  result.unidentified = std::move(fitted.unidentified);
  set_spreads(corrections);
  result.profile.corrections.insert(result.profile.corrections.begin(), corrections.begin(),
                                    corrections.end());
  return result;
}

}  // namespace treering::tuner::calibration
