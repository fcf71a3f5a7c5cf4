// Prints how often the statistics of measurements are right, on simulated series whose truth is
// known: the figures of docs/measuring.md. Fixed seeds, so the same figures every time.
//
//   bench_coverage [SERIES]     2,000 of each kind unless said, some minutes
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tests/tuner/stats/series.h"
#include "tuner/stats/drift.h"
#include "tuner/stats/effective_samples.h"
#include "tuner/stats/modes.h"
#include "tuner/stats/rank_sum.h"
#include "tuner/stats/stopping.h"
#include "tuner/stats/verdict.h"

namespace treering::tuner::stats {
namespace {

using Samples = std::vector<double>;

std::size_t series = 2000;

double percent(std::size_t count, std::size_t of) {
  return of == 0 ? 0 : 100 * static_cast<double>(count) / static_cast<double>(of);
}

/// Noise with the median 0.
struct Noise {
  std::string name;
  std::function<Samples(Dice&, std::size_t)> samples;
};

Noise correlated(double correlation) {
  return {fmt::format("correlation {:.1f}", correlation),
          [=](Dice& dice, std::size_t count) { return dice.correlated(count, correlation); }};
}

std::vector<Noise> kinds_of_noise() {
  return {{"normal", [](Dice& dice, std::size_t count) { return dice.normals(count); }},
          {"long tail (log-normal)",
           [](Dice& dice, std::size_t count) {
             Samples samples = dice.normals(count);
             for (double& sample : samples) sample = std::exp(sample) - 1;
             return samples;
           }},
          correlated(0.3),
          correlated(0.5),
          correlated(0.7),
          correlated(0.9)};
}

void print_intervals() {
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

void print_settled(const Noise& noise, double deviation) {
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

void print_stopping() {
  fmt::print(
      "\nSeries that settle by the rule of measurements: how many, after how many samples; in how "
      "many % of them\nthe interval contains the median, and the median shown is within 2.5 % of "
      "it\n\n"
      "| neighbours | scatter, % | settled, % | samples | interval holds, % | within 2.5 %, % |\n"
      "|---|---|---|---|---|---|\n");
  for (const Noise& noise : kinds_of_noise()) {
    for (const double deviation : {0.03, 0.10}) print_settled(noise, deviation);
  }
}

bool is_difference(const Judgement& found) {
  return found.verdict == Verdict::Faster || found.verdict == Verdict::Slower;
}

/// How often equal things are called different.
double false_alarms(const std::function<Launches(Dice&)>& side) {
  Dice dice(5);
  std::size_t alarms = 0;
  for (std::size_t i = 0; i < series; ++i) {
    const Launches before = side(dice);
    const Launches after = side(dice);
    alarms += is_difference(judge(std::vector<BeforeAfter>{{before, after}}).front()) ? 1U : 0U;
  }
  return percent(alarms, series);
}

/// Launches of 50 samples that scatter by 1 %, and by so much from launch to launch.
Launches launches(Dice& dice, std::size_t count, double between) {
  Launches all;
  for (std::size_t i = 0; i < count; ++i) {
    all.push_back(scaled(dice.normals(50), 100 * (1 + between * dice.normal()), 0.01));
  }
  return all;
}

void print_comparisons() {
  fmt::print(
      "\nEqual things called faster or slower, %: launches of 50 samples that scatter by 1 %\n\n"
      "| launches differ by, % | 1 launch a side | 6 | 10 |\n|---|---|---|---|\n");
  for (const double between : {0.0, 0.01, 0.02, 0.05, 0.1}) {
    fmt::print("| {:.0f} ", 100 * between);
    for (const std::size_t count : {1U, 6U, 10U}) {
      fmt::print("| {:.1f} ",
                 false_alarms([&](Dice& dice) { return launches(dice, count, between); }));
    }
    fmt::print("|\n");
  }
  fmt::print(
      "\nLikewise of one launch a side, the same on both, whose samples depend on each other\n\n"
      "| correlation | 30 samples | 200 | 1000 |\n|---|---|---|---|\n");
  for (const double correlation : {0.0, 0.3, 0.5, 0.7, 0.9}) {
    fmt::print("| {:.1f} ", correlation);
    for (const std::size_t count : {30U, 200U, 1000U}) {
      fmt::print("| {:.1f} ", false_alarms([&](Dice& dice) {
                   return Launches{scaled(dice.correlated(count, correlation), 100, 0.2)};
                 }));
    }
    fmt::print("|\n");
  }
}

/// How often the rank sum test at 5 % sees a difference where the medians are equal and the spreads
/// are not.
double unequal_spread(std::size_t first, std::size_t second, double ratio) {
  Dice dice(8);
  const std::size_t rounds = 10 * series;
  std::size_t alarms = 0;
  for (std::size_t i = 0; i < rounds; ++i) {
    const Samples before = dice.normals(first, 100, 1);
    const Samples after = dice.normals(second, 100, ratio);
    alarms += rank_sum(before, after).p <= 0.05 ? 1U : 0U;
  }
  return percent(alarms, rounds);
}

void print_spreads() {
  fmt::print(
      "\nEqual medians, unequal spreads: p <= 5 % in so many % of comparisons\n\n"
      "| launches before, after | spread 1:1 | 1:3 | 1:10 |\n|---|---|---|---|\n");
  using Counts = std::pair<std::size_t, std::size_t>;
  for (const auto& [first, second] : {Counts{6, 6}, {10, 10}, {6, 12}, {12, 6}, {20, 6}}) {
    fmt::print("| {}, {} | {:.1f} | {:.1f} | {:.1f} |\n", first, second,
               unequal_spread(first, second, 1), unequal_spread(first, second, 3),
               unequal_spread(first, second, 10));
  }
}

/// Of all series: normal values, of which so large a share stands so many deviations higher.
std::size_t two_modes_found(std::size_t count, double apart, double share) {
  Dice dice(9);
  std::size_t found = 0;
  for (std::size_t i = 0; i < series; ++i) {
    Samples values = dice.normals(count);
    for (double& one : values) one += dice.uniform() < share ? apart : 0;
    found += modes_of(values).are_two() ? 1U : 0U;
  }
  return found;
}

void print_modes() {
  fmt::print(
      "\nTwo normal modes found, % of series: so many deviations apart, so large a share in the "
      "higher\n\n"
      "| samples | 4, half | 6, half | 6, a fifth | 10, a fifth | 10, a tenth |\n"
      "|---|---|---|---|---|---|\n");
  for (const std::size_t count : {30U, 100U, 200U, 1000U}) {
    fmt::print("| {} ", count);
    for (const auto& [apart, share] :
         {std::pair{4.0, 0.5}, {6.0, 0.5}, {6.0, 0.2}, {10.0, 0.2}, {10.0, 0.1}}) {
      fmt::print("| {:.0f} ", percent(two_modes_found(count, apart, share), series));
    }
    fmt::print("|\n");
  }
}

void print_modes_between() {
  fmt::print(
      "\nTwo normal modes found among medians of launches, % of series: so many deviations apart, "
      "so "
      "large a share in the higher\n\n"
      "| launches | none | 6, half | 10, half | 20, half | 20, a third | 20, a fifth |\n"
      "|---|---|---|---|---|---|---|\n");
  for (const std::size_t count : {6U, 8U, 10U, 20U, 40U}) {
    fmt::print("| {} ", count);
    for (const auto& [apart, share] : {std::pair{0.0, 0.5},
                                       {6.0, 0.5},
                                       {10.0, 0.5},
                                       {20.0, 0.5},
                                       {20.0, 1 / 3.0},
                                       {20.0, 0.2}}) {
      fmt::print("| {:.0f} ", percent(two_modes_found(count, apart, share), series));
    }
    fmt::print("|\n");
  }
}

/// Turns of a sentinel that do not drift, but resemble those before.
void print_drift() {
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

}  // namespace
}  // namespace treering::tuner::stats

int main(int argc, char** argv) {
  using namespace treering::tuner::stats;
  if (argc > 1) series = std::strtoul(argv[1], nullptr, 10);
  print_intervals();
  print_stopping();
  print_comparisons();
  print_spreads();
  print_modes();
  print_modes_between();
  print_drift();
}
