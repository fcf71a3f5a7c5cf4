#include "tuner/tune/tune.h"

#include <algorithm>
#include <utility>

#include "tuner/tune/round.h"

namespace treering::tuner::tune {
namespace {

std::size_t cells_per_launch(const Table& table, const Pace& pace) {
  if (pace.cells_per_launch > 0) return pace.cells_per_launch;
  const auto cells = static_cast<std::size_t>(std::ranges::count(table.possible, true));
  return std::clamp<std::size_t>(cells / 20, 2, 16);
}

Cells cells_of(const Table& table, const Pace& pace) {
  Cells cells{table.possible, table.possible, cells_per_launch(table, pace)};
  std::vector<std::size_t> launches(table.grid.cells());
  for (const Observation& one : table.observations) ++launches[one.cell];
  for (std::size_t cell = 0; cell < launches.size(); ++cell) {
    if (launches[cell] >= pace.most_launches || table.closed.contains(cell)) {
      cells.open[cell] = false;
    }
  }
  return cells;
}

/// What the next launch measures: of each table whose choices are not settled.
std::vector<Place> next_places(const Tuning& tuning, const Pace& pace) {
  std::vector<Place> places;
  for (std::size_t table = 0; table < tuning.tables.size(); ++table) {
    const Table& one = tuning.tables[table];
    for (const std::size_t cell :
         next_cells(one.grid, tuning.beliefs[table], cells_of(one, pace), pace.rule)) {
      places.push_back({table, cell});
    }
  }
  if (pace.most_measurements) {
    const std::size_t left = *pace.most_measurements - tuning.measurements;
    if (places.size() > left) places.resize(left);
  }
  return places;
}

bool is_spent(const Tuning& tuning, const Pace& pace) {
  return pace.most_measurements && tuning.measurements >= *pace.most_measurements;
}

void judge(Tuning& tuning, const Rule& rule) {
  tuning.beliefs.clear();
  tuning.standings.clear();
  for (const Table& table : tuning.tables) {
    tuning.beliefs.push_back(believe(table.grid, table.observations));
    tuning.standings.push_back(standings(table.grid, tuning.beliefs.back(), table.possible, rule));
  }
}

}  // namespace

void take(const Shown& shown, std::vector<Table>& tables) {
  Table& table = tables[shown.place.table];
  const std::size_t cell = shown.place.cell;
  if (shown.us) {
    table.observations.push_back({cell, *shown.us});
    return;
  }
  table.closed.insert(cell);
  if (std::ranges::find(table.observations, cell, &Observation::cell) == table.observations.end()) {
    table.possible[cell] = false;
  }
}

Table table_of(const SweptGrid& swept) {
  Table table{swept.grid, swept.missing, {}, {}};
  table.possible.flip();
  return table;
}

Tuning judged(std::vector<Table> tables, const Rule& rule) {
  Tuning tuning;
  tuning.tables = std::move(tables);
  judge(tuning, rule);
  return tuning;
}

core::Result<Tuning> tune(std::vector<Table> tables, const Pace& pace, const MeasureLaunch& measure,
                          const std::stop_token& stop) {
  Tuning tuning = judged(std::move(tables), pace.rule);
  while (true) {
    if (is_spent(tuning, pace)) {
      tuning.ending = Ending::Spent;
      return tuning;
    }
    const std::vector<Place> places = next_places(tuning, pace);
    if (places.empty()) return tuning;
    const auto shown = measure(places, pace.first_launch + tuning.launches);
    if (!shown) return core::fail(shown.error());
    for (const Shown& one : *shown) take(one, tuning.tables);
    tuning.measurements += shown->size();
    ++tuning.launches;
    judge(tuning, pace.rule);
    if (stop.stop_requested()) {
      tuning.ending = Ending::Stopped;
      return tuning;
    }
  }
}

}  // namespace treering::tuner::tune
