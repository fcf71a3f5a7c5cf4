// How much memory this process has held at most, for tests that promise a bound.
// Says nothing under a sanitizer: tests/support/sanitized.h.
#pragma once

#include <sys/resource.h>

namespace treering::test {

/// MB (10^6 bytes) of resident memory, at its peak since the process began.
inline double peak_memory_mb() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) * 1024 / 1e6;  // Linux counts in KiB
}

}  // namespace treering::test
