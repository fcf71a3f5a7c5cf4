// How long a piece of work keeps the processor busy, for tests that promise speed.
#pragma once

#include <ctime>

namespace treering::test {

/// Seconds of processor time. Unlike a clock on the wall it leaves out waiting for other programs,
/// so a busy machine does not fail the test.
template <class Work>
double processor_seconds(const Work& work) {
  const std::clock_t start = std::clock();
  work();
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

}  // namespace treering::test
