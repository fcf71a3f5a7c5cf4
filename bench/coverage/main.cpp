// Prints how often the statistics of measurements are right, on simulated series whose truth is
// known: the figures of docs/measuring.md. Fixed seeds, so the same figures every time.
//
//   bench_coverage [SERIES]     2,000 of each kind unless said, some minutes
#include <cstddef>
#include <cstdlib>

#include "bench/coverage/tables.h"

int main(int argc, char** argv) {
  using namespace treering::tuner::stats;
  constexpr std::size_t kSeries = 2000;
  const std::size_t series = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : kSeries;
  print_intervals(series);
  print_stopping(series);
  print_short_series(series);
  print_launches(series);
  print_comparisons(series);
  print_spreads(series);
  print_modes(series);
  print_false_modes(series);
  print_modes_between(series);
  print_drift(series);
  print_trends(series);
}
