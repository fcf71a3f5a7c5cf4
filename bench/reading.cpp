// Times the reading of files at the limits of what is read, and the refusal of files far beyond
// them, as whole processes. Target: one clear error within 1 s and 200 MB.
//
//   build/release/bin/bench_reading [RUNS]
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include <fmt/core.h>
#include <unistd.h>

#include "bench/process_cost.h"
#include "tests/support/large_inputs.h"

namespace {

namespace fs = std::filesystem;
using treering::bench::ProcessCost;
using treering::test::LargeInput;

constexpr double kTargetMs = 1000;
constexpr double kTargetMb = 200;
constexpr int kBadInput = 3;  // the program's exit code for it

bool print_row(const std::string& treering, const fs::path& folder, const LargeInput& input,
               int runs) {
  const fs::path file = folder / input.file;
  {
    std::ofstream out(file);
    input.write(out);
  }
  const ProcessCost cost = treering::bench::median_cost({treering, "show", file.string()}, runs);
  const bool is_reached = cost.cpu_ms <= kTargetMs && cost.peak_mb <= kTargetMb;
  fmt::print("{:<5} {:<28} {:>6.1f} {:>9.1f} {:>9.1f} {:>9.1f}   {}\n",
             fs::path(input.file).extension().string().substr(1), input.what,
             static_cast<double>(fs::file_size(file)) / 1e6, cost.wall_ms, cost.cpu_ms,
             cost.peak_mb, is_reached ? "reached" : "MISSED");
  fs::remove(file);
  const bool is_refused = input.shows == LargeInput::Shows::Nothing;
  return cost.exit_code == (is_refused ? kBadInput : EXIT_SUCCESS);
}

}  // namespace

int main(int argc, char** argv) {
  const int runs = argc > 1 ? std::max(1, std::atoi(argv[1])) : 5;
  const auto treering = fs::canonical("/proc/self/exe").parent_path() / "treering";
  const fs::path folder = fs::temp_directory_path() / fmt::format("treering-reading-{}", getpid());
  fs::create_directories(folder);
  fmt::print("treering show, median of {} runs; target: {} ms CPU, {} MB\n", runs, kTargetMs,
             kTargetMb);
  fmt::print("{:<5} {:<28} {:>6} {:>9} {:>9} {:>9}\n", "form", "file of", "MB", "wall ms", "CPU ms",
             "peak MB");
  bool all_as_expected = true;
  for (const LargeInput& input : treering::test::large_inputs()) {
    all_as_expected = print_row(treering, folder, input, runs) && all_as_expected;
  }
  fs::remove_all(folder);
  if (!all_as_expected) fmt::print(stderr, "a run did not end as expected: try it by hand\n");
  return all_as_expected ? EXIT_SUCCESS : EXIT_FAILURE;
}
