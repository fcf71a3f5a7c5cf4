// How long a prediction takes, as whole processes: all tuned collectives x algorithms x protocols
// x 31 sizes. Prints the two cases that have a target, then the growth from 8 to 131,072 ranks.
//
//   build/release/bin/bench_predict [RUNS]
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include <fmt/core.h>

#include "bench/child_process.h"

namespace {

using treering::bench::median_cost;
using treering::bench::ProcessCost;

struct Case {
  const char* topology;
  int nodes;
  int gpus_per_node;
  double target_ms;  // 0: no target
  double target_mb;
};

constexpr double kTargetMbBoth = 200;
const std::vector<Case> kTargets{{"dgx-h100", 16, 8, 100, kTargetMbBoth},
                                 {"summit", 4096, 6, 1000, kTargetMbBoth}};
const std::vector<int> kGrowth{1, 4, 16, 64, 256, 1024, 4096, 16384};

std::vector<std::string> command(const std::string& treering, const Case& job) {
  return {treering, "predict", job.topology, "--nodes", std::to_string(job.nodes),
          "-c",     "tuned",   "--algo",     "all",     "--proto",
          "all",    "-b",      "8",          "-e",      "8G",
          "-f",     "2",       "--format",   "json"};
}

bool print_row(const std::string& treering, const Case& job, int runs) {
  const ProcessCost cost = median_cost(command(treering, job), runs);
  fmt::print("{:<10} {:>7} {:>9} {:>9.1f} {:>9.1f} {:>9.1f}", job.topology, job.nodes,
             job.nodes * job.gpus_per_node, cost.wall_ms, cost.cpu_ms, cost.peak_mb);
  if (job.target_ms > 0) {
    const bool reached = cost.cpu_ms <= job.target_ms && cost.peak_mb <= job.target_mb;
    fmt::print("   {} (<= {} ms, {} MB)", reached ? "reached" : "MISSED", job.target_ms,
               job.target_mb);
  }
  fmt::print("\n");
  return cost.exit_code == 0;
}

}  // namespace

int main(int argc, char** argv) {
  const int runs = argc > 1 ? std::max(1, std::atoi(argv[1])) : 9;
  const auto treering = std::filesystem::canonical("/proc/self/exe").parent_path() / "treering";
  fmt::print("median of {} runs of whole processes\n", runs);
  fmt::print("{:<10} {:>7} {:>9} {:>9} {:>9} {:>9}\n", "topology", "nodes", "ranks", "wall ms",
             "CPU ms", "peak MB");
  bool all_ran = true;
  for (const Case& job : kTargets) all_ran = print_row(treering, job, runs) && all_ran;
  for (const int nodes : kGrowth) {
    all_ran = print_row(treering, {"dgx-h100", nodes, 8, 0, 0}, runs) && all_ran;
  }
  if (!all_ran) fmt::print(stderr, "a run failed: try the command by hand\n");
  return all_ran ? EXIT_SUCCESS : EXIT_FAILURE;
}
