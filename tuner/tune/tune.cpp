#include "tuner/tune/tune.h"

#include <algorithm>
#include <utility>

#include "tuner/tune/course.h"

namespace treering::tuner::tune {

Table table_of(const SweptGrid& swept) {
  Table table;
  table.grid = swept.grid;
  table.possible = swept.missing;
  table.possible.flip();
  table.confirmed.resize(table.grid.sizes.size());
  return table;
}

std::vector<bool> may_be_fastest(const Table& table) {
  std::vector<bool> result = table.possible;
  for (const std::size_t cell : table.untimed) result[cell] = true;
  return result;
}

std::vector<Table> resumed(std::vector<Table> tables, const std::vector<Shown>& earlier,
                           const Rule& rule) {
  Pace pace;
  pace.rule = rule;
  Course course(std::move(tables), pace);
  for (auto from = earlier.begin(); from != earlier.end();) {
    const auto is_other = [&](const Shown& one) { return one.launch != from->launch; };
    const auto end = std::find_if(from, earlier.end(), is_other);
    course.take({from, end});
    from = end;
  }
  return course.tables();
}

namespace {

/// What a launch did not answer has failed: else it would be asked for again and again.
void add_missing(const Launch& launch, std::vector<Shown>& shown) {
  for (const Place& place : launch.places) {
    if (std::ranges::find(shown, place, &Shown::place) == shown.end()) {
      shown.push_back({place, {}, 0, false});
    }
  }
}

}  // namespace

core::Result<Tuning> tune(std::vector<Table> tables, const Pace& pace, const MeasureLaunch& measure,
                          const std::stop_token& stop) {
  Course course(std::move(tables), pace);
  int launches = 0;
  auto ending = Ending::Settled;
  while (true) {
    const Launch launch = course.next(pace.first_launch + launches);
    if (launch.places.empty()) {
      if (course.is_spent()) ending = Ending::Spent;
      break;
    }
    auto shown = measure(launch);
    if (!shown) return core::fail(shown.error());
    if (!stop.stop_requested()) add_missing(launch, *shown);
    for (Shown& one : *shown) {
      one.launch = launch.number;
      one.confirms = launch.confirms;
    }
    course.take(*shown);
    ++launches;
    if (stop.stop_requested()) {
      ending = Ending::Stopped;
      break;
    }
  }
  Tuning tuning = course.finished();
  tuning.launches = launches;
  tuning.ending = ending;
  return tuning;
}

}  // namespace treering::tuner::tune
