#include "tuner/tune/course.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <iterator>
#include <limits>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "tuner/stats/multiplicity.h"
#include "tuner/tune/standing.h"
#include "tuner/tune/tune.h"

namespace treering::tuner::tune {
namespace {

// The final choices, once measuring has ended.

/// Of the ways that are confirmed at a size, and that all evidence together still shows, the
/// fastest.
std::optional<std::size_t> fastest_confirmed(const Table& table, const Belief& belief,
                                             std::size_t size, const Rule& rule) {
  const std::size_t own = table.grid.index_of({size, *table.grid.default_way()});
  std::optional<std::size_t> fastest;
  double most = std::log1p(rule.tie);
  for (const std::size_t way : table.confirmed[size]) {
    const LogRatio gain = log_ratio(belief, own, table.grid.index_of({size, way}));
    const bool is_sure = chance_above_zero(gain.mean, gain.sd) >= rule.least_sureness;
    if (!is_sure || gain.mean <= most) continue;
    fastest = way;
    most = gain.mean;
  }
  return fastest;
}

/// What is not confirmed gives way to the fastest that is, or to the library's own choice. Nothing
/// changes where that failed, or is none of the ways.
/// \param choices by size, as they seem without confirmations
void settle(const Table& table, const Belief& belief, const Rule& rule,
            std::vector<Standing>& choices) {
  const auto own = table.grid.default_way();
  if (!own) return;
  const std::vector<bool> may_be = may_be_fastest(table);
  for (std::size_t size = 0; size < choices.size(); ++size) {
    if (!may_be[table.grid.index_of({size, *own})]) continue;
    Standing& choice = choices[size];
    const auto confirmed = fastest_confirmed(table, belief, size, rule);
    const std::size_t way = confirmed.value_or(*own);
    choice.is_faster = confirmed.has_value();
    if (choice.way != way) choice.is_settled = false;
    choice.way = way;
  }
}

/// What all evidence together makes faster than choices that are not settled.
void guess(const Known& known, const Rule& rule, std::vector<Standing>& choices) {
  const std::vector<Standing> seeming = standings(known, rule);
  for (std::size_t size = 0; size < choices.size(); ++size) {
    Standing& choice = choices[size];
    choice.guess = choice.way;
    if (choice.is_settled) continue;
    const auto cell = [&](std::size_t way) { return known.grid.index_of({size, way}); };
    const LogRatio gain = log_ratio(known.belief, cell(choice.way), cell(seeming[size].way));
    if (gain.mean > std::log1p(rule.tie)) choice.guess = seeming[size].way;
  }
}

// What a launch shows of a cell, entered into its table.

bool has_time(const Table& table, std::size_t cell) {
  const std::vector<Observation> all = table.evidence.all();
  return std::ranges::find(all, cell, &Observation::cell) != all.end();
}

void add_failure(Cell cell, Table& table) {
  std::set<std::size_t>& sizes = table.failed[cell.way];
  sizes.insert(cell.size);
  std::vector<std::size_t> cells;
  for (std::size_t size = 0; size < table.grid.sizes.size(); ++size) {
    cells.push_back(table.grid.index_of({size, cell.way}));
  }
  const auto ran = [&](std::size_t one) { return has_time(table, one); };
  constexpr std::size_t kEnough = 3;
  if (sizes.size() < kEnough || std::ranges::any_of(cells, ran)) return;
  for (const std::size_t one : cells) {
    table.closed.insert(one);
    table.possible[one] = false;
  }
}

/// A cell that fails is closed, one whose ranks never started together at the second time; one that
/// never had a time is no choice. A way that fails at a third size, and ran at none, will fail at
/// all.
void enter(const Shown& shown, Table& table) {
  const std::size_t cell = shown.place.cell;
  if (shown.us && shown.confirms) {
    table.evidence.fresh.push_back({shown.launch, {cell, *shown.us, shown.sd}});
    return;
  }
  if (shown.us) {
    table.evidence.chosen_from.push_back({cell, *shown.us, shown.sd});
    return;
  }
  constexpr int kMostLate = 2;
  if (shown.was_late && ++table.late[cell] < kMostLate) return;
  table.closed.insert(cell);
  if (!has_time(table, cell)) {
    table.possible[cell] = false;
    if (shown.was_late) table.untimed.insert(cell);
  }
  if (!shown.was_late) add_failure(table.grid.cell_at(cell), table);
}

std::size_t cells_per_launch(const Table& table, const Pace& pace) {
  if (pace.cells_per_launch > 0) return pace.cells_per_launch;
  const auto cells = static_cast<std::size_t>(std::ranges::count(table.possible, true));
  return std::clamp<std::size_t>(cells / 20, 2, 16);
}

std::vector<std::size_t> launches_of(const Table& table) {
  std::vector<std::size_t> launches(table.grid.cells());
  for (const Observation& one : table.evidence.chosen_from) ++launches[one.cell];
  return launches;
}

/// Of sizes at which one way of several is left, and nothing was measured: it may fail like the
/// others.
std::vector<std::size_t> untried(const Table& table) {
  if (table.grid.ways.size() < 2) return {};
  const std::vector<Observation> all = table.evidence.all();
  std::vector<std::size_t> cells;
  for (std::size_t size = 0; size < table.grid.sizes.size(); ++size) {
    std::vector<std::size_t> left;
    for (std::size_t way = 0; way < table.grid.ways.size(); ++way) {
      const std::size_t cell = table.grid.index_of({size, way});
      if (table.possible[cell]) left.push_back(cell);
    }
    if (left.size() != 1 || table.closed.contains(left.front())) continue;
    if (std::ranges::find(all, left.front(), &Observation::cell) == all.end()) {
      cells.push_back(left.front());
    }
  }
  return cells;
}

bool is_confirmed(const Table& table, const Claim& claim) {
  for (std::size_t size = claim.first; size <= claim.last; ++size) {
    if (!table.confirmed[size].contains(claim.way)) return false;
  }
  return true;
}

}  // namespace

Course::Course(std::vector<Table> tables, const Pace& pace)
    : pace_(pace), tables_(std::move(tables)) {
  judge();
}

Launch Course::next(int number) const {
  Launch launch{number, {}, false};
  const std::size_t kept = kept_to_confirm();
  if (left() > kept) {
    launch.places = places_to_choose();
    if (launch.places.size() > left() - kept) launch.places.resize(left() - kept);
  }
  if (launch.places.empty()) {
    launch.confirms = true;
    launch.places = places_to_confirm();
  }
  return launch;
}

void Course::take(const std::vector<Shown>& shown) {
  for (const Shown& one : shown) enter(one, tables_[one.place.table]);
  measurements_ += shown.size();
  // What confirms has no part in choosing.
  if (std::ranges::all_of(shown, &Shown::confirms)) {
    judge_choices();
  } else {
    judge();
  }
}

bool Course::is_spent() const {
  if (std::ranges::count(claims_, true, &Standpoint::is_open) > 0) return true;
  const auto is_settled = [](const std::vector<Standing>& choices) {
    return std::ranges::all_of(choices, &Standing::is_settled);
  };
  return left() == 0 && !std::ranges::all_of(standings_, is_settled);
}

std::size_t Course::left() const {
  if (!pace_.most_measurements) return std::numeric_limits<std::size_t>::max();
  return *pace_.most_measurements - std::min(*pace_.most_measurements, measurements_);
}

Cells Course::cells(std::size_t table) const {
  const Table& one = tables_[table];
  Cells cells{one.possible, one.possible, cells_per_launch(one, pace_)};
  const std::vector<std::size_t> launches = launches_of(one);
  // A recording has no more launches than that, and two pairs have to be left to confirm.
  const std::size_t most = pace_.most_launches - std::min(pace_.most_launches - 1, kLeastPairs);
  for (std::size_t cell = 0; cell < launches.size(); ++cell) {
    if (launches[cell] >= most || one.closed.contains(cell)) {
      cells.open[cell] = false;
    }
  }
  return cells;
}

/// A cell to be launched again, so that it shows early how much launches scatter: the most valuable
/// of those that were launched once. After every four cells one, six in all.
std::vector<std::size_t> Course::repeats(std::size_t table, const Cells& cells) const {
  const std::vector<std::size_t> launches = launches_of(tables_[table]);
  const auto measured = static_cast<std::size_t>(
      std::ranges::count_if(launches, [](std::size_t count) { return count > 0; }));
  const std::size_t again = tables_[table].evidence.chosen_from.size() - measured;
  constexpr std::size_t kMost = 6;
  constexpr std::size_t kCellsForEach = 4;
  if (again >= std::min(kMost, measured / kCellsForEach)) return {};
  Cells once = cells;
  once.most = 1;
  for (std::size_t cell = 0; cell < launches.size(); ++cell) {
    if (launches[cell] != 1) once.open[cell] = false;
  }
  return next_cells(tables_[table].grid, beliefs_[table], once, pace_.rule);
}

/// Of each table whose choices are not settled.
std::vector<Place> Course::places_to_choose() const {
  std::vector<Place> places;
  for (std::size_t table = 0; table < tables_.size(); ++table) {
    Cells open = cells(table);
    for (const std::size_t cell : repeats(table, open)) {
      places.push_back({table, cell});
      open.open[cell] = false;
      --open.most;
    }
    for (const std::size_t cell :
         next_cells(tables_[table].grid, beliefs_[table], open, pace_.rule)) {
      places.push_back({table, cell});
    }
    for (const std::size_t cell : untried(tables_[table])) places.push_back({table, cell});
  }
  return places;
}

/// What saves most for a pair first: that one, and those that the rest of so many measurements can
/// confirm.
std::vector<Course::Standpoint> Course::open_claims(std::size_t measurements) const {
  std::vector<Standpoint> all;
  std::ranges::copy_if(claims_, std::back_inserter(all), &Standpoint::is_open);
  std::ranges::stable_sort(all, std::ranges::greater(), [](const Standpoint& one) {
    return one.claim.saving() / static_cast<double>(one.needed);
  });
  std::vector<Standpoint> open;
  for (const Standpoint& one : all) {
    if (2 * one.needed > measurements && !open.empty()) continue;
    measurements -= std::min(measurements, 2 * one.needed);
    open.push_back(one);
  }
  return open;
}

/// Measurements that open claims will usually take. At most half of all.
std::size_t Course::kept_to_confirm() const {
  if (!pace_.most_measurements) return 0;
  const std::size_t half = *pace_.most_measurements / 2;
  std::size_t pairs = 0;
  for (const Standpoint& one : open_claims(half)) pairs += one.needed;
  return std::min(2 * pairs, half);
}

/// A pair of each claim, as far as the budget goes.
std::vector<Place> Course::places_to_confirm() const {
  std::vector<Place> places;
  for (const Standpoint& one : open_claims(left())) {
    if (places.size() + 2 > left()) break;
    const Table& table = tables_[one.table];
    const std::size_t size = next_size(table.grid, table.evidence, one.claim);
    places.push_back({one.table, table.grid.index_of({size, one.claim.own})});
    places.push_back({one.table, table.grid.index_of({size, one.claim.way})});
  }
  return places;
}

void Course::judge() {
  beliefs_.clear();
  for (const Table& one : tables_) {
    beliefs_.push_back(believe(one.grid, one.evidence.chosen_from));
  }
  judge_choices();
}

void Course::judge_choices() {
  standings_.clear();
  for (std::size_t table = 0; table < tables_.size(); ++table) {
    const Table& one = tables_[table];
    standings_.push_back(standings({one.grid, beliefs_[table], one.possible}, pace_.rule));
  }
  judge_claims();
}

std::vector<Claim> Course::claims_on(std::size_t table) const {
  const Table& one = tables_[table];
  const auto pairs = [&](const Claim& claim) { return pairs_of(one.grid, one.evidence, claim); };
  return claims_of({one.grid, beliefs_[table], one.possible}, standings_[table], pairs, pace_.rule);
}

void Course::judge_claims() {
  claims_.clear();
  std::vector<double> p;
  std::size_t earlier = 0;
  for (std::size_t table = 0; table < tables_.size(); ++table) {
    const Table& one = tables_[table];
    for (const Claim& claim : claims_on(table)) {
      Standpoint next{table, claim};
      const std::size_t pairs = pairs_of(one.grid, one.evidence, claim);
      const std::size_t needed = pairs_needed(one.grid, one.evidence, claim);
      next.needed = needed > pairs ? needed - pairs : 1;
      p.push_back(p_of(one.grid, one.evidence, claim, pace_.rule));
      const std::size_t size = next_size(one.grid, one.evidence, claim);
      next.is_open = !is_confirmed(one, claim) &&
                     is_worth_more(one.grid, one.evidence, claim, pace_.rule) &&
                     !one.closed.contains(one.grid.index_of({size, claim.own})) &&
                     !one.closed.contains(one.grid.index_of({size, claim.way}));
      claims_.push_back(next);
    }
    earlier += earlier_claims(table);
  }
  p.insert(p.end(), earlier, 1);
  const std::vector<double> adjusted = stats::holm_adjusted(p);
  for (std::size_t i = 0; i < claims_.size(); ++i) {
    if (adjusted[i] > 1 - pace_.rule.least_sureness) continue;
    claims_[i].is_open = false;
    for (std::size_t size = claims_[i].claim.first; size <= claims_[i].claim.last; ++size) {
      tables_[claims_[i].table].confirmed[size].insert(claims_[i].claim.way);
    }
  }
}

/// That were confirmed, and that no claim is about any more, since another way seems faster: they
/// count among those that are tested.
std::size_t Course::earlier_claims(std::size_t table) const {
  std::size_t count = 0;
  std::set<std::size_t> before;  // ways, at the size before
  for (std::size_t size = 0; size < tables_[table].confirmed.size(); ++size) {
    std::set<std::size_t> ways = tables_[table].confirmed[size];
    for (const Standpoint& one : claims_) {
      const bool is_here = one.table == table && one.claim.first <= size && size <= one.claim.last;
      if (is_here) ways.erase(one.claim.way);
    }
    count += static_cast<std::size_t>(
        std::ranges::count_if(ways, [&](std::size_t way) { return !before.contains(way); }));
    before = std::move(ways);
  }
  return count;
}

Tuning Course::finished() const {
  Tuning tuning;
  tuning.tables = tables_;
  tuning.measurements = measurements_;
  tuning.standings = standings_;
  for (std::size_t table = 0; table < tables_.size(); ++table) {
    const Table& one = tables_[table];
    tuning.beliefs.push_back(believe(one.grid, one.evidence.all()));
    std::vector<Standing>& choices = tuning.standings[table];
    settle(one, tuning.beliefs[table], pace_.rule, choices);
    weigh({one.grid, tuning.beliefs[table], may_be_fastest(one)}, choices, pace_.rule);
    guess({one.grid, tuning.beliefs[table], one.possible}, pace_.rule, choices);
  }
  return tuning;
}

}  // namespace treering::tuner::tune
