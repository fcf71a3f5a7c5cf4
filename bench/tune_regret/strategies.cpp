#include "bench/tune_regret/strategies.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <random>

#include "tuner/tune/tune.h"

namespace treering::bench {
namespace {

namespace tune = tuner::tune;

constexpr double kNever = std::numeric_limits<double>::infinity();

double us_of(const Case& one, std::size_t cell, std::size_t launch) {
  const auto& all = one.us[cell];
  return all[launch % all.size()];
}

std::vector<std::size_t> cells_with_time(const Case& one) {
  std::vector<std::size_t> cells;
  for (std::size_t cell = 0; cell < one.us.size(); ++cell) {
    if (!one.us[cell].empty()) cells.push_back(cell);
  }
  return cells;
}

/// What has been measured so far, as somebody with a table would read it.
class Sheet {
 public:
  explicit Sheet(const Case& one) : case_(one), seen_(one.us.size()) {}

  void measure(std::size_t cell) {
    seen_[cell].push_back(us_of(case_, cell, seen_[cell].size()));
    ++count_;
  }
  [[nodiscard]] std::size_t count() const { return count_; }
  [[nodiscard]] double mean(std::size_t cell) const {
    const auto& all = seen_[cell];
    if (all.empty()) return kNever;
    return std::accumulate(all.begin(), all.end(), 0.0) / static_cast<double>(all.size());
  }

  /// At each size the fastest of what was measured at the nearest size that has two ways measured.
  [[nodiscard]] Chosen chosen() const {
    Chosen result;
    const tune::Grid& grid = case_.grid;
    for (std::size_t size = 0; size < grid.sizes.size(); ++size) {
      result.ways.push_back(best_near(size));
    }
    result.measurements = count_;
    return result;
  }

 private:
  [[nodiscard]] std::size_t measured_at(std::size_t size) const {
    std::size_t count = 0;
    for (std::size_t way = 0; way < case_.grid.ways.size(); ++way) {
      count += seen_[case_.grid.index_of({size, way})].empty() ? 0U : 1U;
    }
    return count;
  }

