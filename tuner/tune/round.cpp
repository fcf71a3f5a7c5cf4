#include <algorithm>
#include <cmath>

#include "tuner/tune/course.h"
#include "tuner/tune/standing.h"

namespace treering::tuner::tune {

namespace {

/// Where the second overtakes the first. \pre its slope is greater
double crossing(const Line& first, const Line& second) {
  return (first.at - second.at) / (second.slope - first.slope);
}

/// The lines that are the greatest somewhere, in the order of their slopes.
std::vector<Line> upper_envelope(std::vector<Line> lines) {
  std::ranges::sort(lines, [](const Line& a, const Line& b) {
    return a.slope != b.slope ? a.slope < b.slope : a.at < b.at;
  });
  std::vector<Line> kept;
  for (const Line& line : lines) {
    if (!kept.empty() && kept.back().slope == line.slope) kept.pop_back();
    while (kept.size() > 1 &&
           crossing(kept.back(), line) <= crossing(kept[kept.size() - 2], kept.back())) {
      kept.pop_back();
    }
    kept.push_back(line);
  }
  return kept;
}

}  // namespace

double gain_of_knowing(std::vector<Line> lines) {
  const std::vector<Line> kept = upper_envelope(std::move(lines));
  double gain = 0;
  // Each crossing adds what the steeper line has beyond the flatter one on its side of it,
  // whichever side the best of today is on.
  for (std::size_t i = 1; i < kept.size(); ++i) {
    const double steeper = kept[i].slope - kept[i - 1].slope;
    gain += expected_excess(-std::abs(crossing(kept[i - 1], kept[i])), 1) * steeper;
  }
  return gain;
}

namespace {

/// How ln times of all cells move with what a launch of `measured` shows, by cell: a standard
/// deviation of that is 1. The lesser the time the better, so lines are of the negative.
std::vector<Line> lines_of(const Belief& belief, std::size_t measured) {
  const double sd = std::sqrt(belief.between(measured, measured) + belief.noise[measured]);
  std::vector<Line> lines;
  for (std::size_t cell = 0; cell < belief.cells(); ++cell) {
    lines.push_back({-belief.mean[cell], -belief.between(cell, measured) / sd});
  }
  return lines;
}

/// Of the ways that are possible at a size.
std::vector<Line> lines_at(const Grid& grid, std::size_t size, const std::vector<Line>& all,
                           const std::vector<bool>& possible) {
  std::vector<Line> lines;
  for (std::size_t way = 0; way < grid.ways.size(); ++way) {
    const std::size_t cell = grid.index_of({size, way});
    if (possible[cell]) lines.push_back(all[cell]);
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
    const std::vector<Line> all = lines_of(belief, cell);
    for (std::size_t size = 0; size < grid.sizes.size(); ++size) {
      const std::vector<Line> lines = lines_at(grid, size, all, possible);
      if (lines.size() > 1) values[cell] += gain_of_knowing(lines);
    }
  }
  return values;
}

std::vector<std::size_t> next_cells(const Grid& grid, Belief belief, const Cells& cells,
                                    const Rule& rule) {
  std::vector<std::size_t> chosen;
  if (are_settled(standings({grid, belief, cells.possible}, rule))) return chosen;
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
