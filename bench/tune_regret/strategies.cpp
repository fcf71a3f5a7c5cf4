#include "bench/tune_regret/strategies.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "tuner/tune/tune.h"

namespace treering::bench {
namespace {

namespace tune = tuner::tune;

constexpr double kNever = std::numeric_limits<double>::infinity();

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

/// Each budget is a tuning of its own: how much may be measured decides what is.
template <Reading reading>
std::vector<Chosen> tuned(const Case& one, const tune::Table& table, const Budgets& budgets,
                          unsigned seed) {
  std::vector<Chosen> all;
  for (const std::size_t most : budgets) {
    std::vector<std::size_t> asked(one.us.size(), seed);
    const auto measure = [&](const tune::Launch& launch) -> core::Result<std::vector<tune::Shown>> {
      std::vector<tune::Shown> shown;
      for (const tune::Place& place : launch.places) {
        const std::size_t nth = asked[place.cell]++;
        shown.push_back({place, us_of(one, place.cell, nth)});
        if (one.sd.empty()) continue;
        const auto& deviations = one.sd[place.cell];
        shown.back().sd = deviations[nth % deviations.size()];
      }
      return shown;
    };
    tune::Pace pace;
    pace.most_measurements = most;
    pace.most_launches = one.launches();
    const auto tuning = tune::tune({table}, pace, measure);
    all.push_back(reading(*tuning, tuning->measurements));
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
  return tuned<chosen_of>(one, table, budgets, seed);
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

constexpr std::array kStrategies{
    Strategy{"tune", with_model},
    Strategy{"best guess", best_guesses},
    Strategy{"without model", without_model},
    Strategy{"model alone", model_alone},
    Strategy{"random order", one_by_one<random_order>},
    Strategy{"plain grid", one_by_one<plain_grid>},
    Strategy{"halving", one_by_one<successive_halving>},
    Strategy{"descent", one_by_one<coordinate_descent>},
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
