#include "tuner/tune/round.h"

#include <algorithm>
#include <cmath>

#include "tuner/tune/lines.h"

namespace treering::tuner::tune {
namespace {

/// How much ln times move per standard deviation of what a launch of `cell` shows.
std::vector<double> slopes_of(const Belief& belief, std::size_t cell) {
  const double sd = std::sqrt(belief.between(cell, cell) + belief.noise[cell]);
  std::vector<double> result(belief.cells());
  for (std::size_t other = 0; other < result.size(); ++other) {
    result[other] = belief.between(other, cell) / sd;
  }
  return result;
}

/// The lesser the time the better, so lines are of the negative.
std::vector<Line> lines_at(const Grid& grid, const Belief& belief,
                           const std::vector<bool>& possible, const std::vector<double>& slopes,
                           std::size_t size) {
  std::vector<Line> lines;
  for (std::size_t way = 0; way < grid.ways.size(); ++way) {
    const std::size_t cell = grid.index_of({size, way});
    if (possible[cell]) lines.push_back({-belief.mean[cell], -slopes[cell]});
  }
  return lines;
}

bool are_settled(const std::vector<Standing>& standings) {
  return std::ranges::all_of(standings, [](const Standing& one) { return one.is_settled; });
}

/// Below this, a launch changes no choice that matters: a millionth of the time of one call.
constexpr double kWorthless = 1e-6;

}  // namespace

std::vector<double> value_of_measuring(const Grid& grid, const Belief& belief,
                                       const std::vector<bool>& possible) {
  std::vector<double> values(grid.cells(), 0);
  for (std::size_t cell = 0; cell < values.size(); ++cell) {
    if (!possible[cell]) continue;
    const std::vector<double> slopes = slopes_of(belief, cell);
    for (std::size_t size = 0; size < grid.sizes.size(); ++size) {
      const std::vector<Line> lines = lines_at(grid, belief, possible, slopes, size);
      if (lines.size() > 1) values[cell] += gain_of_knowing(lines);
    }
  }
  return values;
}

std::vector<std::size_t> next_cells(const Grid& grid, Belief belief, const Cells& cells,
                                    const Rule& rule) {
  std::vector<std::size_t> chosen;
  if (are_settled(standings(grid, belief, cells.possible, rule))) return chosen;
  std::vector<bool> open = cells.open;
  while (chosen.size() < cells.most) {
    std::vector<double> values = value_of_measuring(grid, belief, cells.possible);
    for (std::size_t cell = 0; cell < values.size(); ++cell) {
      if (!open[cell]) values[cell] = 0;
    }
    const auto best = std::ranges::max_element(values);
    if (best == values.end() || *best < kWorthless) break;
    chosen.push_back(static_cast<std::size_t>(best - values.begin()));
    open[chosen.back()] = false;
    belief = after_one_more(std::move(belief), chosen.back());
  }
  return chosen;
}

}  // namespace treering::tuner::tune
