#include "app/tuning/curves.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "app/tuning/choices.h"
#include "tuner/stats/quantiles.h"

namespace treering::app::tuning {
namespace {

using tuner::tune::Belief;
using tuner::tune::Grid;
using tuner::tune::Table;

using TimesByCell = std::map<std::size_t, std::vector<double>>;

TimesByCell times_of(const Table& table) {
  TimesByCell times;
  for (const auto& one : table.evidence.all()) times[one.cell].push_back(one.us);
  return times;
}

WayPoint point_of(const Grid& grid, const Belief& belief, std::size_t cell,
                  const TimesByCell& times) {
  WayPoint point;
  point.bytes = grid.sizes[grid.cell_at(cell).size];
  const double half = kHalfOf80Percent * std::sqrt(belief.between(cell, cell));
  const double mean = belief.mean[cell];
  point.believed = {std::exp(mean), std::exp(mean - half), std::exp(mean + half)};
  if (const auto shown = times.find(cell); shown != times.end()) point.measured_us = shown->second;
  return point;
}

/// Whether nothing is known of the way but what others of its size take.
bool is_unknown(const WayCurve& curve, const Grid& grid) {
  return grid.expected_us.empty() && std::ranges::all_of(curve.points, [](const WayPoint& one) {
           return one.measured_us.empty();
         });
}

Curves curves_of(const Table& table, const Belief& belief) {
  const Grid& grid = table.grid;
  const TimesByCell times = times_of(table);
  Curves curves;
  curves.collective = grid.call.call.collective;
  for (std::size_t way = 0; way < grid.ways.size(); ++way) {
    WayCurve curve{grid.ways[way], {}};
    for (std::size_t size = 0; size < grid.sizes.size(); ++size) {
      const std::size_t cell = grid.index_of({size, way});
      if (!table.possible[cell]) continue;
      ++curves.cells;
      curves.measured += times.count(cell);
      curve.points.push_back(point_of(grid, belief, cell, times));
    }
    if (!is_unknown(curve, grid)) curves.ways.push_back(std::move(curve));
  }
  return curves;
}

}  // namespace

Times WayPoint::measured() const {
  const auto [least, most] = std::ranges::minmax(measured_us);
  return {tuner::stats::median(measured_us), least, most};
}

std::vector<Curves> curves_of(const tuner::tune::Tuning& tuning) {
  std::vector<Curves> all;
  for (std::size_t i = 0; i < tuning.tables.size(); ++i) {
    all.push_back(curves_of(tuning.tables[i], tuning.beliefs[i]));
  }
  return all;
}

}  // namespace treering::app::tuning
