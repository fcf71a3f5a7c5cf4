#include "tuner/check/checked_rows.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <ranges>
#include <span>
#include <string>
#include <tuple>

#include "sim/estimates/estimate.h"
#include "tuner/stats/quantiles.h"

namespace treering::tuner::check {

namespace {

constexpr double kSure = 0.01;

}  // namespace

double chance_of(std::size_t odd, std::size_t rows, double share) {
  return stats::probability_of_at_least(odd, rows, share);
}

bool is_beyond_chance(std::size_t odd, std::size_t rows, double share) {
  return chance_of(odd, rows, share) < kSure;
}

namespace {

// Below that no measurement is sure: repeated runs differ as much.
constexpr double kLeastSpread = 0.02;
constexpr double kFarDeviations = 3;
// nccl-tests' bandwidths have few digits, and ports carry a little more than they are called by.
constexpr double kRounding = 1.05;

}  // namespace

std::string_view name_of(SizeRange range) {
  switch (range) {
    case SizeRange::Large:
      return "large";
    case SizeRange::Middle:
      return "middle";
    case SizeRange::Small:
      return "small";
  }
  return "";
}

std::string_view name_of(Place place) {
  switch (place) {
    case Place::Inside:
      return "inside";
    case Place::Slow:
      return "slow";
    case Place::Fast:
      return "fast";
  }
  return "";
}

double CheckedRow::spread() const {
  return std::max(std::log(high / low) / (2 * sim::estimates::kEightyPercent), kLeastSpread);
}

double CheckedRow::deviations() const {
  const double slow = std::log(high / expected) / sim::estimates::kEightyPercent;
  return std::log(measured / expected) / std::max(slow, kLeastSpread);
}

bool CheckedRow::is_far_slower() const {
  return deviations() > kFarDeviations;
}

bool CheckedRow::is_far_faster() const {
  return deviations() < -kFarDeviations;
}

bool CheckedRow::is_beyond_links() const {
  return measured * kRounding < bound;
}

std::vector<LossAt> losses_of(const std::vector<CheckedRow>& rows) {
  std::vector<LossAt> losses;
  for (const CheckedRow& row : rows) {
    losses.push_back({row.measurement.bytes, row.measured / row.expected});
  }
  return losses;
}

bool has_row_beyond_chance(const std::vector<CheckedRow>& rows) {
  constexpr std::size_t kFew = 7;
  if (rows.empty() || rows.size() > kFew) return false;
  double most = 0;
  std::size_t slow = 0;
  for (const CheckedRow& row : rows) {
    if (row.is_excused()) continue;
    most = std::max(most, row.deviations());
    if (row.is_slow()) ++slow;
  }
  if (2 * slow < rows.size()) return false;
  const double chance = std::erfc(most / std::sqrt(2.0)) / 2;
  return static_cast<double>(rows.size()) * chance < kSure;
}

namespace {

// The first call of a run pays for what later ones find ready.
constexpr double kWarmUp = 1.5;

bool is_fine_in_place(const CheckedRow& row) {
  const auto& seen = row.measurement;
  return seen.out_of_place && seen.in_place && *seen.in_place <= row.high;
}

bool are_of_one_table(const Measurement& one, const Measurement& next) {
  return one.file == next.file && one.run == next.run && one.id == next.id &&
         one.collective == next.collective;
}

bool is_warm_up(const std::vector<CheckedRow>& rows, std::size_t i) {
  const bool is_first = i == 0 || !are_of_one_table(rows[i - 1].measurement, rows[i].measurement);
  if (!is_first || i + 1 == rows.size()) return false;
  const CheckedRow& next = rows[i + 1];
  return are_of_one_table(rows[i].measurement, next.measurement) &&
         rows[i].measurement.bytes < next.measurement.bytes &&
         rows[i].measured > next.measured * kWarmUp;
}

}  // namespace

std::size_t count_slow(const std::vector<CheckedRow>& rows) {
  return static_cast<std::size_t>(std::ranges::count_if(rows, &CheckedRow::is_slow));
}

double slow_factor(const std::vector<CheckedRow>& rows) {
  std::vector<double> factors;
  for (const CheckedRow& row : rows) {
    if (row.is_slow()) factors.push_back(1 / row.share());
  }
  return factors.empty() ? 1 : stats::median(factors);
}

namespace {

/// Of one collective in one range. A few rows of many are faults of their sizes, and one row
/// decides nothing where there are others.
bool are_slow_together(const std::vector<CheckedRow>& rows) {
  const std::size_t slow = count_slow(rows);
  if (2 * slow < rows.size() || (slow < 2 && rows.size() > 1)) return false;
  const auto far = static_cast<std::size_t>(std::ranges::count_if(
      rows, [](const CheckedRow& row) { return !row.is_excused() && row.is_far_slower(); }));
  return is_beyond_chance(slow, rows.size(), kBeyondInterval) ||
         is_beyond_chance(far, rows.size(), kFarAway) || has_row_beyond_chance(rows);
}

std::map<core::Collective, std::vector<CheckedRow>> by_collective(
    const std::vector<CheckedRow>& rows) {
  std::map<core::Collective, std::vector<CheckedRow>> result;
  for (const CheckedRow& row : rows) result[row.measurement.collective].push_back(row);
  return result;
}

/// Whether the largest of several sizes reaches what is expected, and more of it than any other:
/// the machine carries that, and the sizes below are late on a ramp that rises to it.
bool rises_to_expected(const std::vector<CheckedRow>& rows) {
  constexpr double kReached = 0.9;
  const auto by_size = [](const CheckedRow& row) { return row.measurement.bytes; };
  const auto largest = std::ranges::max_element(rows, {}, by_size);
  return rows.size() > 1 && !largest->is_slow() && largest->share() >= kReached &&
         std::ranges::all_of(rows, [&](const CheckedRow& row) {
           return by_size(row) == by_size(*largest) ? !row.is_slow()
                                                    : row.share() < largest->share();
         });
}

RangeCheck checked_range(SizeRange range, const std::vector<CheckedRow>& rows) {
  RangeCheck result;
  result.range = range;
  result.rows = rows.size();
  result.least = rows.front().measurement.bytes;
  for (const CheckedRow& row : rows) {
    result.least = std::min(result.least, row.measurement.bytes);
    result.most = std::max(result.most, row.measurement.bytes);
  }
  result.slow = count_slow(rows);
  result.factor = slow_factor(rows);
  result.is_slow = std::ranges::any_of(by_collective(rows), [&](const auto& one) {
    const bool is_carried = range == SizeRange::Large && rises_to_expected(one.second);
    return are_slow_together(one.second) && !is_carried;
  });
  return result;
}

}  // namespace

bool is_slow_below_large(const std::vector<CheckedRow>& rows) {
  constexpr std::size_t kFewestRows = 4;
  constexpr double kMuchSlower = 2;
  return std::ranges::any_of(by_collective(rows), [](const auto& of_one) {
    std::vector<CheckedRow> below;
    std::ranges::copy_if(of_one.second, std::back_inserter(below),
                         [](const CheckedRow& row) { return row.range != SizeRange::Large; });
    return below.size() >= kFewestRows && 5 * count_slow(below) >= 4 * below.size() &&
           slow_factor(below) >= kMuchSlower;
  });
}

void mark_hiccups(std::vector<CheckedRow>& rows) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].place != Place::Slow) continue;
    rows[i].is_hiccup = is_fine_in_place(rows[i]) || is_warm_up(rows, i);
  }
}

