// How far the event model is from the cost model, over random calls on built-in machines, healthy
// and with a slow link: the share of calls within 10 %, and the differences.
//
//   build/release/bin/bench_event_cost [CALLS [SEED]]
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include <fmt/core.h>

#include "bench/event_cost/cases.h"

namespace {

using treering::bench::Comparison;

constexpr double kNear = 0.1;
constexpr double kFar = 0.3;
constexpr double kPercent = 100;

std::string band_of(std::uint64_t bytes) {
  constexpr std::uint64_t kMiB = std::uint64_t{1} << 20U;
  if (bytes < kMiB) return "below 1 MiB";
  return bytes <= 64 * kMiB ? "1 to 64 MiB" : "above";
}

std::string nodes_of(const Comparison& one) {
  return one.nodes == 1 ? "one node" : "several";
}

double quantile(std::vector<double>& values, double share) {
  const auto at = std::lround(share * static_cast<double>(values.size() - 1));
  std::ranges::nth_element(values, values.begin() + at);
  return values[static_cast<std::size_t>(at)];
}

double share_of(const std::vector<double>& values, const std::function<bool(double)>& is_one) {
  return kPercent * static_cast<double>(std::ranges::count_if(values, is_one)) /
         static_cast<double>(values.size());
}

void print_row(const std::string& name, std::vector<double> differences) {
  const double near = share_of(differences, [](double one) { return one <= kNear; });
  const double far = share_of(differences, [](double one) { return one > kFar; });
  fmt::print("{:<54} {:>6} {:>7.1f} % {:>7.1f} % {:>7.1f} % {:>7.1f} %\n", name, differences.size(),
             near, far, kPercent * quantile(differences, 0.5),
             kPercent * quantile(differences, 0.9));
}

using Name = std::function<std::string(const Comparison&)>;

void print_groups(const std::string& title, const std::vector<Comparison>& rows, const Name& name) {
  std::map<std::string, std::vector<double>> groups;
  for (const Comparison& one : rows) groups[name(one)].push_back(one.difference());
  fmt::print("\n{:<54} {:>6} {:>9} {:>9} {:>9} {:>9}\n", title, "calls", "in 10 %", "beyond 30",
             "median", "90th");
  for (const auto& [group, differences] : groups) print_row(group, differences);
}

void print_widest(std::vector<Comparison> rows) {
  constexpr std::size_t kShown = 40;
  std::ranges::stable_sort(rows, std::greater<>(), [](const Comparison& one) {
    return std::abs(std::log(one.event_us / one.cost_us));
  });
  if (rows.size() > kShown) rows.resize(kShown);
  fmt::print("\nwidest apart; beyond 30 % rather believe the event model (docs/simulator.md)\n");
  for (const Comparison& one : rows) {
    fmt::print("{:<18} x {:<3} {:<14} {:<13} {:<7} {:>11} B {:>12.1f} us, cost {:>12.1f}  {} {}\n",
               one.topology, one.nodes, name_of(one.collective), one.algorithm, one.protocol,
               one.bytes, one.event_us, one.cost_us, one.fault, one.settings);
  }
}

std::vector<Comparison> compare(int calls, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<Comparison> rows;
  while (rows.size() < static_cast<std::size_t>(calls)) {
    if (auto one = treering::bench::draw(random)) rows.push_back(*std::move(one));
  }
  return rows;
}

}  // namespace

int main(int argc, char** argv) {
  constexpr int kCalls = 3000;
  const int calls = argc > 1 ? std::atoi(argv[1]) : kCalls;
  const std::uint64_t seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
  const std::vector<Comparison> rows = compare(calls, seed);
  print_groups("all", rows, [](const Comparison&) { return "all"; });
  print_groups("by health", rows, [](const Comparison& one) {
    return one.fault.empty() ? "healthy" : "with a slow device";
  });
  print_groups("by size", rows, [](const Comparison& one) { return band_of(one.bytes); });
  print_groups("by protocol", rows, [](const Comparison& one) {
    return fmt::format("{}, {}", nodes_of(one), one.protocol);
  });
  print_groups("by machine", rows, [](const Comparison& one) { return one.topology; });
  print_groups("each", rows, [](const Comparison& one) {
    return fmt::format("{} {}, {}, {}", name_of(one.collective), one.algorithm, nodes_of(one),
                       band_of(one.bytes));
  });
  print_widest(rows);
  return EXIT_SUCCESS;
}
