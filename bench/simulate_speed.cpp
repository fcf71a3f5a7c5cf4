// Times simulations as whole processes: the cases that have a target, and the growth from 8 to
// 131,072 ranks.
//
//   build/release/bin/bench_simulate [RUNS]
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <regex>
#include <string>
#include <vector>

#include <fmt/core.h>
#include <fmt/ranges.h>

#include "bench/process_cost.h"

namespace {

using treering::bench::median_cost;
using treering::bench::ProcessCost;
using treering::bench::run_and_hear;
using treering::bench::run_process;

struct Case {
  std::string topology;
  int nodes = 1;
  std::string bytes;
  std::string algorithm;
  std::string protocol;
  std::string fault;
  double target_ms = 0;  // 0: no target
  double target_mb = 0;
};

constexpr double kTargetMb = 300;
const std::vector<Case> kTargets{
    {"summit", 4096, "64M", "tree", "LL", "", 2000, kTargetMb},
    {"dgx-h100", 128, "8G", "ring", "Simple", "", 1000, kTargetMb},
    {"dgx-h100", 128, "8G", "ring", "Simple", "64/mlx5_0=0.5", 60000, 0},
};
const std::vector<std::string> kProtocols{"LL", "LL128", "Simple"};
const std::vector<int> kGrowth{1, 4, 16, 64, 256, 1024, 4096, 16384};

std::vector<Case> growth_cases(const std::string& algorithm) {
  std::vector<Case> cases;
  for (const int nodes : kGrowth) {
    cases.push_back({"dgx-h100", nodes, "1G", algorithm, "Simple", ""});
  }
  return cases;
}

/// Rings of 24,576 ranks: with chunks that divide, some shorter ones, and nearly all of them empty.
std::vector<Case> long_rings() {
  std::vector<Case> cases;
  for (const std::string& protocol : kProtocols) {
    for (const std::string bytes : {"8", "64M", "67108868", "8G"}) {
      cases.push_back({"summit", 4096, bytes, "ring", protocol, "", 2000, kTargetMb});
    }
  }
  return cases;
}

/// The same where one rank begins late.
std::vector<Case> late_rings() {
  std::vector<Case> cases;
  for (const std::string bytes : {"64M", "67108868"}) {
    for (const int nodes : {1024, 4096}) {
      for (const std::string& protocol : kProtocols) {
        cases.push_back({"summit", nodes, bytes, "ring", protocol, "rank3=+50us"});
      }
    }
  }
  return cases;
}

// Longer runs are ended: a target is missed then, and by how much is no matter.
constexpr int kMostSeconds = 60;
constexpr int kEnded = 124;  // as timeout(1) says it

std::vector<std::string> command(const std::string& treering, const Case& job) {
  std::vector<std::string> words{"timeout",
                                 std::to_string(kMostSeconds),
                                 treering,
                                 "simulate",
                                 job.topology,
                                 "--nodes",
                                 std::to_string(job.nodes),
                                 "-b",
                                 job.bytes,
                                 "--algo",
                                 job.algorithm,
                                 "--proto",
                                 job.protocol,
                                 "--quiet"};
  // On Summit NCCL has LL128 only where it is told to.
  if (job.protocol == "LL128") words.insert(words.end(), {"--env", "NCCL_PROTO=LL128"});
  if (!job.fault.empty()) words.insert(words.end(), {"--fault", job.fault});
  return words;
}

bool print_row(const std::string& treering, const Case& job, int runs) {
  const std::vector<std::string> words = command(treering, job);
  fmt::print("{:<10} {:>6} {:>8} {:<5} {:<8} {:<14}", job.topology, job.nodes, job.bytes,
             job.algorithm, job.protocol, job.fault);
  if (run_process(words).exit_code == kEnded) {
    fmt::print(" more than {} s{}\n", kMostSeconds, job.target_ms > 0 ? "   MISSED" : "");
    return true;
  }
  const ProcessCost cost = median_cost(words, runs);
  fmt::print(" {:>9.1f} {:>9.1f} {:>9.1f}", cost.wall_ms, cost.cpu_ms, cost.peak_mb);
  if (job.target_ms > 0) {
    const bool is_small = job.target_mb <= 0 || cost.peak_mb <= job.target_mb;
    fmt::print("   {} (<= {} ms)", cost.cpu_ms <= job.target_ms && is_small ? "reached" : "MISSED",
               job.target_ms);
  }
  fmt::print("\n");
  return cost.exit_code == 0;
}

/// Runs that say before their end how long they take.
const std::vector<std::vector<std::string>> kAnnounced{
    {"summit", "--nodes", "512", "--algo", "naive"},
    {"summit", "--nodes", "1024", "--algo", "naive"},
    {"summit", "--nodes", "512", "--algo", "hierarchical"},
    {"dgx-h100", "--nodes", "128", "-c", "alltoall"},
    {"dgx-h100", "--nodes", "512", "-b", "64M", "--algo", "ring", "--jitter", "10us"},
    {"gb200-nvl72", "--nodes", "500", "-b", "1M", "--jitter", "10us"},
    {"summit", "--nodes", "64", "-b", "64M", "--algo", "ring", "--proto", "simple", "--exact"},
};

/// "... about 12 s ...": the first time that is named, in seconds.
std::optional<double> announced_s(const std::string& errors) {
  static const std::regex kTime("about ([0-9]+) s");
  std::smatch found;
  if (!std::regex_search(errors, found, kTime)) return {};
  return std::stod(found[1]);
}

/// "... 230 MB of memory ..."
std::optional<double> announced_mb(const std::string& errors) {
  static const std::regex kMemory("([0-9.]+) ([MG])B of memory");
  std::smatch found;
  if (!std::regex_search(errors, found, kMemory)) return {};
  constexpr double kMbInGb = 1000;
  return std::stod(found[1]) * (found[2] == "G" ? kMbInGb : 1);
}

/// Prints the time and memory that runs announce beside those that they take. False when a run
/// failed.
bool print_announced(const std::string& treering) {
  const auto text = [](const std::optional<double>& value) {
    return value ? fmt::format("{:.0f}", *value) : std::string("-");
  };
  fmt::print("\nannounced, and taken\n{:>8} {:>8} {:>9} {:>8} {:>8}\n", "said s", "wall s", "CPU s",
             "said MB", "peak MB");
  bool all_ran = true;
  for (const auto& options : kAnnounced) {
    std::vector<std::string> words{treering, "simulate"};
    words.insert(words.end(), options.begin(), options.end());
    const auto heard = run_and_hear(words);
    constexpr double kMs = 1e3;
    fmt::print("{:>8} {:>8.1f} {:>9.1f} {:>8} {:>8.0f}   {}\n", text(announced_s(heard.errors)),
               heard.cost.wall_ms / kMs, heard.cost.cpu_ms / kMs, text(announced_mb(heard.errors)),
               heard.cost.peak_mb, fmt::join(options, " "));
    all_ran = all_ran && heard.cost.exit_code == 0;
  }
  return all_ran;
}

/// False when a run failed.
bool print_table(const std::string& treering, const std::string& title,
                 const std::vector<Case>& cases, int runs) {
  fmt::print("\n{}\n{:<10} {:>6} {:>8} {:<5} {:<8} {:<14} {:>9} {:>9} {:>9}\n", title, "topology",
             "nodes", "bytes", "algo", "protocol", "fault", "wall ms", "CPU ms", "peak MB");
  bool all_ran = true;
  for (const Case& job : cases) all_ran = print_row(treering, job, runs) && all_ran;
  return all_ran;
}

}  // namespace

int main(int argc, char** argv) {
  const int runs = argc > 1 ? std::max(1, std::atoi(argv[1])) : 5;
  const auto treering = std::filesystem::canonical("/proc/self/exe").parent_path() / "treering";
  fmt::print("median of {} runs of whole processes\n", runs);
  bool all_ran = print_table(treering, "long rings", long_rings(), runs);
  all_ran = print_table(treering, "with a target", kTargets, runs) && all_ran;
  all_ran = print_table(treering, "long rings with a late rank", late_rings(), runs) && all_ran;
  for (const std::string algorithm : {"ring", "tree"}) {
    all_ran = print_table(treering, "growth", growth_cases(algorithm), runs) && all_ran;
  }
  all_ran = print_announced(treering) && all_ran;
  if (all_ran) return EXIT_SUCCESS;
  fmt::print(stderr, "a run failed: try the command by hand\n");
  return EXIT_FAILURE;
}