void mark_program_times(std::vector<CheckedRow>& rows) {
  // PyTorch takes 20 to 100 us to start a call and as many to await it; an event or a barrier
  // around each call adds more. A prior.
  const auto most = core::Duration::from_us(300);
  for (CheckedRow& row : rows) {
    row.is_of_program = row.measurement.is_of_python && row.place == Place::Slow &&
                        row.range != SizeRange::Large && row.measured < row.expected + most;
  }
}

std::vector<RangeCheck> ranges_of(const std::vector<CheckedRow>& rows) {
  std::vector<RangeCheck> ranges;
  for (const SizeRange range : {SizeRange::Large, SizeRange::Middle, SizeRange::Small}) {
    std::vector<CheckedRow> own;
    std::ranges::copy_if(rows, std::back_inserter(own),
                         [&](const CheckedRow& row) { return row.range == range; });
    if (!own.empty()) ranges.push_back(checked_range(range, own));
  }
  return ranges;
}

namespace {

constexpr double kLikely = 0.05;
// One slow row says nothing about its neighbours.
constexpr std::size_t kFewest = 2;

using Sweep = std::vector<const CheckedRow*>;

/// In the order of sizes. One row is no sweep.
std::vector<Sweep> sweeps_of(const std::vector<CheckedRow>& rows) {
  using Key = std::tuple<std::string, core::Collective, std::string, std::string, int>;
  std::map<Key, Sweep> by_key;
  for (const CheckedRow& row : rows) {
    const Measurement& seen = row.measurement;
    by_key[{seen.id, seen.collective, seen.way.algorithm, seen.way.protocol, seen.way.channels}]
        .push_back(&row);
  }
  std::vector<Sweep> sweeps;
  for (auto& [key, sweep] : by_key) {
    if (sweep.size() < kFewest) continue;
    std::ranges::stable_sort(sweep, {},
                             [](const CheckedRow* row) { return row->measurement.bytes; });
    sweeps.push_back(std::move(sweep));
  }
  return sweeps;
}

bool is_slow(const CheckedRow* row) {
  return row->is_slow();
}

std::span<const CheckedRow* const> slow_rows(const Sweep& sweep, End end) {
  if (end == End::Small) return {sweep.begin(), std::ranges::find_if_not(sweep, is_slow)};
  return {std::find_if_not(sweep.rbegin(), sweep.rend(), is_slow).base(), sweep.end()};
}

SlowEnd described(std::span<const CheckedRow* const> slow, End end) {
  const auto share = [](const CheckedRow* row) { return row->share(); };
  const auto [least, greatest] = std::ranges::minmax(slow | std::views::transform(share));
  SlowEnd found;
  found.end = end;
  found.rows = slow.size();
  found.least = slow.front()->measurement.bytes;
  found.most = slow.back()->measurement.bytes;
  found.least_share = least;
  found.greatest_share = greatest;
  return found;
}

}  // namespace