  [[nodiscard]] std::size_t best_near(std::size_t size) const {
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
  [[nodiscard]] std::size_t best_for(std::size_t from, std::size_t size) const {
    const tune::Grid& grid = case_.grid;
    std::optional<std::size_t> best;
    for (std::size_t way = 0; way < grid.ways.size(); ++way) {
      if (case_.us[grid.index_of({size, way})].empty()) continue;
      const double us = mean(grid.index_of({from, way}));
      if (us < kNever && (!best || us < mean(grid.index_of({from, *best})))) best = way;
    }
    return possible_at(size, best);
  }

  [[nodiscard]] std::size_t possible_at(std::size_t size, std::optional<std::size_t> way) const {
    if (way) return *way;
    const tune::Grid& grid = case_.grid;
    const auto is_possible = [&](std::size_t one) {
      return !case_.us[grid.index_of({size, one})].empty();
    };
    if (const auto own = grid.default_way(); own && is_possible(*own)) return *own;
    std::size_t first = 0;
    while (first + 1 < grid.ways.size() && !is_possible(first)) ++first;
    return first;
  }

  const Case& case_;
  std::vector<std::vector<double>> seen_;
  std::size_t count_ = 0;
};

tune::Table table_of(const Case& one) {
  tune::Table table;
  table.grid = one.grid;
  table.confirmed.resize(one.grid.sizes.size());
  for (const auto& launches : one.us) table.possible.push_back(!launches.empty());
  return table;
}

Chosen chosen_of(const tune::Tuning& tuning, std::size_t measurements) {
  Chosen result{{}, measurements};
  for (const tune::Standing& standing : tuning.standings.front()) {
    result.ways.push_back(standing.way);
  }
  return result;
}

/// The best guess where the library's own choice is kept undecided.
Chosen guessed_of(const tune::Tuning& tuning, std::size_t measurements) {
  Chosen result{{}, measurements};
  for (const tune::Standing& standing : tuning.standings.front()) {
    result.ways.push_back(standing.guess);
  }
  return result;
}

using Reading = Chosen (*)(const tune::Tuning&, std::size_t measurements);

template <Reading reading>
std::vector<Chosen> tuned(const Case& one, tune::Table table, const Budgets& budgets,
                          unsigned seed) {
  std::vector<std::size_t> asked(one.us.size(), seed);
  int launches = 0;
  const auto measure = [&](const tune::Launch& launch) -> core::Result<std::vector<tune::Shown>> {
    std::vector<tune::Shown> shown;
    for (const tune::Place& place : launch.places) {
      shown.push_back({place, us_of(one, place.cell, asked[place.cell]++)});
    }
    return shown;
  };
  std::vector<tune::Table> tables{std::move(table)};
  std::vector<Chosen> all;
  for (const std::size_t most : budgets) {
    const std::size_t before = all.empty() ? 0 : all.back().measurements;
    tune::Pace pace;
    pace.most_measurements = most - before;
    pace.most_launches = one.launches();
    pace.first_launch = launches;
    auto tuning = tune::tune(std::move(tables), pace, measure);
    all.push_back(reading(*tuning, before + tuning->measurements));
    tables = std::move(tuning->tables);
    launches += tuning->launches;
  }
  return all;
}

std::vector<Chosen> with_model(const Case& one, const Budgets& budgets, unsigned seed) {
  return tuned<chosen_of>(one, table_of(one), budgets, seed);
}

std::vector<Chosen> best_guesses(const Case& one, const Budgets& budgets, unsigned seed) {
  return tuned<guessed_of>(one, table_of(one), budgets, seed);
}

std::vector<Chosen> without_model(const Case& one, const Budgets& budgets, unsigned seed) {
  tune::Table table = table_of(one);
  table.grid.expected_us.clear();
  table.grid.own_way.clear();
  return tuned<chosen_of>(one, std::move(table), budgets, seed);
}

/// The fastest by the model alone, before anything is measured.
std::vector<Chosen> model_alone(const Case& one, const Budgets& budgets, unsigned /*seed*/) {
  const tune::Table table = table_of(one);
  tune::Tuning tuning;
  tuning.standings.push_back(
      tune::standings({table.grid, tune::believe(table.grid, {}), table.possible}));
  return std::vector<Chosen>(budgets.size(), chosen_of(tuning, 0));
}

template <Chosen (*choose)(const Case&, std::size_t, unsigned)>
std::vector<Chosen> one_by_one(const Case& one, const Budgets& budgets, unsigned seed) {
  std::vector<Chosen> all;
  for (const std::size_t most : budgets) all.push_back(choose(one, most, seed));
  return all;
}

Chosen random_order(const Case& one, std::size_t most, unsigned seed) {
  std::vector<std::size_t> cells = cells_with_time(one);
  std::mt19937 random(seed);
  for (std::size_t left = cells.size(); left > 1; --left) {
    std::swap(cells[left - 1], cells[random() % left]);
  }
  Sheet sheet(one);
  for (std::size_t i = 0; i < most; ++i) sheet.measure(cells[i % cells.size()]);
  return sheet.chosen();
}

/// All ways at sizes that are evenly spread, as many as there is room for.
Chosen plain_grid(const Case& one, std::size_t most, unsigned /*seed*/) {
  const std::size_t ways = one.grid.ways.size();
  const std::size_t sizes = one.grid.sizes.size();
  const std::size_t count = std::clamp<std::size_t>(most / ways, 1, sizes);
  Sheet sheet(one);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t size = (2 * i + 1) * sizes / (2 * count);
    for (std::size_t way = 0; way < ways && sheet.count() < most; ++way) {
      const std::size_t cell = one.grid.index_of({size, way});
      if (!one.us[cell].empty()) sheet.measure(cell);
    }
  }
  return sheet.chosen();
}

/// At each size all ways once, then the better half again, and so on (Jamieson & Talwalkar 2016),
/// at sizes as in the plain grid.
Chosen successive_halving(const Case& one, std::size_t most, unsigned /*seed*/) {
  const std::size_t ways = one.grid.ways.size();
  const std::size_t sizes = one.grid.sizes.size();
  const std::size_t count = std::clamp<std::size_t>(most / (2 * ways), 1, sizes);
  Sheet sheet(one);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t size = (2 * i + 1) * sizes / (2 * count);
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

constexpr std::array kStrategies{
    Strategy{"tune", with_model},
    Strategy{"best guess", best_guesses},
    Strategy{"without model", without_model},
    Strategy{"model alone", model_alone},
    Strategy{"random order", one_by_one<random_order>},
    Strategy{"plain grid", one_by_one<plain_grid>},
    Strategy{"halving", one_by_one<successive_halving>},
};

}  // namespace

std::span<const Strategy> strategies() {
  return kStrategies;
}

double regret(const Case& one, const std::vector<std::size_t>& ways) {
  double sum = 0;
  std::size_t count = 0;
  for (std::size_t size = 0; size < ways.size(); ++size) {
    double best = kNever;
    double worst = 0;
    for (std::size_t way = 0; way < one.grid.ways.size(); ++way) {
      const std::size_t cell = one.grid.index_of({size, way});
      if (one.us[cell].empty()) continue;
      best = std::min(best, one.truth(cell));
      worst = std::max(worst, one.truth(cell));
    }
    if (worst <= 0) continue;
    // A way that has no time there counts as the worst of those that have one.
    const std::size_t chosen = one.grid.index_of({size, ways[size]});
    sum += (one.us[chosen].empty() ? worst : one.truth(chosen)) / best - 1;
    ++count;
  }
  return count > 0 ? sum / static_cast<double>(count) : 0;
}

}  // namespace treering::bench
