// The cost of a process: the processor time of this one, and all of a program that is run.
#pragma once

#include <ctime>
#include <string>
#include <vector>

namespace treering::bench {

// What a benchmark counts on machines that others use too.

/// Seconds of processor time of this process.
inline double cpu_s() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

// Runs a program as a whole process and reports what the operating system accounts for it.

struct ProcessCost {
  int exit_code = -1;  // -1: could not be started or was killed by a signal
  double wall_ms = 0;
  double cpu_ms = 0;   // user + system
  double peak_mb = 0;  // resident memory, 10^6 bytes
};

/// Output of the child is thrown away. argv[0] is the program's path, or its name where PATH finds
/// it.
ProcessCost run_process(const std::vector<std::string>& argv);

/// Likewise, with what the child writes to its standard error.
struct HeardProcess {
  ProcessCost cost;
  std::string errors;
};
HeardProcess run_and_hear(const std::vector<std::string>& argv);

/// The runs' medians, figure by figure, after one uncounted run. \pre runs > 0
ProcessCost median_cost(const std::vector<std::string>& argv, int runs);

}  // namespace treering::bench
