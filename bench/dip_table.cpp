// Prints the rows of tuner/stats/dip_table.cpp: quantiles of the dip of uniform samples.
//
//   bench_dip_table [SIMULATIONS]     200,000 unless said, some minutes; the same figures every
//   time
#include <cstddef>
#include <cstdlib>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tests/support/dip_simulation.h"

int main(int argc, char** argv) {
  const std::size_t simulations = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 200000;
  for (const std::size_t samples : {4U, 5U, 6U, 7U, 8U, 9U, 10U, 12U, 15U, 20U, 30U, 50U, 100U,
                                    200U, 500U, 1000U, 2000U, 5000U}) {
    const auto row = treering::test::simulated_dips(samples, simulations);
    fmt::print("    {{{}, {{{:.5f}}}}},\n", samples, fmt::join(row.dips, ", "));
  }
}
