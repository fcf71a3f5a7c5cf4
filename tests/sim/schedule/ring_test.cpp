#include "sim/schedule/ring.h"

#include <algorithm>
#include <numeric>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/schedule/proof/verify.h"
#include "tests/support/mutations.h"
#include "tests/support/schedule_cases.h"

namespace treering::sim::schedule {
namespace ring_test {

using ::testing::ElementsAre;

RingInput input_for(Goal goal, int ranks, std::uint64_t bytes, int slices) {
  RingInput input;
  input.contract = testing::contract_for(goal, ranks, bytes);
  input.work = testing::two_channels(input.contract);
  std::mt19937 dice(static_cast<unsigned>(ranks));
  for (std::size_t channel = 0; channel < input.work.size(); ++channel) {
    std::vector<int> ring(static_cast<std::size_t>(ranks));
    std::iota(ring.begin(), ring.end(), 0);
    std::ranges::shuffle(ring, dice);
    input.rings.push_back(std::move(ring));
  }
  input.slicing = {slices, 16, 16};
  input.chunk_grain = 16;
  input.slots = 4;
  return input;
}

void expect_right(const RingInput& input) {
  const auto fault = fault_of(*ring_schedule(input));
  EXPECT_FALSE(fault) << name_of(input.contract.goal) << " of " << input.contract.block_bytes
                      << " bytes over " << input.contract.ranks << " ranks: " << fault->text;
}

TEST(Ring, IsRightForAllCollectivesThatItServes) {
  for (const Goal goal : testing::all_goals()) {
    if (!ring_serves(goal)) continue;
    for (int ranks = 1; ranks <= 33; ++ranks) {
      for (const std::uint64_t bytes : {1U, 64U, 700U}) {
        expect_right(input_for(goal, ranks, bytes, 1 + ranks % 2));
      }
    }
  }
}

TEST(Ring, IsRightOverManyRanks) {
  expect_right(input_for(Goal::AllReduce, 256, 4096, 1));
  expect_right(input_for(Goal::Broadcast, 1024, 4096, 2));
}

TEST(Ring, MistakesAreFound) {
  for (const Goal goal : testing::all_goals()) {
    if (!ring_serves(goal)) continue;
    testing::MutationCounts counts;
    for (int ranks = 2; ranks <= 6; ++ranks) {
      counts += testing::mutations_found(*ring_schedule(input_for(goal, ranks, 1000, 2)), 200);
    }
    for (const int ranks : {16, 33}) {
      counts += testing::mutations_found(*ring_schedule(input_for(goal, ranks, 700, 1)), 40);
    }
    SCOPED_TRACE(name_of(goal));
    testing::expect_found(counts, goal);
  }
}

// Three ranks, one loop: rank 0 sends chunk 2, combines 1 and 0, passes on 0's result, and so on.
TEST(Ring, ChunksGoAroundTwice) {
  RingInput input;
  input.contract = {Goal::AllReduce, 3, 12};
  input.rings = {{0, 1, 2}};
  input.work = {{0, 12, 4}};
  const auto ring = ring_schedule(input);
  ASSERT_EQ(ring->stream(0).steps, 5U);
  std::vector<std::uint64_t> places;
  for (StepIndex i = 0; i < 5; ++i) places.push_back(ring->data(0, i).front().begin);
  EXPECT_THAT(places, ElementsAre(8U, 4U, 0U, 8U, 4U));
  EXPECT_EQ(ring->step(0, 0), (Step{4, {}, {0, 1}, true, false}));
  EXPECT_EQ(ring->step(0, 1), (Step{4, {0, 1}, {0, 1}, true, false}));
  EXPECT_EQ(ring->step(0, 2), (Step{4, {0, 1}, {0, 1}, true, true}));
  EXPECT_EQ(ring->step(0, 3), (Step{4, {0, 1}, {0, 1}, false, true}));
  EXPECT_EQ(ring->step(0, 4), (Step{4, {0, 1}, {}, false, true}));
}

// 64 MiB over 24,576 ranks: nothing is kept for each step.
TEST(Ring, StepsOfManyRanksAreComputed) {
  RingInput input;
  input.contract = {Goal::AllReduce, 24576, 64U << 20U};
  std::vector<int> ring(24576);
  std::iota(ring.begin(), ring.end(), 0);
  input.rings = {ring};
  input.work = {{0, 64U << 20U, 1U << 20U}};
  input.chunk_grain = 16;
  const auto schedule = ring_schedule(input);
  EXPECT_EQ(schedule->stream(7).steps, 2U * 24576 - 1);
  EXPECT_EQ(schedule->step(7, 40000).bytes, 2736U);  // 64 MiB / 24,576 in multiples of 16
}

}  // namespace ring_test
}  // namespace treering::sim::schedule