std::optional<SlowEnd> slow_end(const std::vector<CheckedRow>& rows) {
  const std::vector<Sweep> sweeps = sweeps_of(rows);
  const double ends = 2.0 * static_cast<double>(sweeps.size());
  std::optional<SlowEnd> found;
  for (const Sweep& sweep : sweeps) {
    for (const End end : {End::Large, End::Small}) {
      const auto slow = slow_rows(sweep, end);
      if (slow.size() < kFewest || (found && slow.size() <= found->rows)) continue;
      found = described(slow, end);
      found->of_rows = sweep.size();
      found->chance =
          std::min(1.0, ends * std::pow(kBeyondInterval, static_cast<double>(slow.size())));
    }
  }
  if (found && found->chance >= kLikely) return std::nullopt;
  return found;
}

namespace {

std::size_t count_of(const std::vector<CheckedRow>& rows, bool (CheckedRow::*is_odd)() const) {
  return static_cast<std::size_t>(
      std::ranges::count_if(rows, [=](const CheckedRow& row) { return (row.*is_odd)(); }));
}

}  // namespace

std::optional<OtherMachine> other_machine(const std::vector<CheckedRow>& rows,
                                          const sim::bound::WireBound& bound) {
  OtherMachine found;
  found.beyond_links = count_of(rows, &CheckedRow::is_beyond_links);
  found.far_faster = count_of(rows, &CheckedRow::is_far_faster);
  const bool is_most = 2 * found.far_faster > rows.size();
  if (found.beyond_links == 0 && !is_most) return std::nullopt;
  const auto oddity = [&](const CheckedRow& row) {
    return found.beyond_links > 0 ? row.bound / row.measured : -row.deviations();
  };
  found.row = *std::ranges::max_element(rows, {}, oddity);
  if (const sim::bound::CutLevel* const level = bound.tightest(found.row.measurement.collective)) {
    found.links = level->name;
    found.rate = bound.tightest_rate(found.row.measurement.collective);
  }
  return found;
}

}  // namespace treering::tuner::check
