// Our engine beside SimGrid on the same rings (ring_case.h): time and memory of whole processes,
// and how far the simulated times are apart. SimGrid is left out once it would take more than a
// minute.
//
//   apt-get install libsimgrid-dev     before CMake is run
//   build/release/bin/bench_simgrid
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <fmt/core.h>

#include "bench/process_cost.h"
#include "bench/simgrid/ring_case.h"

namespace {

using treering::bench::ProcessCost;
using treering::bench::simgrid::Found;
using treering::bench::simgrid::RingCase;

constexpr double kMostMs = 60e3;

struct Run {
  ProcessCost cost;
  Found found;
};

class Programs {
 public:
  Run treering(const RingCase& job) const { return run("bench_simgrid_treering", job, {}); }
  Run treering_all(const RingCase& job) const {
    return run("bench_simgrid_treering", job, {"all"});
  }
  Run simgrid(const RingCase& job) const {
    return run("bench_simgrid_simgrid", job, {"--log=root.thresh:critical"});
  }

 private:
  Run run(const std::string& program, const RingCase& job,
          const std::vector<std::string>& options) const {
    std::filesystem::remove(output_);
    std::vector<std::string> words{(folder_ / program).string()};
    for (const std::string& word : treering::bench::simgrid::words_of(job, output_))
      words.push_back(word);
    words.insert(words.end(), options.begin(), options.end());
    Run result;
    result.cost = treering::bench::run_process(words);
    result.found = treering::bench::simgrid::read(output_);
    return result;
  }

  std::filesystem::path folder_ = std::filesystem::canonical("/proc/self/exe").parent_path();
  std::string output_ = std::filesystem::temp_directory_path() / "treering_bench_simgrid";
};

void print_cost(const std::optional<Run>& run) {
  if (!run) return fmt::print(" {:>9} {:>7}", "-", "-");
  fmt::print(" {:>9.0f} {:>7.0f}", run->cost.cpu_ms, run->cost.peak_mb);
}

void print_row(const RingCase& job, const Run& ours, const std::optional<Run>& all,
               const std::optional<Run>& theirs) {
  fmt::print("{:>6} {:>8} {:>4} {:>12}", job.ranks, job.channels, job.has_slow_link ? "yes" : "",
             ours.found.messages);
  print_cost(ours);
  print_cost(all);
  print_cost(theirs);
  fmt::print(" {:>14.1f}", ours.found.time_us);
  if (theirs) {
    fmt::print(" {:>14.1f} {:>8.4f} %", theirs->found.time_us,
               100 * std::abs(ours.found.time_us / theirs->found.time_us - 1));
    if (all) fmt::print(" {:>7.0f}", theirs->cost.cpu_ms / all->cost.cpu_ms);
  }
  fmt::print("\n");
}

/// With twice the ranks there are four times the messages.
bool would_end(const std::optional<Run>& before) {
  constexpr double kGrowth = 4;
  return before && before->cost.cpu_ms * kGrowth <= kMostMs;
}

void print_growth(const Programs& programs, RingCase job, int most_ranks) {
  constexpr int kFewest = 8;
  std::optional<Run> all{Run{}};
  std::optional<Run> theirs{Run{}};
  for (job.ranks = kFewest; job.ranks <= most_ranks; job.ranks *= 2) {
    all = would_end(all) ? std::optional(programs.treering_all(job)) : std::nullopt;
    theirs = would_end(theirs) ? std::optional(programs.simgrid(job)) : std::nullopt;
    print_row(job, programs.treering(job), all, theirs);
  }
}

}  // namespace

int main() {
  constexpr int kMostEven = 131072;
  constexpr int kMostUneven = 2048;  // nothing is symmetric: all messages are simulated
  constexpr int kChannels = 16;
  const Programs programs;
  fmt::print("{:>6} {:>8} {:>4} {:>12} {:>17} {:>17} {:>17} {:>14} {:>14} {:>10} {:>7}\n", "", "",
             "slow", "", "treering", "no shortcuts", "SimGrid", "treering", "SimGrid", "", "times");
  fmt::print(
      "{:>6} {:>8} {:>4} {:>12} {:>9} {:>7} {:>9} {:>7} {:>9} {:>7} {:>14} {:>14} {:>10}"
      " {:>7}\n",
      "ranks", "channels", "link", "messages", "CPU ms", "MB", "CPU ms", "MB", "CPU ms", "MB", "us",
      "us", "apart", "faster");
  print_growth(programs, {.channels = 1}, kMostEven);
  print_growth(programs, {.channels = kChannels}, kMostUneven);
  print_growth(programs, {.channels = 1, .has_slow_link = true}, kMostUneven);
  print_growth(programs, {.channels = kChannels, .has_slow_link = true}, kMostUneven / 4);
  return EXIT_SUCCESS;
}
