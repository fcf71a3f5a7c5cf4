#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/simulate.h"
#include "app/simulation/faults.h"

namespace treering::app {
namespace jitter_test {

using ::testing::HasSubstr;

TEST(Jitter, Times) {
  EXPECT_EQ(*simulation::us_of("50us", "start"), 50);
  EXPECT_EQ(*simulation::us_of("1.5ms", "start"), 1500);
  EXPECT_EQ(*simulation::us_of("2s", "start"), 2e6);
  EXPECT_EQ(*simulation::us_of("7", "start"), 7);
  for (const char* text : {"", "-1us", "us", "1h", "1 us", "nan", "inf"}) {
    EXPECT_FALSE(simulation::us_of(text, "start")) << text;
  }
}

TEST(Jitter, EveryTimeUpToTheMostIsAsLikely) {
  constexpr int kRanks = 4096;
  const auto late = simulation::late_ranks({"100us", 7}, kRanks);
  ASSERT_TRUE(late);
  ASSERT_EQ(late->size(), static_cast<std::size_t>(kRanks));
  double sum = 0;
  int early = 0;
  for (const auto& one : *late) {
    EXPECT_GE(one.us, 0);
    EXPECT_LT(one.us, 100);
    sum += one.us;
    early += one.us < 10 ? 1 : 0;
  }
  EXPECT_NEAR(sum / kRanks, 50, 2);
  EXPECT_NEAR(early, kRanks / 10, 60);
}

TEST(Jitter, SeedsDecide) {
  const auto us = [](std::uint64_t seed) {
    return simulation::late_ranks({"1ms", seed}, 2)->at(1).us;
  };
  EXPECT_EQ(us(1), us(1));
  EXPECT_NE(us(1), us(2));
  EXPECT_TRUE(simulation::late_ranks({}, 4)->empty());
}

TEST(Jitter, ACallWaitsForTheLastRank) {
  SimulateRequest request;
  request.job.topology = "dgx-h100";
  request.way.algorithm = "ring";
  const auto on_time = answer(request);
  request.faults.jitter = {"200us", 3};
  const auto jittered = answer(request);
  ASSERT_TRUE(on_time && jittered);
  double last = 0;
  const auto late = simulation::late_ranks(request.faults.jitter, 8);
  for (const auto& one : *late) {
    last = std::max(last, one.us);
  }
  EXPECT_GE(jittered->time.in_us(), last);
  // Messages that were apart may now meet on a link.
  EXPECT_LE(jittered->time.in_us(), 1.01 * (on_time->time.in_us() + last));
  EXPECT_THAT(jittered->faults.back(), HasSubstr("seed 3"));
}

}  // namespace jitter_test
}  // namespace treering::app
