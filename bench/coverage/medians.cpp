// Intervals of one median.
#include <cmath>
#include <span>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "bench/coverage/tables.h"
#include "tuner/stats/dependent_samples.h"
#include "tuner/stats/stopping.h"

namespace treering::tuner::stats {
namespace {

/// A series, looked at as a measurement looks at it, until its median is settled.
Precision measured(const Samples& samples, const StoppingRule& rule) {
  Precision precision;
  for (std::size_t count = 0; count < samples.size();) {
    count = next_look(count, rule);
    precision = precision_of_launch(std::span(samples).first(count), rule);
    if (precision.stopping == Stopping::Settled) break;
  }
  return precision;
}

void print_settled(const Noise& noise, double deviation, std::size_t series) {
  const StoppingRule rule;
  Dice dice(7);
  std::size_t settled = 0;
  std::size_t covered = 0;
  std::size_t near = 0;
  std::size_t samples = 0;
  for (std::size_t i = 0; i < series; ++i) {
    const Precision found = measured(scaled(noise.samples(dice, rule.most), 100, deviation), rule);
    if (found.stopping != Stopping::Settled) continue;
    ++settled;
    samples += found.units;
    covered += found.interval.contains(100) ? 1U : 0U;
    near += std::abs(100 / found.median - 1) <= rule.most_error ? 1U : 0U;
  }
  fmt::print("| {} | {:.0f} | {:.1f} | {} | {:.1f} | {:.1f} |\n", noise.name, 100 * deviation,
             percent(settled, series), settled == 0 ? 0 : samples / settled,
             percent(covered, settled), percent(near, settled));
}

}  // namespace

void print_intervals(std::size_t series) {
  fmt::print(
      "The 95 % interval of a median contains it in so many % of series of so many "
      "samples\n\n");
  const std::vector<std::size_t> counts{10, 30, 100, 400, 1000};
  fmt::print("| neighbours | {} |\n|---|---|---|---|---|---|\n", fmt::join(counts, " | "));
  for (const Noise& noise : kinds_of_noise()) {
    fmt::print("| {} ", noise.name);
    for (const std::size_t count : counts) {
      Dice dice(count);
      std::size_t covered = 0;
      for (std::size_t i = 0; i < series; ++i) {
        covered += dependent_median_interval(noise.samples(dice, count)).contains(0) ? 1U : 0U;
      }
      fmt::print("| {:.1f} ", percent(covered, series));
    }
    fmt::print("|\n");
  }
}

void print_stopping(std::size_t series) {
  fmt::print(
      "\nSeries that settle by the rule of measurements: how many, after how many samples; in how "
      "many % of them\nthe interval contains the median, and the median shown is within 2.5 % of "
      "it\n\n"
      "| neighbours | scatter, % | settled, % | samples | interval holds, % | within 2.5 %, % |\n"
      "|---|---|---|---|---|---|\n");
  for (const Noise& noise : kinds_of_noise()) {
    for (const double deviation : {0.03, 0.10}) print_settled(noise, deviation, series);
  }
  for (const double calls : {20.0, 100.0, 400.0}) print_settled(two_states(calls), 0.01, series);
  constexpr double kFall = 0.05;
  constexpr double kWarmups = 500;  // 50 ms of calls of 100 us
  for (const double warmups : {0.0, kWarmups}) {
    for (const double deviation : {0.01, 0.03}) {
      for (const double calls : {30.0, 100.0, 300.0}) {
        print_settled(falling({kFall / deviation, calls, warmups}), deviation, series);
      }
    }
  }
}

void print_short_series(std::size_t series) {
  fmt::print(
      "\nSeries that scatter by 0.5 %, of at most so many samples: not settled, %; of six launches "
      "one or more, %\n\n| samples | a launch | of six |\n|---|---|---|\n");
  constexpr double kLaunches = 6;
  for (const std::size_t count : {30U, 40U, 60U, 120U}) {
    Dice dice(17);
    std::size_t open = 0;
    for (std::size_t i = 0; i < series; ++i) {
      const Precision found = measured(scaled(dice.normals(count), 100, 0.005), {.most = count});
      open += found.stopping != Stopping::Settled ? 1U : 0U;
    }
    const double share = percent(open, series);
    fmt::print("| {} | {:.1f} | {:.1f} |\n", count, share,
               100 * (1 - std::pow(1 - share / 100, kLaunches)));
  }
}

void print_launches(std::size_t series) {
  fmt::print(
      "\nSix launches that scatter by 3 %, each like the one before: in so many % the 95 % "
      "interval "
      "contains\nthe median of all launches; of those that converge\n\n"
      "| correlation of launches | all | converged, % | of these |\n|---|---|---|---|\n");
  constexpr std::size_t kLaunches = 6;
  for (const double correlation : {0.0, 0.3, 0.5, 0.8}) {
    Dice dice(13);
    std::size_t covered = 0;
    std::size_t settled = 0;
    std::size_t both = 0;
    for (std::size_t i = 0; i < series; ++i) {
      Launches launches;
      for (const double one : scaled(dice.correlated(kLaunches, correlation), 100, 0.03)) {
        launches.push_back({one});
      }
      const Precision found = precision_of_launches(launches);
      const bool is_covered = found.interval.contains(100);
      const bool is_settled = found.stopping == Stopping::Settled;
      covered += is_covered ? 1U : 0U;
      settled += is_settled ? 1U : 0U;
      both += is_covered && is_settled ? 1U : 0U;
    }
    fmt::print("| {:.1f} | {:.1f} | {:.1f} | {:.1f} |\n", correlation, percent(covered, series),
               percent(settled, series), percent(both, settled));
  }
}

}  // namespace treering::tuner::stats
