#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "bench/tune_regret/strategies.h"

namespace treering::bench {
namespace {

using sim::Way;
using tuner::tune::Grid;

std::vector<std::size_t> cells_with_time(const Case& one) {
  std::vector<std::size_t> cells;
  for (std::size_t cell = 0; cell < one.us.size(); ++cell) {
    if (!one.us[cell].empty()) cells.push_back(cell);
  }
  return cells;
}

/// `count` sizes, evenly spread.
std::vector<std::size_t> spread_sizes(const Grid& grid, std::size_t count) {
  const std::size_t sizes = grid.sizes.size();
  count = std::clamp<std::size_t>(count, 1, sizes);
  std::vector<std::size_t> result;
  for (std::size_t i = 0; i < count; ++i) result.push_back((2 * i + 1) * sizes / (2 * count));
  return result;
}

/// In algorithm, protocol and channels.
int differences(const Way& one, const Way& other) {
  return (one.algorithm != other.algorithm ? 1 : 0) + (one.protocol != other.protocol ? 1 : 0) +
         (one.channels != other.channels ? 1 : 0);
}

/// Ways that differ from `way` in one coordinate: in its algorithm first.
std::vector<std::size_t> neighbours(const Case& one, std::size_t size, std::size_t way) {
  const Grid& grid = one.grid;
  std::vector<std::size_t> ways;
  for (std::size_t other = 0; other < grid.ways.size(); ++other) {
    if (one.us[grid.index_of({size, other})].empty()) continue;
    if (differences(grid.ways[way], grid.ways[other]) == 1) ways.push_back(other);
  }
  std::ranges::stable_sort(ways, {}, [&](std::size_t other) {
    return grid.ways[other].algorithm == grid.ways[way].algorithm;
  });
  return ways;
}

/// What the library takes by itself, by its name where a model knows it.
std::size_t start_of(const Case& one, std::size_t size) {
  if (!one.grid.own_way.empty() && one.grid.own_way[size]) {
    const std::size_t way = *one.grid.own_way[size];
    if (!one.us[one.grid.index_of({size, way})].empty()) return way;
  }
  return one.grid.default_way().value_or(0);
}

void descend(const Case& one, std::size_t size, std::size_t most, Sheet& sheet) {
  const auto cell = [&](std::size_t way) { return one.grid.index_of({size, way}); };
  const auto measure = [&](std::size_t way) {
    if (sheet.count() < most && !sheet.is_measured(cell(way))) sheet.measure(cell(way));
  };
  std::size_t now = start_of(one, size);
  while (now + 1 < one.grid.ways.size() && one.us[cell(now)].empty()) ++now;
  if (one.us[cell(now)].empty()) return;
  measure(now);
  for (std::size_t before = one.grid.ways.size(); before != now;) {
    before = now;
    for (const std::size_t other : neighbours(one, size, before)) {
      measure(other);
      if (sheet.mean(cell(other)) < sheet.mean(cell(now))) now = other;
    }
  }
}

}  // namespace

Chosen random_order(const Case& one, std::size_t most, unsigned seed) {
  std::vector<std::size_t> cells = cells_with_time(one);
  std::mt19937 random(seed);
  for (std::size_t left = cells.size(); left > 1; --left) {
    std::swap(cells[left - 1], cells[random() % left]);
  }
  Sheet sheet(one, seed);
  for (std::size_t i = 0; i < most; ++i) sheet.measure(cells[i % cells.size()]);
  return sheet.chosen();
}

Chosen plain_grid(const Case& one, std::size_t most, unsigned seed) {
  const std::size_t ways = one.grid.ways.size();
  Sheet sheet(one, seed);
  for (const std::size_t size : spread_sizes(one.grid, most / ways)) {
    for (std::size_t way = 0; way < ways && sheet.count() < most; ++way) {
      const std::size_t cell = one.grid.index_of({size, way});
      if (!one.us[cell].empty()) sheet.measure(cell);
    }
  }
  return sheet.chosen();
}

Chosen successive_halving(const Case& one, std::size_t most, unsigned seed) {
  const std::size_t ways = one.grid.ways.size();
  Sheet sheet(one, seed);
  for (const std::size_t size : spread_sizes(one.grid, most / (2 * ways))) {
    std::vector<std::size_t> left;
    for (std::size_t way = 0; way < ways; ++way) {
      const std::size_t cell = one.grid.index_of({size, way});
      if (!one.us[cell].empty()) left.push_back(cell);
    }
    while (!left.empty()) {
      for (const std::size_t cell : left) {
        if (sheet.count() < most) sheet.measure(cell);
      }
      if (left.size() == 1) break;
      std::ranges::sort(left, {}, [&](std::size_t cell) { return sheet.mean(cell); });
      left.resize((left.size() + 1) / 2);
    }
  }
  return sheet.chosen();
}

Chosen coordinate_descent(const Case& one, std::size_t most, unsigned seed) {
  std::set<std::string> algorithms;
  std::set<std::string> protocols;
  for (const Way& way : one.grid.ways) {
    algorithms.insert(way.algorithm);
    protocols.insert(way.protocol);
  }
  const std::size_t usual = algorithms.size() + protocols.size() - 1;
  Sheet sheet(one, seed);
  for (const std::size_t size : spread_sizes(one.grid, most / usual)) {
    descend(one, size, most, sheet);
  }
  return sheet.chosen();
}

}  // namespace treering::bench
