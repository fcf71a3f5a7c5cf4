#include "tuner/tune/confirm.h"

#include <cmath>

#include <gtest/gtest.h>

namespace treering::tuner::tune {
namespace confirm_test {

/// The library's own choice and a ring, at four sizes. Cell = 2 size + way.
Grid grid_of_two() {
  Grid grid;
  grid.ways = {{"", "", 0}, {"ring", "", 0}};
  grid.sizes = {1024, 2048, 4096, 8192};
  return grid;
}

Claim claim_of(std::size_t first, std::size_t last) {
  return {first, last, 1, 0, std::vector<double>(last - first + 1, 0.1)};
}

void add_pair(Evidence& evidence, int launch, std::size_t size, double own_us, double us) {
  evidence.fresh.push_back({launch, {2 * size, own_us}});
  evidence.fresh.push_back({launch, {2 * size + 1, us}});
}

TEST(Confirm, OnePairShowsNothing) {
  Evidence evidence;
  evidence.chosen_from = {{0, 100}, {0, 101}};
  add_pair(evidence, 0, 0, 200, 100);
  EXPECT_EQ(p_of(grid_of_two(), evidence, claim_of(0, 0)), 1);
}

TEST(Confirm, WithoutRepeatsNothingIsKnownOfTheScatter) {
  Evidence evidence;
  add_pair(evidence, 0, 0, 200, 100);
  add_pair(evidence, 1, 3, 200, 100);
  EXPECT_EQ(p_of(grid_of_two(), evidence, claim_of(0, 3)), 1);
}

TEST(Confirm, IsAStudentsTOfThePairs) {
  Evidence evidence;
  const double u = 0.1;
  // Gains of 0.5 +- 2 u in logarithms, cells that scatter by +- u.
  add_pair(evidence, 0, 0, std::exp(0.5 + u), std::exp(-u));
  add_pair(evidence, 1, 0, std::exp(0.5 - u), std::exp(+u));
  // Two cells with 2 u^2 each and one repeat each: v = 2 u^2 with 2 + 2 degrees of freedom, those
  // of all sizes and those of this one. s^2 = 2 x 2 v / 2^2 = 2 u^2. With 4 degrees of freedom
  // P(T > x) = 1/2 - x (6 + x^2) / (2 (4 + x^2)^1.5), and this look has a quarter of the error.
  const double x = 0.5 / (u * std::sqrt(2.0));
  const double tail = 0.5 - x * (6 + x * x) / (2 * std::pow(4 + x * x, 1.5));
  EXPECT_NEAR(p_of(grid_of_two(), evidence, claim_of(0, 0)), 4 * tail, 1e-12);
}

/// Half the time at small calls that scatter by a third; none to gain at large ones that do not.
Evidence noisy_gain_beside_a_quiet_tie() {
  Evidence evidence;
  for (int launch = 0; launch < 4; ++launch) {
    const double noise = launch % 2 == 0 ? 1.3 : 1 / 1.3;
    add_pair(evidence, launch, 0, 200 * noise, 100 / noise);
    add_pair(evidence, launch + 4, 3, 1000 + launch % 2, 1000);
  }
  return evidence;
}

// What is known best must not hide what matters.
TEST(Confirm, ALineCountsMostWhereMostShouldBeGained) {
  const Evidence evidence = noisy_gain_beside_a_quiet_tie();
  Claim claim = claim_of(0, 3);
  const Comparison alike = compared(grid_of_two(), evidence, claim);
  claim.gains = {0.7, 0.3, 0.1, 1e-4};
  const Comparison weighed = compared(grid_of_two(), evidence, claim);
  EXPECT_LT(alike.gain, 0.2);
  EXPECT_NEAR(alike.mean, std::log(2) / 2, 0.01);
  EXPECT_GT(weighed.gain, 0.3);
  EXPECT_GT(weighed.gain, 2 * weighed.error);
  EXPECT_DOUBLE_EQ(weighed.mean, alike.mean);
}

TEST(Confirm, MoreScatterTakesMorePairs) {
  const Evidence evidence = noisy_gain_beside_a_quiet_tie();
  const auto needed_at = [&](std::size_t size) {
    return pairs_needed(grid_of_two(), evidence, {size, size, 1, 0, {0.6}});
  };
  EXPECT_LT(needed_at(3), needed_at(0));
}

TEST(Confirm, ATieIsNoGain) {
  Evidence evidence;
  for (int launch = 0; launch < 4; ++launch) {
    add_pair(evidence, launch, 0, 101 + 0.001 * launch, 100);
  }
  EXPECT_EQ(p_of(grid_of_two(), evidence, claim_of(0, 0)), 1);
}

TEST(Confirm, HalvesOfAPairAreNone) {
  Evidence evidence;
  evidence.fresh = {{0, {0, 100}}, {1, {1, 50}}, {2, {0, 100}}, {2, {1, 50}}};
  EXPECT_EQ(pairs_of(grid_of_two(), evidence, claim_of(0, 0)), 1U);
}

TEST(Confirm, PairsAreSpreadOverTheSizesFromTheMiddleOn) {
  const Grid grid = grid_of_two();
  const Claim claim = claim_of(1, 3);
  Evidence evidence;
  for (const std::size_t size : {2U, 1U, 3U, 1U, 3U, 1U, 2U}) {
    EXPECT_EQ(next_size(grid, evidence, claim), size);
    add_pair(evidence, static_cast<int>(evidence.fresh.size()), size, 2, 1);
  }
  EXPECT_EQ(next_size(grid, {}, claim_of(2, 2)), 2U);
}

}  // namespace confirm_test
}  // namespace treering::tuner::tune
