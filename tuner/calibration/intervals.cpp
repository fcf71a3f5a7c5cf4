#include "tuner/calibration/intervals.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "core/units.h"

namespace treering::tuner::calibration {
namespace {

using sim::cost::Ends;

constexpr double kRowsPerSystem = 50;
constexpr std::size_t kLeastSystems = 3;
// An end is at least so many standard errors away: no interval ends on the wrong side of its time.
constexpr double kLeastEnd = 0.3;
constexpr double kMostEnd = 10;  // what a profile may have (sim/cost/parameters.cpp)

/// How many standard errors later than predicted the row was measured.
struct Deviation {
  double spreads = 0;
  double weight = 1;
};

/// With the noise that a fit allows a row: the terms are not quite those of any machine.
double spread_of(const Scored& row) {
  const double width = std::log(row.high_us / row.predicted_us);
  return std::hypot(width / sim::estimates::kEightyPercent, FitOptions{}.noise);
}

std::vector<Deviation> deviations_of(std::span<const Scored* const> rows) {
  std::map<std::string, double> rows_of;
  for (const Scored* row : rows) rows_of[row->seen->system] += 1;
  std::vector<Deviation> result;
  for (const Scored* row : rows) {
    result.push_back({std::log(row->seen->measured_us / row->predicted_us) / spread_of(*row),
                      std::min(1.0, kRowsPerSystem / rows_of[row->seen->system])});
  }
  std::ranges::sort(result, {}, &Deviation::spreads);
  return result;
}

/// \pre they rise, and there is one
double quantile(const std::vector<Deviation>& deviations, double share) {
  double whole = 0;
  for (const Deviation& one : deviations) whole += one.weight;
  double below = 0;
  for (const Deviation& one : deviations) {
    below += one.weight;
    if (below >= share * whole) return one.spreads;
  }
  return deviations.back().spreads;
}

constexpr double kLow = 0.1;
constexpr double kHigh = 0.9;
constexpr double kLatest = 0.98;

/// As the rows are.
Ends quantiles_of(std::span<const Scored* const> rows) {
  const auto deviations = deviations_of(rows);
  Ends ends;
  ends.low = std::max(-quantile(deviations, kLow), kLeastEnd);
  ends.high = std::max(quantile(deviations, kHigh), kLeastEnd);
  ends.latest = std::max(quantile(deviations, kLatest), ends.high);
  return ends;
}

std::set<std::string> systems_of(std::span<const Scored* const> rows) {
  std::set<std::string> systems;
  for (const Scored* row : rows) systems.insert(row->seen->system);
  return systems;
}

/// Those of the system, or all others.
std::vector<const Scored*> selected(std::span<const Scored* const> rows, const std::string& system,
                                    bool is_own) {
  std::vector<const Scored*> result;
  std::ranges::copy_if(rows, std::back_inserter(result),
                       [&](const Scored* row) { return (row->seen->system == system) == is_own; });
  return result;
}

/// Where rows lie by the ends of the other systems, as a multiple of the end that they are nearer
/// to, or of the latest: so many times as wide an interval just holds them.
struct Tried {
  std::vector<Deviation> either;
  std::vector<Deviation> latest;
};

Tried tried_on_each(std::span<const Scored* const> rows) {
  Tried result;
  for (const std::string& system : systems_of(rows)) {
    const Ends ends = quantiles_of(selected(rows, system, false));
    for (const Deviation& one : deviations_of(selected(rows, system, true))) {
      const double end = one.spreads > 0 ? ends.high : -ends.low;
      result.either.push_back({one.spreads / end, one.weight});
      result.latest.push_back({one.spreads / ends.latest, one.weight});
    }
  }
  std::ranges::sort(result.either, {}, &Deviation::spreads);
  std::ranges::sort(result.latest, {}, &Deviation::spreads);
  return result;
}

// A margin below the 2 %: the rows come from few systems, and the next machine is none of them.
constexpr double kBarelyLatest = 0.985;

/// Quantiles hold fewer rows of a system that is none of theirs: widened by what that takes.
Ends ends_of_class(std::span<const Scored* const> rows) {
  const Tried tried = tried_on_each(rows);
  const double wider = quantile(tried.either, kHigh - kLow);
  Ends ends = quantiles_of(rows);
  const auto widened = [](double end, double factor) { return std::min(end * factor, kMostEnd); };
  ends.low = widened(ends.low, wider);
  ends.high = widened(ends.high, wider);
  const double later = std::max(quantile(tried.latest, kBarelyLatest), 1.0);
  ends.latest = std::max(widened(ends.latest, later), ends.high);
  return ends;
}

std::size_t class_of(const Scored& row) {
  return sim::cost::error_class_of(call_of(*row.seen));
}

using RowsByClass = std::map<std::size_t, std::vector<const Scored*>>;

RowsByClass rows_by_class(std::span<const Scored* const> rows) {
  RowsByClass result;
  for (const Scored* row : rows) result[class_of(*row)].push_back(row);
  return result;
}

std::vector<const Scored*> pointers(std::span<const Scored> rows) {
  std::vector<const Scored*> result;
  for (const Scored& row : rows) result.push_back(&row);
  return result;
}

}  // namespace

EndsByClass ends_of(std::span<const Scored* const> unseen) {
  EndsByClass result;
  for (const auto& [number, rows] : rows_by_class(unseen)) {
    if (systems_of(rows).size() >= kLeastSystems) result.emplace(number, ends_of_class(rows));
  }
  return result;
}

void use_ends_of_others(std::vector<Scored>& unseen) {
  std::map<std::string, EndsByClass> of_others;
  const auto all = pointers(unseen);
  for (const std::string& system : systems_of(all)) {
    of_others[system] = ends_of(selected(all, system, false));
  }
  for (Scored& row : unseen) {
    sim::estimates::Estimate estimate{.time = core::Duration::from_us(row.predicted_us)};
    set_spread(estimate, spread_of(row), of_others[row.seen->system][class_of(row)]);
    row = scored(*row.seen, estimate);
  }
}

namespace {

/// The most nodes of any row, by the parameter that holds them.
std::map<std::string, int> reach_of(std::span<const Scored> unseen) {
  std::map<std::string, int> nodes;
  for (const Scored& row : unseen) {
    if (row.seen->nodes <= 1) continue;
    int& most = nodes[sim::cost::reach_name(row.seen->kind.gpu, row.seen->kind.network)];
    most = std::max(most, row.seen->nodes);
  }
  return nodes;
}

}  // namespace

void set_certainty(std::span<const Scored> unseen, core::Profile& profile) {
  const auto rows = pointers(unseen);
  const auto by_class = rows_by_class(rows);
  for (const auto& [number, ends] : ends_of(rows)) {
    const auto& own = by_class.at(number);
    const std::string source = fmt::format(
        "found by treering calibrate on {} of {}, each by a fit without its system",
        core::counted(own.size(), "row"), core::counted(systems_of(own).size(), "system"));
    for (const auto& one : sim::cost::end_names(sim::cost::kErrorClasses.at(number))) {
      profile.parameters[one.name] = {ends.*one.end, "", 0, source};
    }
  }
  profile.parameters[std::string(sim::cost::kIntervalNoise)] = {FitOptions{}.noise, "", 0,
                                                                "what the fit allows a row"};
  for (const auto& [name, nodes] : reach_of(unseen)) {
    profile.parameters[name] = {static_cast<double>(nodes), "", 0,
                                "most nodes of any row that treering calibrate had"};
  }
}

core::Profile with_plain_ends(core::Profile profile) {
  // Parameters that a profile lacks come from the shipped one, and values are above 0.
  constexpr double kNone = 1e-6;
  const auto noise = profile.parameters.find(std::string(sim::cost::kIntervalNoise));
  if (noise != profile.parameters.end()) noise->second = {kNone, "", 0, "none"};
  for (const sim::cost::ErrorClass& error_class : sim::cost::kErrorClasses) {
    for (const auto& one : sim::cost::end_names(error_class)) {
      const auto found = profile.parameters.find(one.name);
      if (found == profile.parameters.end()) continue;
      found->second = {Ends{}.*one.end, "", 0, "of a normal distribution"};
    }
  }
  return profile;
}

}  // namespace treering::tuner::calibration
