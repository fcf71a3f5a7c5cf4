#include "tuner/knobs/trials.h"

#include <algorithm>
#include <cmath>

#include <boost/math/distributions/students_t.hpp>

#include "tuner/stats/multiplicity.h"

namespace treering::tuner::knobs {
namespace {

using measure::Configuration;
using tune::Grid;

/// A value stands in a grid where a way usually does: it is how the calls of a launch are carried.
Configuration with_setting(Configuration call, const std::string& setting) {
  call.way.algorithm = setting;
  return call;
}

KnobVerdict verdict_of(const Outcome& outcome, double adjusted, const tune::Rule& rule) {
  if (adjusted <= 1 - rule.least_sureness) return KnobVerdict::Faster;
  if (outcome.pairs < tune::kLeastPairs || !outcome.gain->high) return KnobVerdict::Undecided;
  const double least = 1 / (1 + rule.tie);
  if (*outcome.gain->high < least) return KnobVerdict::Slower;
  if (*outcome.gain->high > 1 + rule.tie) return KnobVerdict::Undecided;
  return *outcome.gain->low >= least ? KnobVerdict::Tie : KnobVerdict::NotFaster;
}

Outcome::Gain gain_of(const tune::Comparison& shown) {
  Outcome::Gain gain{std::exp(shown.gain), {}, {}};
  if (shown.freedom <= 0) return gain;
  constexpr double kUpper = 0.9;  // of an interval at 80 %
  const boost::math::students_t_distribution<double> student(shown.freedom);
  const double half = quantile(student, kUpper) * shown.error;
  gain.low = std::exp(shown.gain - half);
  gain.high = std::exp(shown.gain + half);
  return gain;
}

}  // namespace

std::string_view name_of(KnobVerdict verdict) {
  switch (verdict) {
    case KnobVerdict::Faster:
      return "faster";
    case KnobVerdict::Slower:
      return "slower";
    case KnobVerdict::Tie:
      return "tie";
    case KnobVerdict::NotFaster:
      return "not faster";
    case KnobVerdict::Undecided:
      return "undecided";
  }
  return "";
}

Trials::Trials(const std::vector<Knob>& knobs, tune::Rule rule) : rule_(rule) {
  std::vector<Configuration> all;
  for (const Knob& knob : knobs) {
    for (const Value& value : knob.values) {
      for (const Change& change : value.changes) {
        all.push_back(change.call);
        all.push_back(with_setting(change.call, Setting{knob.name, value.text}.text()));
      }
    }
  }
  for (auto& swept : tune::grids_of(all)) tables_.push_back({std::move(swept.grid), {}});
  for (const Knob& knob : knobs) {
    for (const Value& value : knob.values) add({knob.name, value.text}, value.changes);
  }
}

void Trials::add(const Setting& setting, const std::vector<Change>& changes) {
  const std::size_t before = rows_.size();
  for (const Change& change : changes) {
    const Place place = *place_of(setting.text(), change.call);
    const Grid& grid = tables_[place.table].grid;
    const tune::Cell cell = grid.cell_at(place.cell);
    const auto from = rows_.begin() + static_cast<std::ptrdiff_t>(before);
    const auto row = std::ranges::find(from, rows_.end(), place.table, &Row::table);
    if (row == rows_.end()) {
      rows_.push_back(
          {setting, place.table, {cell.size, cell.size, cell.way, *grid.default_way(), {}}});
    } else {
      row->claim.first = std::min(row->claim.first, cell.size);
      row->claim.last = std::max(row->claim.last, cell.size);
    }
  }
}

std::optional<Trials::Place> Trials::place_of(const std::string& setting,
                                              const Configuration& call) const {
  const Configuration sought = with_setting(call, setting);
  for (std::size_t table = 0; table < tables_.size(); ++table) {
    if (const auto cell = tables_[table].grid.find(sought)) return Place{table, *cell};
  }
  return std::nullopt;
}

void Trials::take(const Shown& shown) {
  if (const auto place = place_of(shown.setting, shown.call)) {
    tables_[place->table].evidence.fresh.push_back({shown.round, {place->cell, shown.us}});
  }
}

void Trials::take_usual(const Configuration& call, double us) {
  if (const auto place = place_of("", call)) {
    tables_[place->table].evidence.chosen_from.push_back({place->cell, us});
  }
}

std::vector<Launch> Trials::next() const {
  const std::vector<Outcome> all = outcomes();
  std::vector<Launch> launches(1);
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (all[i].verdict != KnobVerdict::Undecided || all[i].pairs >= kMostRounds) continue;
    const Row& row = rows_[i];
    const Table& table = tables_[row.table];
    const std::size_t size = all[i].pairs % 2 == 0 ? row.claim.first : row.claim.last;
    const Configuration call = table.grid.configuration(table.grid.index_of({size, row.claim.own}));
    auto& usual = launches.front().calls;
    if (std::ranges::find(usual, call) == usual.end()) usual.push_back(call);
    if (launches.back().setting != row.setting) launches.push_back({row.setting, {}});
    launches.back().calls.push_back(call);
  }
  if (launches.size() == 1) launches.clear();
  return launches;
}

std::vector<Outcome> Trials::outcomes() const {
  std::vector<double> p;
  for (const Row& row : rows_) {
    const Table& table = tables_[row.table];
    p.push_back(p_of(table.grid, table.evidence, row.claim, rule_));
  }
  const std::vector<double> adjusted = stats::holm_adjusted(p);
  std::vector<Outcome> all;
  for (std::size_t i = 0; i < rows_.size(); ++i) all.push_back(outcome_of(rows_[i], adjusted[i]));
  return all;
}

Outcome Trials::outcome_of(const Row& row, double adjusted) const {
  const Table& table = tables_[row.table];
  Outcome outcome;
  outcome.setting = row.setting;
  outcome.collective = table.grid.call.call.collective;
  outcome.from_bytes = table.grid.sizes[row.claim.first];
  outcome.to_bytes = table.grid.sizes[row.claim.last];
  outcome.pairs = pairs_of(table.grid, table.evidence, row.claim);
  outcome.confidence = 1 - adjusted;
  if (outcome.pairs > 0) {
    outcome.gain = gain_of(compared(table.grid, table.evidence, row.claim));
  }
  outcome.verdict = verdict_of(outcome, adjusted, rule_);
  return outcome;
}

}  // namespace treering::tuner::knobs
