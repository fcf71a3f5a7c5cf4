// Times predictions as whole processes: all tuned collectives x algorithms x protocols x 31 sizes.
// Prints the two cases that have a target, every built-in machine on one and on several nodes, and
// the growth from 8 to 131,072 ranks.
//
//   build/release/bin/bench_predict [RUNS]
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include <fmt/core.h>

#include "bench/process_cost.h"
#include "hw/builtin.h"

namespace {

using treering::bench::median_cost;
using treering::bench::ProcessCost;

struct Case {
  std::string topology;
  int nodes;
  double target_ms = 0;  // 0: no target
  double target_mb = 0;
};

constexpr double kTargetMbBoth = 200;
const std::vector<Case> kTargets{{"dgx-h100", 16, 100, kTargetMbBoth},
                                 {"summit", 4096, 1000, kTargetMbBoth}};
const std::vector<int> kNodes{1, 2, 16};
const std::vector<int> kGrowth{1, 4, 16, 64, 256, 1024, 4096, 16384};

/// Built-ins are checked by the tests: they load.
int gpus_per_node(const std::string& topology) {
  return treering::hw::load_builtin(topology).value().gpu_count();
}

std::vector<Case> builtin_cases() {
  std::vector<Case> cases;
  for (const std::string_view name : treering::hw::builtin_names()) {
    for (const int nodes : kNodes) cases.push_back({std::string(name), nodes});
  }
  return cases;
}

std::vector<Case> growth_cases() {
  std::vector<Case> cases;
  for (const int nodes : kGrowth) cases.push_back({"dgx-h100", nodes});
  return cases;
}

std::vector<std::string> command(const std::string& treering, const Case& job) {
  return {treering, "predict", job.topology, "--nodes", std::to_string(job.nodes),
          "-c",     "tuned",   "--algo",     "all",     "--proto",
          "all",    "-b",      "8",          "-e",      "8G",
          "-f",     "2",       "--format",   "json"};
}

bool print_row(const std::string& treering, const Case& job, int runs) {
  const ProcessCost cost = median_cost(command(treering, job), runs);
  fmt::print("{:<10} {:>7} {:>9} {:>9.1f} {:>9.1f} {:>9.1f}", job.topology, job.nodes,
             job.nodes * gpus_per_node(job.topology), cost.wall_ms, cost.cpu_ms, cost.peak_mb);
  if (job.target_ms > 0) {
    const bool reached = cost.cpu_ms <= job.target_ms && cost.peak_mb <= job.target_mb;
    fmt::print("   {} (<= {} ms, {} MB)", reached ? "reached" : "MISSED", job.target_ms,
               job.target_mb);
  }
  fmt::print("\n");
  return cost.exit_code == 0;
}

/// False when a run failed.
bool print_table(const std::string& treering, const std::string& title,
                 const std::vector<Case>& cases, int runs) {
  fmt::print("\n{}\n{:<10} {:>7} {:>9} {:>9} {:>9} {:>9}\n", title, "topology", "nodes", "ranks",
             "wall ms", "CPU ms", "peak MB");
  bool all_ran = true;
  for (const Case& job : cases) all_ran = print_row(treering, job, runs) && all_ran;
  return all_ran;
}

}  // namespace

int main(int argc, char** argv) {
  const int runs = argc > 1 ? std::max(1, std::atoi(argv[1])) : 9;
  const auto treering = std::filesystem::canonical("/proc/self/exe").parent_path() / "treering";
  fmt::print("median of {} runs of whole processes\n", runs);
  const bool met = print_table(treering, "with a target", kTargets, runs);
  const bool known = print_table(treering, "built-in machines", builtin_cases(), runs);
  const bool grown = print_table(treering, "growth", growth_cases(), runs);
  if (met && known && grown) return EXIT_SUCCESS;
  fmt::print(stderr, "a run failed: try the command by hand\n");
  return EXIT_FAILURE;
}
