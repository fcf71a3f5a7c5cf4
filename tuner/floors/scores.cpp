#include "tuner/floors/scores.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <iterator>
#include <limits>
#include <map>
#include <tuple>
#include <utility>

#include "core/units.h"
#include "tuner/floors/floor.h"
#include "tuner/stats/quantiles.h"

namespace treering::tuner::floors {
namespace {

using calibration::Observation;
using calibration::Scored;

/// A row in units of the busbw that the model expects of it.
struct Scaled {
  const Observation* seen = nullptr;
  core::Bandwidth busbw;
  Expectation expected;

  core::Bandwidth floor() const { return floor_of(expected); }
  /// How many spreads the row is below its expectation.
  double spreads_below() const { return std::log(expected.busbw / busbw) / expected.spread; }
};

core::Bytes bytes_of(const Observation& seen) {
  return core::Bytes::of(static_cast<std::uint64_t>(seen.bytes));
}

Scaled scaled(const Scored& row) {
  const auto unit = core::Bandwidth::from_gb_per_s(1);
  return {row.seen, unit * (row.predicted_us / row.seen->measured_us),
          expectation(unit, core::Duration::from_us(row.predicted_us),
                      core::Duration::from_us(row.latest_us), bytes_of(*row.seen))};
}

using JobKey = std::tuple<int, int, core::Collective>;

JobKey key_of(const Observation& seen) {
  return {seen.nodes, seen.ranks, seen.collective};
}

bool are_kin(const Observation& one, const Observation& other) {
  return one.system != other.system && one.kind == other.kind && one.way.has_names_of(other.way);
}

/// How many times as large, whichever is larger.
double times_apart(const Observation& one, const Observation& other) {
  return std::max(one.bytes, other.bytes) / std::min(one.bytes, other.bytes);
}

/// ln(reached / expected) of each other system that has runs like the row: the median of these,
/// each at its nearest size.
std::vector<double> log_ratios_beside(const Scored& row, const std::vector<const Scored*>& others) {
  constexpr double kNear = 4;
  std::map<std::pair<std::string, std::string>, const Scored*> nearest;  // by system and run
  for (const Scored* const other : others) {
    const double far = times_apart(*row.seen, *other->seen);
    if (far > kNear || !are_kin(*row.seen, *other->seen)) continue;
    const Scored*& best = nearest[{other->seen->system, other->seen->id}];
    if (best == nullptr || far < times_apart(*row.seen, *best->seen)) best = other;
  }
  std::map<std::string, std::vector<double>> by_system;
  for (const auto& [run, other] : nearest) {
    by_system[run.first].push_back(std::log(other->predicted_us / other->seen->measured_us));
  }
  std::vector<double> ratios;
  for (const auto& [system, runs] : by_system) ratios.push_back(stats::median(runs));
  return ratios;
}

std::vector<Scaled> scaled(const std::vector<Scored>& rows, Knowing knowing) {
  std::map<JobKey, std::vector<const Scored*>> by_job;
  for (const Scored& row : rows) by_job[key_of(*row.seen)].push_back(&row);
  std::vector<Scaled> result;
  for (const Scored& row : rows) {
    Scaled one = scaled(row);
    if (knowing == Knowing::Published) {
      const auto ratios = log_ratios_beside(row, by_job[key_of(*row.seen)]);
      if (ratios.empty()) continue;
      one.expected = beside_published(one.expected, ratios, run_spread(bytes_of(*row.seen)));
    }
    result.push_back(one);
  }
  return result;
}

double share_of(std::size_t some, std::size_t all) {
  return static_cast<double>(some) / static_cast<double>(all);
}

FloorScore score_of(const std::vector<Scaled>& rows) {
  FloorScore score;
  score.rows = rows.size();
  std::vector<double> spreads;
  std::size_t below = 0;
  std::size_t small = 0;
  std::size_t large = 0;
  for (const Scaled& row : rows) {
    const core::Bandwidth floor = row.floor();
    spreads.push_back(row.spreads_below());
    if (row.busbw < floor) ++below;
    if (row.busbw * (1 - kSmallLoss) < floor) ++small;
    if (row.busbw * (1 - kLargeLoss) < floor) ++large;
    score.said_small += share_caught(row.expected, floor, kSmallLoss);
    score.said_large += share_caught(row.expected, floor, kLargeLoss);
  }
  score.said_small /= static_cast<double>(rows.size());
  score.said_large /= static_cast<double>(rows.size());
  score.below = share_of(below, rows.size());
  score.caught_small = share_of(small, rows.size());
  score.caught_large = share_of(large, rows.size());
  score.spreads_needed = stats::quantile(spreads, 1 - kGoodBelow);
  return score;
}

/// The names of the groups that a row is in, in their order.
struct Named {
  std::string name;
  std::function<bool(const Observation&)> has;
};

std::vector<Named> groups_by_size() {
  constexpr double kMib = 1 << 20;
  const auto within = [](double from, double to) {
    return [from, to](const Observation& seen) { return seen.bytes >= from && seen.bytes < to; };
  };
  return {{"all", [](const Observation&) { return true; }},
          {"below 1 MiB", within(0, kMib)},
          {"1 to 64 MiB", within(kMib, 64 * kMib)},
          {"64 to 256 MiB", within(64 * kMib, 256 * kMib)},
          {"from 256 MiB", within(256 * kMib, std::numeric_limits<double>::infinity())}};
}

}  // namespace

std::vector<FloorGroup> floor_groups(const std::vector<Scored>& rows, Knowing knowing) {
  std::vector<Named> groups = groups_by_size();
  for (const core::Collective collective : core::all_collectives()) {
    groups.push_back(
        {std::string(core::name_of(collective)),
         [collective](const Observation& seen) { return seen.collective == collective; }});
  }
  const std::vector<Scaled> all = scaled(rows, knowing);
  std::vector<FloorGroup> result;
  for (const Named& group : groups) {
    std::vector<Scaled> some;
    std::ranges::copy_if(all, std::back_inserter(some),
                         [&](const Scaled& row) { return group.has(*row.seen); });
    if (!some.empty()) result.push_back({group.name, score_of(some)});
  }
  return result;
}

}  // namespace treering::tuner::floors
