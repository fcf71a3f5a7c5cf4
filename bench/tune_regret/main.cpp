// What measuring less costs: how much slower than the fastest way the choices are, over the share
// of all measurements that were made, for treering tune and for simpler ways.
//
//   bench_tune_regret [RESULTS.jsonl...] [--corpus measurements.csv]
//
// RESULTS are whole sweeps of treering measure with every algorithm. Simulated cases always run.
// The regret of a case is the mean over its sizes; a line is the mean over cases and eight seeds.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include <fmt/core.h>

#include "bench/tune_regret/cases.h"
#include "bench/tune_regret/strategies.h"

namespace {

using namespace treering::bench;

constexpr std::array kShares{0.02, 0.05, 0.1, 0.15, 0.25, 0.5, 1.0};
constexpr unsigned kSeeds = 8;

const std::vector<Published> kPublished{{"mn5-h100-4n-", "marenostrum5", 4},
                                        {"mn5-h100-16n-", "marenostrum5", 16},
                                        {"mn5-h100-32n-", "marenostrum5", 32},
                                        {"cs244c-l40s-2g-", "", 1}};

std::vector<Case> simulated_cases() {
  using treering::core::Collective;
  std::vector<Case> cases;
  unsigned seed = 1;
  for (const auto& [topology, nodes] : std::map<std::string, int>{{"dgx-h100", 4},
                                                                  {"dgx-a100", 2},
                                                                  {"dgx-h100-1", 1},
                                                                  {"aws-p4d", 8},
                                                                  {"perlmutter", 4}}) {
    for (const Collective collective : {Collective::AllReduce, Collective::AllGather}) {
      const std::string name = topology == "dgx-h100-1" ? "dgx-h100" : topology;
      cases.push_back(simulated_case({name, nodes, collective, "", seed++}));
    }
  }
  cases.push_back(
      simulated_case({"dgx-h100", 4, Collective::AllReduce, "NCCL_IB_HCA=^mlx5_0,mlx5_1", seed++}));
  return cases;
}

struct Sums {
  double regret = 0;
  double worst = 0;
  double share = 0;
  int count = 0;
};

std::size_t most_for(const Case& one, double share) {
  const auto all = static_cast<double>(one.cells() * one.launches());
  return std::max<std::size_t>(1, static_cast<std::size_t>(std::floor(share * all)));
}

void add(const Case& one, const Strategy& strategy, double share, Sums& sums) {
  for (unsigned seed = 0; seed < kSeeds; ++seed) {
    const Chosen chosen = strategy.choose(one, most_for(one, share), seed);
    const double lost = regret(one, chosen.ways);
    sums.regret += lost;
    sums.worst = std::max(sums.worst, lost);
    sums.share += static_cast<double>(chosen.measurements) /
                  static_cast<double>(one.cells() * one.launches());
    ++sums.count;
  }
}

void print_kind(const std::string& kind, const std::vector<Case>& cases) {
  fmt::print("\n{}: {} grids\n{:<16}", kind, cases.size(), "at most");
  for (const double share : kShares) fmt::print("{:>16.0f} %", 100 * share);
  fmt::print("\n");
  for (const Strategy& strategy : strategies()) {
    fmt::print("{:<16}", strategy.name);
    for (const double share : kShares) {
      Sums sums;
      for (const Case& one : cases) add(one, strategy, share, sums);
      fmt::print("{:>8.1f} % ({:>4.0f} %)", 100 * sums.regret / sums.count,
                 100 * sums.share / sums.count);
    }
    fmt::print("\n");
  }
}

void print_cases(const std::vector<Case>& cases) {
  fmt::print("\nwith at most 15 %, case by case\n{:<46} {:>5} {:>5} {:>8} {:>9} {:>9}\n", "",
             "ways", "sizes", "launches", "measured", "regret");
  for (const Case& one : cases) {
    Sums sums;
    add(one, strategies().front(), 0.15, sums);
    fmt::print("{:<46} {:>5} {:>5} {:>8} {:>7.0f} % {:>7.1f} %\n", one.name, one.grid.ways.size(),
               one.grid.sizes.size(), one.launches(), 100 * sums.share / sums.count,
               100 * sums.regret / sums.count);
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<Case> cases;
  const auto add_all = [&](std::vector<Case> more) {
    for (Case& one : more) cases.push_back(std::move(one));
  };
  for (int i = 1; i < argc; ++i) {
    if (std::string(argv[i]) == "--corpus" && i + 1 < argc) {
      add_all(published_cases(argv[++i], kPublished));
    } else {
      add_all(recorded_cases(argv[i]));
    }
  }
  add_all(simulated_cases());
  for (const std::string kind : {"recorded", "published", "event"}) {
    std::vector<Case> some;
    std::ranges::copy_if(cases, std::back_inserter(some),
                         [&](const Case& one) { return one.kind == kind; });
    if (!some.empty()) print_kind(kind, some);
  }
  print_kind("all", cases);
  print_cases(cases);
  return 0;
}
