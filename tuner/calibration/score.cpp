#include "tuner/calibration/score.h"

#include <algorithm>
#include <cmath>

#include "core/assert.h"
#include "sim/cost/estimate.h"

namespace treering::tuner {
namespace {

/// Linear between the order statistics.
double quantile(std::vector<double> values, double share) {
  if (values.empty()) return 0;
  std::ranges::sort(values);
  const double place = share * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, values.size() - 1);
  const double rest = place - static_cast<double>(below);
  return values[below] + rest * (values[above] - values[below]);
}

}  // namespace

Score score_of(std::span<const Scored> rows) {
  Score score;
  score.rows = rows.size();
  if (rows.empty()) return score;
  std::vector<double> errors;
  std::size_t covered = 0;
  for (const Scored& row : rows) {
    errors.push_back(std::abs(row.relative_error()));
    covered += row.is_covered() ? 1U : 0U;
  }
  score.median = quantile(errors, 0.5);
  score.p90 = quantile(errors, 0.9);
  score.covered = static_cast<double>(covered) / static_cast<double>(rows.size());
  return score;
}

std::vector<Scored> of_size_class(std::span<const Scored> rows, std::size_t size_class) {
  std::vector<Scored> result;
  for (const Scored& row : rows) {
    if (sim::cost::size_class_of(row.seen->bytes) == size_class) result.push_back(row);
  }
  return result;
}

Scored scored(const core::Profile& profile, const Observation& observation) {
  const auto parameters = sim::cost::parameters_of(profile, observation.kind);
  TREERING_ASSERT(parameters, "the profile is whole");
  const auto estimate =
      sim::cost::estimate(observation.terms, *parameters,
                          {observation.collective, observation.algorithm, observation.bytes});
  return {&observation, estimate.time.in_us(), estimate.low.in_us(), estimate.high.in_us()};
}

}  // namespace treering::tuner
