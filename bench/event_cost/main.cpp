// How far the event model is from the cost model, over built-in machines, collectives, algorithms,
// protocols and sizes: the share of calls within 10 %, and the differences.
//
//   build/release/bin/bench_event_cost [TOPOLOGY...]
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include <fmt/core.h>

#include "bench/event_cost/cases.h"

namespace {

using treering::bench::Comparison;
using treering::bench::Comparisons;
using treering::bench::Part;

const std::vector<std::string> kTopologies{
    "dgx-1v",  "dgx-2",  "dgx-a100", "dgx-h100", "dgx-b200",   "gb200-nvl72",  "pcie-4",
    "aws-p4d", "aws-p5", "gcp-a4",   "summit",   "perlmutter", "marenostrum5", "alps"};
const std::vector<int> kNodes{1, 2, 4, 16};
constexpr double kMostCpuS = 4;
constexpr double kNear = 0.1;

std::string band_of(std::uint64_t bytes) {
  constexpr std::uint64_t kMiB = std::uint64_t{1} << 20U;
  if (bytes < kMiB) return "below 1 MiB";
  return bytes <= 64 * kMiB ? "to 64 MiB" : "more";
}

std::string nodes_of(const Comparison& one) {
  return one.nodes == 1 ? "one node" : "several";
}

double quantile(std::vector<double>& values, double share) {
  const auto at = std::lround(share * static_cast<double>(values.size() - 1));
  std::ranges::nth_element(values, values.begin() + at);
  return values[static_cast<std::size_t>(at)];
}

void print_row(const std::string& name, std::vector<double> differences) {
  const auto near = std::ranges::count_if(differences, [](double one) { return one <= kNear; });
  fmt::print("{:<54} {:>6} {:>7.0f} % {:>7.1f} % {:>7.1f} %\n", name, differences.size(),
             100.0 * static_cast<double>(near) / static_cast<double>(differences.size()),
             100 * quantile(differences, 0.5), 100 * quantile(differences, 0.9));
}

using Name = std::function<std::string(const Comparison&)>;

void print_groups(const std::string& title, const std::vector<Comparison>& rows, const Name& name) {
  std::map<std::string, std::vector<double>> groups;
  for (const Comparison& one : rows) groups[name(one)].push_back(one.difference());
  fmt::print("\n{:<54} {:>6} {:>9} {:>9} {:>9}\n", title, "calls", "in 10 %", "median", "90th");
  for (const auto& [group, differences] : groups) print_row(group, differences);
}

/// The widest of each machine, algorithm and protocol: others there differ for the same reason.
void print_widest(std::vector<Comparison> rows) {
  constexpr std::size_t kShown = 25;
  std::ranges::stable_sort(rows, std::greater<>(), &Comparison::difference);
  std::map<std::string, bool> seen;
  fmt::print("\nwidest apart (one of each machine, collective, algorithm and protocol)\n");
  for (const Comparison& one : rows) {
    const std::string kind = fmt::format("{} x {:<2} {} {}/{}", one.topology, one.nodes,
                                         name_of(one.collective), one.algorithm, one.protocol);
    if (seen.size() == kShown || !seen.emplace(kind, true).second) continue;
    fmt::print("{:<54} {:>11} B {:>12.1f} us in place of {:>12.1f}\n", kind, one.bytes,
               one.event_us, one.cost_us);
  }
}

void add(const Comparisons& some, Comparisons& all) {
  all.rows.insert(all.rows.end(), some.rows.begin(), some.rows.end());
  all.too_long += some.too_long;
  all.without_time += some.without_time;
}

Comparisons compare_all(const std::vector<std::string>& topologies) {
  Comparisons all;
  for (const std::string& topology : topologies) {
    for (const int nodes : kNodes) {
      const std::size_t before = all.rows.size();
      add(treering::bench::compare(topology, nodes, Part::Usual, kMostCpuS), all);
      for (const Part part : {Part::OneGpu, Part::InNetwork}) {
        if (nodes > 1) add(treering::bench::compare(topology, nodes, part, kMostCpuS), all);
      }
      fmt::print(stderr, "{} x {}: {} calls\n", topology, nodes, all.rows.size() - before);
    }
  }
  return all;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> topologies(argv + 1, argv + argc);
  if (topologies.empty()) topologies = kTopologies;
  const Comparisons all = compare_all(topologies);
  print_groups("all", all.rows, [](const Comparison&) { return "all"; });
  print_groups("by size", all.rows, [](const Comparison& one) { return band_of(one.bytes); });
  print_groups("by algorithm", all.rows, [](const Comparison& one) {
    return fmt::format("{}, {}", nodes_of(one), one.algorithm);
  });
  print_groups("by protocol", all.rows, [](const Comparison& one) {
    return fmt::format("{}, {}", nodes_of(one), one.protocol);
  });
  print_groups("by machine", all.rows, [](const Comparison& one) { return one.topology; });
  print_groups("each", all.rows, [](const Comparison& one) {
    return fmt::format("{} {}, {}, {}", name_of(one.collective), one.algorithm, nodes_of(one),
                       band_of(one.bytes));
  });
  print_widest(all.rows);
  fmt::print("\nleft out: {} calls whose simulation would take more than {} s, {} without a time\n",
             all.too_long, kMostCpuS, all.without_time);
  return EXIT_SUCCESS;
}
