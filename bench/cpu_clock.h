// What a benchmark counts on machines that others use too.
#pragma once

#include <ctime>

namespace treering::bench {

/// Seconds of processor time of this process.
inline double cpu_s() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace treering::bench
