// What measuring less costs: how much slower than the fastest way the choices are, over the share
// of all measurements that were made, for treering tune and for simpler ways.
//
//   bench_tune_regret [RESULTS.jsonl[@TOPOLOGY]...] [--corpus measurements.csv] [--no-simulated]
//                     [--svg FOLDER]
//
// RESULTS are whole sweeps of treering measure with every algorithm, those of NCCL with the node on
// which they were measured. FOLDER gets a picture of each kind of grids, tune-regret-event.svg.
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

std::size_t most_for(const Case& one, double share) {
  const auto all = static_cast<double>(one.cells() * one.launches());
  return std::max<std::size_t>(1, static_cast<std::size_t>(std::floor(share * all)));
}

Curve curve_of(const Case& one, const Strategy& strategy) {
  Budgets budgets;
  for (const double share : kShares) budgets.push_back(most_for(one, share));
  Curve curve;
  for (unsigned seed = 0; seed < kSeeds; ++seed) {
    const std::vector<Chosen> all = strategy.choose(one, budgets, seed);
    for (std::size_t i = 0; i < kShares.size(); ++i) {
      const double lost = regret(one, all[i].ways);
      const auto whole = static_cast<double>(one.cells() * one.launches());
      curve[i] += Sums{lost, lost, static_cast<double>(all[i].measurements) / whole, 1};
    }
  }
  return curve;
}

std::vector<Played> played(const std::vector<Case>& cases) {
  std::vector<Played> all;
  for (const Case& one : cases) {
    std::vector<Curve> curves;
    for (const Strategy& strategy : strategies()) curves.push_back(curve_of(one, strategy));
    all.push_back({&one, std::move(curves)});
    fmt::print(stderr, "\r{} of {} grids", all.size(), cases.size());
  }
  fmt::print(stderr, "\n");
  return all;
}

void print_kind(const std::string& kind, const std::vector<Played>& all) {
  fmt::print("\n{}: {} grids\n{:<16}", kind, all.size(), "at most");
  for (const double share : kShares) fmt::print("{:>16.0f} %", 100 * share);
  fmt::print("\n");
  for (std::size_t strategy = 0; strategy < strategies().size(); ++strategy) {
    fmt::print("{:<16}", strategies()[strategy].name);
    for (const Sums& sums : mean_curve(all, strategy)) {
      fmt::print("{:>8.1f} % ({:>4.0f} %)", 100 * sums.regret / sums.count,
                 100 * sums.share / sums.count);
    }
    fmt::print("\n");
  }
}

std::string mean_text(const Sums& sums) {
  return fmt::format("{:>7.0f} % {:>7.1f} %", 100 * sums.share / sums.count,
                     100 * sums.regret / sums.count);
}

void print_cases(const std::vector<Played>& all) {
  fmt::print("\nwith at most 15 %, case by case: measured, regret\n{:<52} {:>4} {:>5} {:>8}", "",
             "ways", "sizes", "launches");
  for (const Strategy& strategy : strategies()) fmt::print("  {:>18}", strategy.name);
  fmt::print("\n");
  const auto at = static_cast<std::size_t>(std::ranges::find(kShares, 0.15) - kShares.begin());
  for (const auto& [one, curves] : all) {
    fmt::print("{:<52} {:>4} {:>5} {:>8}", one->name, one->grid.ways.size(), one->grid.sizes.size(),
               one->launches());
    for (const Curve& curve : curves) fmt::print("  {:>18}", mean_text(curve[at]));
    fmt::print("\n");
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<Case> cases;
  const auto add_all = [&](std::vector<Case> more) {
    for (Case& one : more) cases.push_back(std::move(one));
  };
  bool has_simulated = true;
  std::string folder;
  for (int i = 1; i < argc; ++i) {
    if (std::string(argv[i]) == "--no-simulated") {
      has_simulated = false;
    } else if (std::string(argv[i]) == "--svg" && i + 1 < argc) {
      folder = argv[++i];
    } else if (std::string(argv[i]) == "--corpus" && i + 1 < argc) {
      add_all(published_cases(argv[++i], kPublished));
    } else {
      const std::string word = argv[i];
      const std::size_t at = word.find('@');
      const bool has_topology = at != std::string::npos;
      add_all(recorded_cases(word.substr(0, at), has_topology ? word.substr(at + 1) : ""));
    }
  }
  if (has_simulated) add_all(simulated_cases());
  const std::vector<Played> all = played(cases);
  for (const std::string kind : {"recorded", "published", "event"}) {
    std::vector<Played> some;
    std::ranges::copy_if(all, std::back_inserter(some),
                         [&](const Played& one) { return one.one->kind == kind; });
    if (some.empty()) continue;
    print_kind(kind, some);
    if (!folder.empty()) draw(some, fmt::format("{}/tune-regret-{}.svg", folder, kind));
  }
  print_kind("all", all);
  print_cases(all);
  return 0;
}
