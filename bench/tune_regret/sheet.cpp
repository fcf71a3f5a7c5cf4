#include <limits>
#include <numeric>

#include "bench/tune_regret/strategies.h"

namespace treering::bench {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

}  // namespace

double us_of(const Case& one, std::size_t cell, std::size_t launch) {
  const auto& all = one.us[cell];
  return all[launch % all.size()];
}

void Sheet::measure(std::size_t cell) {
  seen_[cell].push_back(us_of(case_, cell, first_ + seen_[cell].size()));
  ++count_;
}

double Sheet::mean(std::size_t cell) const {
  const auto& all = seen_[cell];
  if (all.empty()) return kNever;
  return std::accumulate(all.begin(), all.end(), 0.0) / static_cast<double>(all.size());
}

Chosen Sheet::chosen() const {
  Chosen result;
  for (std::size_t size = 0; size < case_.grid.sizes.size(); ++size) {
    result.ways.push_back(best_near(size));
  }
  result.measurements = count_;
  return result;
}

std::size_t Sheet::measured_at(std::size_t size) const {
  std::size_t count = 0;
  for (std::size_t way = 0; way < case_.grid.ways.size(); ++way) {
    count += is_measured(case_.grid.index_of({size, way})) ? 1U : 0U;
  }
  return count;
}

std::size_t Sheet::best_near(std::size_t size) const {
  const std::size_t sizes = case_.grid.sizes.size();
  for (const std::size_t least : {std::size_t{2}, std::size_t{1}}) {
    for (std::size_t away = 0; away < sizes; ++away) {
      if (size >= away && measured_at(size - away) >= least) return best_for(size - away, size);
      if (size + away < sizes && measured_at(size + away) >= least) {
        return best_for(size + away, size);
      }
    }
  }
  return possible_at(size, {});
}

/// The fastest of `from` that is possible at `size`.
std::size_t Sheet::best_for(std::size_t from, std::size_t size) const {
  const tuner::tune::Grid& grid = case_.grid;
  std::optional<std::size_t> best;
  for (std::size_t way = 0; way < grid.ways.size(); ++way) {
    if (case_.us[grid.index_of({size, way})].empty()) continue;
    const double us = mean(grid.index_of({from, way}));
    if (us < kNever && (!best || us < mean(grid.index_of({from, *best})))) best = way;
  }
  return possible_at(size, best);
}

std::size_t Sheet::possible_at(std::size_t size, std::optional<std::size_t> way) const {
  if (way) return *way;
  const tuner::tune::Grid& grid = case_.grid;
  const auto is_possible = [&](std::size_t one) {
    return !case_.us[grid.index_of({size, one})].empty();
  };
  if (const auto own = grid.default_way(); own && is_possible(*own)) return *own;
  std::size_t first = 0;
  while (first + 1 < grid.ways.size() && !is_possible(first)) ++first;
  return first;
}

}  // namespace treering::bench
