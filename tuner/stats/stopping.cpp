#include "tuner/stats/stopping.h"

#include <algorithm>
#include <cmath>

#include "tuner/stats/dependent_samples.h"
#include "tuner/stats/drift.h"
#include "tuner/stats/quantiles.h"

namespace treering::tuner::stats {
namespace {

// The level asked and the coverage of ranks that just reach it may differ by rounding.
constexpr double kRoundingOfCoverage = 1e-9;

Stopping stopping_of(const Precision& found, const StoppingRule& rule) {
  const bool reaches_level = found.interval.coverage >= rule.level - kRoundingOfCoverage;
  const bool are_enough =
      reaches_level && found.units >= rule.least && found.effective >= rule.least_effective;
  if (are_enough && found.error <= rule.most_error) return Stopping::Settled;
  if (found.units >= rule.most) return Stopping::GivenUp;
  return are_enough ? Stopping::TooWide : Stopping::TooFew;
}

/// The interval of independent units, or their range where they are too few.
Interval interval_of(std::span<const double> units, double level) {
  if (const auto found = median_interval(units, level)) return *found;
  const auto [low, high] = std::ranges::minmax(units);
  return {low, high, 1 - std::ldexp(2, -static_cast<int>(units.size()))};
}

}  // namespace

std::size_t next_look(std::size_t tried, const StoppingRule& rule) {
  return std::min(tried < rule.least ? rule.least : 2 * tried, rule.most);
}

Precision precision_of_launch(std::span<const double> samples, const StoppingRule& rule) {
  Precision found;
  found.units = samples.size();
  if (!samples.empty()) {
    found.median = median(samples);
    found.interval = dependent_median_interval(samples, rule.level);
    found.error = error_of(found.interval, found.median);
    found.effective = effective_samples(samples);
  }
  found.stopping = stopping_of(found, rule);
  if (found.stopping == Stopping::Settled && trend_of(samples).is_moving()) {
    found.stopping = found.units >= rule.most ? Stopping::GivenUp : Stopping::Moving;
  }
  return found;
}

Precision precision_of_launches(std::span<const std::vector<double>> launches,
                                const StoppingRule& rule) {
  const std::vector<double> medians = launch_medians(launches);
  Precision found;
  if (medians.size() == 1) {
    const auto only = std::ranges::find_if(
        launches, [](const std::vector<double>& samples) { return !samples.empty(); });
    found = precision_of_launch(*only, rule);
    found.stopping = rule.most <= 1 ? Stopping::GivenUp : Stopping::TooFew;
    return found;
  }
  found.scope = Scope::AnyLaunch;
  found.units = medians.size();
  found.effective = static_cast<double>(medians.size());
  if (!medians.empty()) {
    found.median = median(medians);
    found.interval = interval_of(medians, rule.level);
    found.error = error_of(found.interval, found.median);
  }
  found.stopping = stopping_of(found, rule);
  return found;
}

}  // namespace treering::tuner::stats
