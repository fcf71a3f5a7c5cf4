#include "tuner/tune/belief.h"

#include <cmath>

#include <gtest/gtest.h>

namespace treering::tuner::tune {
namespace {

Grid grid_of(std::vector<sim::Way> ways, std::vector<std::uint64_t> sizes) {
  Grid grid;
  grid.ways = std::move(ways);
  grid.sizes = std::move(sizes);
  return grid;
}

double sd(const Belief& belief, std::size_t cell) {
  return std::sqrt(belief.between(cell, cell));
}

TEST(TuneBelief, WithoutMeasurementsItIsTheModel) {
  Grid grid = grid_of({{"ring", "", 0}, {"tree", "", 0}}, {8, 1024});
  grid.expected_us = {10, 5, 20, std::nullopt};
  const Belief belief = believe(grid, {});
  EXPECT_NEAR(belief.mean[0], std::log(10), 1e-12);
  EXPECT_NEAR(belief.mean[1], std::log(5), 1e-12);
  // No expectation: that of the others at this size.
  EXPECT_NEAR(belief.mean[3], std::log(20), 1e-12);
  EXPECT_GT(sd(belief, 0), 0.2);
}

TEST(TuneBelief, AMeasurementTellsOfItsCellMostAndOfTheSameWayMoreThanOfOthers) {
  Grid grid = grid_of({{"ring", "", 0}, {"tree", "", 0}}, {1024, 2048, 1U << 20U});
  grid.expected_us = {10, 10, 10, 10, 10, 10};
  const Belief before = believe(grid, {});
  const Belief after = believe(grid, {{0, 20}});
  EXPECT_NEAR(after.mean[0], std::log(20), 0.05);
  const auto moved = [&](std::size_t cell) { return after.mean[cell] - before.mean[cell]; };
  EXPECT_GT(moved(0), moved(2));  // ring, twice the size
  EXPECT_GT(moved(2), moved(3));  // tree at that size
  EXPECT_GT(moved(3), 0);
  EXPECT_GT(moved(2), moved(4));  // ring, a thousand times the size
  EXPECT_LT(sd(after, 0), sd(after, 2));
  EXPECT_LT(sd(after, 2), sd(before, 2));
}

TEST(TuneBelief, TheLibrarysOwnChoiceIsTheWayThatTheModelKnows) {
  Grid grid = grid_of({{"", "", 0}, {"ring", "", 0}, {"tree", "", 0}}, {1024, 1U << 20U});
  grid.expected_us = {10, 12, 10, 100, 100, 130};
  grid.own_way = {2, 1};  // tree, then ring
  const std::vector<Observation> shown{{1, 12}, {2, 30}};
  const Belief belief = believe(grid, shown);
  EXPECT_NEAR(belief.mean[0], std::log(30), 0.1);
  // At the other size it is the ring, which took as long as expected.
  EXPECT_NEAR(belief.mean[3], belief.mean[4], 1e-9);
  EXPECT_LT(belief.mean[3] - std::log(100), belief.mean[5] - std::log(130));
  grid.own_way = {std::nullopt, std::nullopt};
  EXPECT_LT(believe(grid, shown).mean[0], std::log(25));
}

TEST(TuneBelief, MeasurementsShowThatTheLibraryChoosesOtherwise) {
  Grid grid = grid_of({{"", "", 0}, {"ring", "", 0}, {"tree", "", 0}}, {1024, 2048, 4096});
  grid.expected_us = {10, 15, 10, 12, 16, 12, 15, 18, 15};
  grid.own_way = {2, 2, 2};
  // It takes the ring.
  const Belief belief =
      believe(grid, {{0, 15}, {0, 15.1}, {1, 15}, {2, 10}, {2, 10.1}, {3, 16}, {4, 16}, {5, 12}});
  EXPECT_NEAR(belief.mean[0], std::log(15), 0.05);
  EXPECT_NEAR(belief.mean[2], std::log(10), 0.05);
  // So what is not measured yet is doubted.
  EXPECT_GT(std::sqrt(belief.between(6, 6) + belief.between(8, 8) - 2 * belief.between(6, 8)), 0.1);
}

TEST(TuneBelief, RepeatsMakeItSurer) {
  Grid grid = grid_of({{"ring", "", 0}, {"tree", "", 0}}, {1024});
  const Belief once = believe(grid, {{0, 20}});
  const Belief often = believe(grid, {{0, 20}, {0, 20.2}, {0, 19.8}, {0, 20.1}, {0, 19.9}});
  EXPECT_LT(sd(often, 0), sd(once, 0));
  EXPECT_NEAR(often.mean[0], std::log(20), 0.01);
}

TEST(TuneBelief, LaunchesThatScatterAreNoise) {
  Grid grid = grid_of({{"ring", "", 0}}, {1024, 1U << 20U});
  const Belief quiet = believe(grid, {{0, 20}, {0, 20}, {0, 20}, {0, 20}});
  const Belief noisy = believe(grid, {{0, 10}, {0, 40}, {0, 15}, {0, 30}});
  EXPECT_GT(noisy.noise[0], 10 * quiet.noise[0]);
  // Other sizes learn of it, too.
  EXPECT_GT(noisy.noise[1], quiet.noise[1]);
}

// Calls that alternate: a launch that saw fast ones alone knows its own median well, and not that
// of the next launch.
TEST(TuneBelief, ALaunchThatSeemsToKnowBetterThanOthersDoesNotOutweighThem) {
  Grid grid = grid_of({{"ring", "", 0}, {"tree", "", 0}}, {1024, 2048});
  grid.expected_us = {2000, 2000, 2000, 2000};
  const std::vector<Observation> steady{{0, 400, 0.01}, {0, 3000, 0.3}, {0, 4000, 0.3}};
  const Belief belief = believe(grid, steady);
  EXPECT_GT(std::exp(belief.mean[0]), 1000);
}

TEST(TuneBelief, OneMoreLaunchMovesNoTimeButKnowsAllBetter) {
  Grid grid = grid_of({{"ring", "", 0}, {"tree", "", 0}}, {1024, 2048});
  const Belief before = believe(grid, {{0, 20}, {3, 15}});
  const Belief after = after_one_more(before, 1);
  EXPECT_EQ(after.mean, before.mean);
  for (std::size_t cell = 0; cell < 4; ++cell) {
    EXPECT_LE(after.between(cell, cell), before.between(cell, cell));
  }
  EXPECT_LT(after.between(1, 1), before.noise[1]);
}

}  // namespace
}  // namespace treering::tuner::tune
