// Two modes, drift, and trends.
#include <vector>

#include <fmt/format.h>

#include "bench/coverage/tables.h"
#include "tuner/stats/drift.h"
#include "tuner/stats/modes.h"
#include "tuner/stats/quantiles.h"

namespace treering::tuner::stats {
namespace {

/// Normal values, of which so large a share stands so many deviations higher.
struct Mixture {
  double apart = 0;
  double share = 0.5;
};

/// Of so many values each; % of the series.
double two_modes_found(std::size_t count, const Mixture& of, std::size_t series) {
  Dice dice(9);
  std::size_t found = 0;
  for (std::size_t i = 0; i < series; ++i) {
    Samples values = dice.normals(count);
    for (double& one : values) one += dice.uniform() < of.share ? of.apart : 0;
    found += modes_of(values).are_two() ? 1U : 0U;
  }
  return percent(found, series);
}

/// Of so many values with one mode, each like the one before; % of the series.
double false_modes(std::size_t count, double correlation, std::size_t series) {
  Dice dice(10);
  std::size_t found = 0;
  for (std::size_t i = 0; i < series; ++i) {
    found += modes_of(dice.correlated(count, correlation)).are_two() ? 1U : 0U;
  }
  return percent(found, series);
}

}  // namespace

void print_modes(std::size_t series) {
  fmt::print(
      "\nTwo normal modes found, % of series: so many deviations apart, so large a share in the "
      "higher\n\n"
      "| samples | 4, half | 6, half | 6, a fifth | 10, a fifth | 10, a tenth |\n"
      "|---|---|---|---|---|---|\n");
  for (const std::size_t count : {30U, 100U, 200U, 1000U}) {
    fmt::print("| {} ", count);
    for (const Mixture& of :
         {Mixture{4.0, 0.5}, {6.0, 0.5}, {6.0, 0.2}, {10.0, 0.2}, {10.0, 0.1}}) {
      fmt::print("| {:.0f} ", two_modes_found(count, of, series));
    }
    fmt::print("|\n");
  }
}

void print_false_modes(std::size_t series) {
  fmt::print(
      "\nOne mode called two, % of series whose samples depend on each other\n\n"
      "| correlation | 30 samples | 100 | 1000 |\n|---|---|---|---|\n");
  for (const double correlation : {0.0, 0.7, 0.9, 0.98}) {
    fmt::print("| {:.2f} ", correlation);
    for (const std::size_t count : {30U, 100U, 1000U}) {
      fmt::print("| {:.1f} ", false_modes(count, correlation, series));
    }
    fmt::print("|\n");
  }
}

void print_modes_between(std::size_t series) {
  fmt::print(
      "\nTwo normal modes found among medians of launches, % of series: so many deviations apart, "
      "so "
      "large a share in the higher\n\n"
      "| launches | none | 6, half | 10, half | 20, half | 20, a third | 20, a fifth |\n"
      "|---|---|---|---|---|---|---|\n");
  for (const std::size_t count : {6U, 8U, 10U, 20U, 40U}) {
    fmt::print("| {} ", count);
    for (const Mixture& of :
         {Mixture{0.0, 0.5}, {6.0, 0.5}, {10.0, 0.5}, {20.0, 0.5}, {20.0, 1 / 3.0}, {20.0, 0.2}}) {
      fmt::print("| {:.0f} ", two_modes_found(count, of, series));
    }
    fmt::print("|\n");
  }
}

/// Turns of a sentinel that do not drift, but resemble those before.
void print_drift(std::size_t series) {
  fmt::print(
      "\nNo drift, called drift at p <= 5 %, % of series of so many turns\n\n"
      "| correlation of turns | 6 | 10 | 20 | 40 |\n|---|---|---|---|---|\n");
  for (const double correlation : {0.0, 0.3, 0.5, 0.7, 0.9}) {
    fmt::print("| {:.1f} ", correlation);
    for (const std::size_t count : {6U, 10U, 20U, 40U}) {
      Dice dice(11);
      Samples times;
      for (std::size_t i = 0; i < count; ++i) times.push_back(static_cast<double>(i));
      std::size_t found = 0;
      for (std::size_t i = 0; i < series; ++i) {
        const Samples turns = dice.correlated(count, correlation);
        found += drift_of(times, turns).p <= 1 - kLevel ? 1U : 0U;
      }
      fmt::print("| {:.1f} ", percent(found, series));
    }
    fmt::print("|\n");
  }
}

/// Launches that stand still, but whose samples resemble those before.
void print_trends(std::size_t series) {
  fmt::print(
      "\nNo trend, said to rise or fall at 1 %, % of launches of so many samples\n\n"
      "| correlation of samples | 30 | 100 | 1000 |\n|---|---|---|---|\n");
  for (const double correlation : {0.0, 0.5, 0.7, 0.9, 0.98}) {
    fmt::print("| {:.2f} ", correlation);
    for (const std::size_t count : {30U, 100U, 1000U}) {
      Dice dice(18);
      std::size_t found = 0;
      for (std::size_t i = 0; i < series; ++i) {
        const Samples samples = scaled(dice.correlated(count, correlation), 100, 0.01);
        found += trend_of(samples).p <= 0.01 ? 1U : 0U;
      }
      fmt::print("| {:.1f} ", percent(found, series));
    }
    fmt::print("|\n");
  }
}

}  // namespace treering::tuner::stats
