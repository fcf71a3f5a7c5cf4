#include "tuner/calibration/score.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "tuner/stats/quantiles.h"

namespace treering::tuner::calibration {
namespace {

Scored scored(const sim::cost::Parameters& parameters, const Observation& observation) {
  const auto estimate = estimate_of(observation, parameters);
  return {&observation, estimate.time.in_us(), estimate.interval->low.in_us(),
          estimate.interval->high.in_us()};
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
  score.median = stats::median(errors);
  score.p90 = stats::quantile(errors, 0.9);
  score.covered = static_cast<double>(covered) / static_cast<double>(rows.size());
  return score;
}

BySize<Score> scores_by_size(std::span<const Scored> rows) {
  std::array<std::vector<Scored>, sim::cost::kSizeClasses> classes;
  for (const Scored& row : rows) {
    classes.at(sim::cost::size_class_of(row.seen->bytes)).push_back(row);
  }
  BySize<Score> scores{score_of(rows), {}};
  std::ranges::transform(classes, scores.by_size_class.begin(), score_of);
  return scores;
}

std::vector<Scored> scored(const core::Profile& profile,
                           std::span<const Observation* const> observations) {
  std::vector<std::pair<sim::cost::terms::MachineKind, sim::cost::Parameters>> known;
  std::vector<Scored> result;
  for (const Observation* one : observations) {
    auto place =
        std::ranges::find_if(known, [&](const auto& entry) { return entry.first == one->kind; });
    if (place == known.end()) {
      place = known.insert(known.end(), {one->kind, whole_parameters(profile, one->kind)});
    }
    result.push_back(scored(place->second, *one));
  }
  return result;
}

std::vector<Scored> scored_by_nccl(std::span<const Observation* const> observations) {
  std::vector<Scored> result;
  for (const Observation* one : observations) {
    if (one->nccl_us > 0) result.push_back({one, one->nccl_us, 0, 0});
  }
  return result;
}

}  // namespace treering::tuner::calibration
