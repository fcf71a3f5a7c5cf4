#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <set>

#include "tuner/calibration/calibrate.h"
#include "tuner/calibration/fit.h"
#include "tuner/calibration/intervals.h"
#include "tuner/calibration/observation.h"
#include "tuner/calibration/validation.h"

namespace treering::tuner::calibration {
namespace {

constexpr std::size_t kSweep = 20;

Rows selected(std::span<const Observation* const> all,
              const std::function<bool(const Observation&)>& wanted) {
  Rows rows;
  std::ranges::copy_if(all, std::back_inserter(rows),
                       [&](const Observation* one) { return wanted(*one); });
  return rows;
}

void predict(const core::Profile& profile, const Rows& rows, std::vector<Scored>& out) {
  const auto predicted = scored(profile, rows);
  out.insert(out.end(), predicted.begin(), predicted.end());
}

/// `count` of them, evenly spread, with both ends.
Rows spread_evenly(const Rows& rows, std::size_t count) {
  Rows chosen;
  for (std::size_t i = 0; i < count; ++i) {
    chosen.push_back(rows[i * (rows.size() - 1) / (count - 1)]);
  }
  return chosen;
}

/// ln(time) linear in ln(bytes) between the neighbours, of which the lower is below `bytes`.
double interpolated_us(const Rows& known, double bytes) {
  const auto above =
      std::ranges::lower_bound(known, bytes, {}, [](const Observation* row) { return row->bytes; });
  if (above == known.begin()) return known.front()->measured_us;
  if (above == known.end()) return known.back()->measured_us;
  const Observation& left = **std::prev(above);
  const Observation& right = **above;
  const double share = std::log(bytes / left.bytes) / std::log(right.bytes / left.bytes);
  return left.measured_us * std::pow(right.measured_us / left.measured_us, share);
}

void try_series(const core::Profile& profile, const Rows& series, CrossValidation& result) {
  if (series.size() < 4) return;
  const Rows ends{series.front(), series.back()};
  predict(anchor(profile, ends).profile, without(series, ends), result.anchored);
  if (series.size() < kSweep + 4) return;
  const Rows known = spread_evenly(series, kSweep);
  const Rows rest = without(series, known);
  predict(anchor(profile, known).profile, rest, result.swept);
  for (const Observation* row : rest) {
    result.interpolated.push_back({row, interpolated_us(known, row->bytes), 0, 0});
  }
}

/// The smaller node counts of a system with at least three; empty for others.
std::set<int> small_counts(const Rows& rows) {
  std::set<int> counts;
  for (const Observation* row : rows) counts.insert(row->nodes);
  if (counts.size() < 3) return {};
  const std::size_t keep = (counts.size() + 1) / 2;
  return {counts.begin(), std::next(counts.begin(), static_cast<std::ptrdiff_t>(keep))};
}

/// The profile as one system's: what the joint fit found of it.
core::Profile profile_of(const Fitted& fitted, const std::string& system) {
  core::Profile profile = fitted.profile;
  const auto found = fitted.scales.find(system);
  if (found == fitted.scales.end()) return profile;
  for (const auto& [name, value] : found->second) profile.parameters[name].value = value;
  return profile;
}

Rows of_system(std::span<const Observation* const> all, const std::string& system) {
  return selected(all, [&](const Observation& one) { return one.system == system; });
}

/// A system known by its smaller node counts, if it has some.
void try_larger(const core::Profile& prior, std::span<const Observation* const> all,
                const std::string& system, const Fitted& whole, CrossValidation& result) {
  const std::set<int> small = small_counts(of_system(all, system));
  if (small.empty()) return;
  const auto is_small = [&](const Observation& one) {
    return one.system != system || small.contains(one.nodes);
  };
  const Fitted known = fit(prior, selected(all, is_small), {.start = &whole});
  predict(profile_of(known, system),
          selected(all, [&](const Observation& one) { return !is_small(one); }), result.larger);
}

/// Calls `tell` for each system, with the profile of a fit to the others.
void without_each(const core::Profile& prior, std::span<const Observation* const> observations,
                  const Fitted& whole,
                  const std::function<void(const core::Profile&, const std::string&)>& tell) {
  std::set<std::string> systems;
  for (const Observation* one : observations) systems.insert(one->system);
  for (const std::string& system : systems) {
    const Rows others =
        selected(observations, [&](const Observation& one) { return one.system != system; });
    tell(fit(prior, others, {.start = &whole}).profile, system);
  }
}

}  // namespace

std::vector<Scored> predicted_unseen(const core::Profile& prior,
                                     std::span<const Observation* const> observations,
                                     const Fitted& whole) {
  std::vector<Scored> result;
  without_each(prior, observations, whole, [&](const core::Profile& profile, const auto& system) {
    predict(profile, of_system(observations, system), result);
  });
  return result;
}

CrossValidation cross_validate(const core::Profile& given,
                               std::span<const Observation* const> observations) {
  CrossValidation result;
  const core::Profile prior = with_plain_ends(given);
  const Fitted whole = fit(prior, observations, {});
  without_each(prior, observations, whole, [&](const core::Profile& profile, const auto& system) {
    const Rows own = of_system(observations, system);
    predict(profile, own, result.unanchored);
    for (const auto& [name, series] : series_of(own)) {
      try_series(profile, picked(own, series), result);
    }
    try_larger(prior, observations, system, whole, result);
  });
  use_ends_of_others(result.unanchored);
  return result;
}

}  // namespace treering::tuner::calibration
