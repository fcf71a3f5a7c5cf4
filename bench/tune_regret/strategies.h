// Strategies of choosing what to measure: those that know a model and those that know none, the
// sheet of what they have measured, and their regret over the share of all measurements.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bench/tune_regret/cases.h"

namespace treering::bench {

// Ways to choose what to measure, with so many measurements at most, each a cell in a launch.

struct Chosen {
  std::vector<std::size_t> ways;  // by size
  std::size_t measurements = 0;
};

/// Ascending numbers of measurements, each for a run of its own.
using Budgets = std::vector<std::size_t>;

struct Strategy {
  std::string_view name;
  std::vector<Chosen> (*choose)(const Case&, const Budgets&, unsigned seed);  // one for each budget
};

/// tuner/tune; its best guesses; the same without what the model expects; the model alone; the
/// simple ones.
std::span<const Strategy> strategies();

/// How much longer than the fastest way the chosen ones take, as a share, in the mean over sizes.
double regret(const Case& one, const std::vector<std::size_t>& ways);

// What has been measured of a grid so far, as somebody with a table would read it.

/// Of a cell in its n-th launch; beyond the last they come again.
double us_of(const Case& one, std::size_t cell, std::size_t launch);

class Sheet {
 public:
  /// `first`: the launch that is taken first of each cell.
  Sheet(const Case& one, std::size_t first) : case_(one), first_(first), seen_(one.us.size()) {}

  /// \pre the cell has a time
  void measure(std::size_t cell);
  [[nodiscard]] std::size_t count() const { return count_; }
  [[nodiscard]] bool is_measured(std::size_t cell) const { return !seen_[cell].empty(); }
  /// Infinite where it was not measured.
  [[nodiscard]] double mean(std::size_t cell) const;
  /// At each size the fastest of what was measured at the nearest size that has two ways measured.
  [[nodiscard]] Chosen chosen() const;

 private:
  [[nodiscard]] std::size_t measured_at(std::size_t size) const;
  [[nodiscard]] std::size_t best_near(std::size_t size) const;
  [[nodiscard]] std::size_t best_for(std::size_t from, std::size_t size) const;
  [[nodiscard]] std::size_t possible_at(std::size_t size, std::optional<std::size_t> way) const;

  const Case& case_;
  std::size_t first_;
  std::vector<std::vector<double>> seen_;
  std::size_t count_ = 0;
};

// Ways to choose what to measure that know no model, and confirm nothing.

/// All cells in random order, and again where there is room.
Chosen random_order(const Case& one, std::size_t most, unsigned seed);

/// All ways at sizes that are evenly spread, as many as there is room for.
Chosen plain_grid(const Case& one, std::size_t most, unsigned seed);

/// At each size all ways once, then the better half again, and so on (Jamieson & Talwalkar,
/// "Non-stochastic best arm identification and hyperparameter optimization", AISTATS 2016), at
/// sizes as in the plain grid.
Chosen successive_halving(const Case& one, std::size_t most, unsigned seed);

/// Size by size, from the library's own choice on: of algorithm, protocol and channels one is
/// changed at a time, to what is the fastest, until nothing is faster. AutoCCL searches so for each
/// call, within each algorithm and protocol over channels, threads and chunks (Xu et al., "AutoCCL:
/// automated collective communication tuning for accelerating distributed and parallel DNN
/// training", NSDI 2025); sweeps of algorithms have the first two as coordinates. At sizes as in
/// the plain grid.
Chosen coordinate_descent(const Case& one, std::size_t most, unsigned seed);

// Regret over the share of all measurements.

inline constexpr std::array kShares{0.02, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0};

/// Over cases and seeds.
struct Sums {
  double regret = 0;
  double worst = 0;
  double share = 0;  // that was measured
  int count = 0;
};

Sums& operator+=(Sums& sums, const Sums& more);

/// By share.
using Curve = std::array<Sums, kShares.size()>;

/// Of all strategies, in their order.
struct Played {
  const Case* one = nullptr;
  std::vector<Curve> curves;
};

/// Of one strategy over all cases.
Curve mean_curve(const std::vector<Played>& all, std::size_t strategy);

/// Every strategy's, as SVG.
void draw(const std::vector<Played>& all, const std::string& file);

}  // namespace treering::bench
