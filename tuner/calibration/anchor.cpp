#include "tuner/calibration/anchor.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "sim/cost/correction.h"
#include "sim/estimates/estimate.h"
#include "tuner/calibration/fit.h"
#include "tuner/calibration/outliers.h"
#include "tuner/calibration/rows.h"
#include "tuner/stats/quantiles.h"

namespace treering::tuner::calibration {
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
  result.profile = std::move(fitted.profile);
  result.fitted = std::move(fitted.evidence);
  result.unidentified = std::move(fitted.unidentified);
  set_spreads(corrections);
  result.profile.corrections.insert(result.profile.corrections.begin(), corrections.begin(),
                                    corrections.end());
  return result;
}

}  // namespace treering::tuner::calibration
