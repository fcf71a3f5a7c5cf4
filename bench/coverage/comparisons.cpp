// Two sides.
#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "bench/coverage/tables.h"
#include "tuner/stats/two_samples.h"
#include "tuner/stats/verdict.h"

namespace treering::tuner::stats {
namespace {

bool is_difference(const Judgement& found) {
  return found.verdict == Verdict::Faster || found.verdict == Verdict::Slower;
}

/// How often equal things are called different.
double false_alarms(const std::function<Launches(Dice&)>& side, std::size_t series) {
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

enum class Order { OneSideFirst, InTurns };

/// How often equal things are called different where each launch resembles the one before.
double alike_launches(double correlation, Order order, std::size_t series) {
  constexpr std::size_t kLaunches = 6;
  Dice dice(16);
  std::size_t alarms = 0;
  for (std::size_t i = 0; i < series; ++i) {
    const Samples all = scaled(dice.correlated(2 * kLaunches, correlation), 100, 0.03);
    BeforeAfter sides;
    for (std::size_t at = 0; at < all.size(); ++at) {
      const bool is_before = order == Order::InTurns ? at % 2 == 0 : at < kLaunches;
      (is_before ? sides.before : sides.after).push_back({all[at]});
    }
    alarms += is_difference(judge(std::vector<BeforeAfter>{sides}).front()) ? 1U : 0U;
  }
  return percent(alarms, series);
}

/// Of files with one launch a side and twenty configurations, which are judged together.
double files_with_alarms(double correlation, std::size_t files) {
  constexpr std::size_t kRows = 20;
  Dice dice(15);
  std::size_t alarms = 0;
  for (std::size_t i = 0; i < files; ++i) {
    const auto side = [&] { return Launches{scaled(dice.correlated(200, correlation), 100, 0.1)}; };
    std::vector<BeforeAfter> rows;
    for (std::size_t row = 0; row < kRows; ++row) rows.push_back({side(), side()});
    alarms += std::ranges::any_of(judge(rows), is_difference) ? 1U : 0U;
  }
  return percent(alarms, files);
}

using Counts = std::pair<std::size_t, std::size_t>;

/// How often the rank sum test at 5 % sees a difference where the medians are equal and the spreads
/// are not.
double unequal_spread(const Counts& launches, double ratio, std::size_t series) {
  Dice dice(8);
  const auto& [first, second] = launches;
  const std::size_t rounds = 10 * series;
  std::size_t alarms = 0;
  for (std::size_t i = 0; i < rounds; ++i) {
    const Samples before = dice.normals(first, 100, 1);
    const Samples after = dice.normals(second, 100, ratio);
    alarms += rank_sum(before, after).p <= 0.05 ? 1U : 0U;
  }
  return percent(alarms, rounds);
}

}  // namespace

void print_comparisons(std::size_t series) {
  fmt::print(
      "\nEqual things called faster or slower, %: launches of 50 samples that scatter by 1 %\n\n"
      "| launches differ by, % | 1 launch a side | 6 | 10 |\n|---|---|---|---|\n");
  for (const double between : {0.0, 0.01, 0.02, 0.05, 0.1}) {
    fmt::print("| {:.0f} ", 100 * between);
    for (const std::size_t count : {1U, 6U, 10U}) {
      fmt::print("| {:.1f} ",
                 false_alarms([&](Dice& dice) { return launches(dice, count, between); }, series));
    }
    fmt::print("|\n");
  }
  fmt::print(
      "\nLikewise of one launch a side, the same on both, whose samples depend on each other\n\n"
      "| correlation | 30 samples | 200 | 1000 |\n|---|---|---|---|\n");
  for (const double correlation : {0.0, 0.3, 0.5, 0.7, 0.9}) {
    fmt::print("| {:.1f} ", correlation);
    for (const std::size_t count : {30U, 200U, 1000U}) {
      const auto side = [&](Dice& dice) {
        return Launches{scaled(dice.correlated(count, correlation), 100, 0.2)};
      };
      fmt::print("| {:.1f} ", false_alarms(side, series));
    }
    fmt::print("|\n");
  }
  fmt::print(
      "\nLikewise of six launches a side that scatter by 3 %, each like the one before\n\n"
      "| correlation of launches | one side first | in turns |\n|---|---|---|\n");
  for (const double correlation : {0.0, 0.3, 0.5, 0.8}) {
    fmt::print("| {:.1f} | {:.1f} | {:.1f} |\n", correlation,
               alike_launches(correlation, Order::OneSideFirst, series),
               alike_launches(correlation, Order::InTurns, series));
  }
  fmt::print(
      "\nLikewise twenty of them judged together: % of files with one false alarm or more, 200 "
      "samples that scatter by 10 %\n\n| correlation | files |\n|---|---|\n");
  for (const double correlation : {0.0, 0.5, 0.9}) {
    fmt::print("| {:.1f} | {:.1f} |\n", correlation, files_with_alarms(correlation, series / 5));
  }
}

void print_spreads(std::size_t series) {
  fmt::print(
      "\nEqual medians, unequal spreads: p <= 5 % in so many % of comparisons\n\n"
      "| launches before, after | spread 1:1 | 1:3 | 1:10 |\n|---|---|---|---|\n");
  for (const Counts& counts : {Counts{6, 6}, {10, 10}, {6, 12}, {12, 6}, {20, 6}}) {
    fmt::print("| {}, {} | {:.1f} | {:.1f} | {:.1f} |\n", counts.first, counts.second,
               unequal_spread(counts, 1, series), unequal_spread(counts, 3, series),
               unequal_spread(counts, 10, series));
  }
}

}  // namespace treering::tuner::stats
