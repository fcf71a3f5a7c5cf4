#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/tuning/expectations.h"

namespace treering::app::tuning {
namespace unexpected_test {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;
using testing::StartsWith;

/// All ways are expected to take 10 us at the first size and 20 at the second. Cell = 3 size + way.
tuner::tune::Tuning tuning_with(std::vector<tuner::tune::Observation> shown) {
  tuner::tune::Table table;
  table.grid.sizes = {1024, 2048};
  table.grid.ways = {{"", "", 0}, {"ring", "", 0}, {"recursive_doubling", "", 0}};
  table.grid.expected_us = {10, 10, 10, 20, 20, 20};
  table.possible.assign(6, true);
  table.evidence.chosen_from = std::move(shown);
  tuner::tune::Tuning tuning;
  tuning.tables.push_back(table);
  return tuning;
}

TEST(UnexpectedWays, AreThoseFarSlowerThanOthersByTheModel) {
  const auto tuning = tuning_with({{0, 11}, {3, 22}, {1, 11}, {4, 22}, {2, 50}, {5, 100}});
  EXPECT_THAT(unexpected_ways(tuning),
              ElementsAre(StartsWith("all_reduce recursive_doubling takes 5.0 times as long as the "
                                     "model expects, other ways 1.1 times: ")));
}

// What Open MPI takes by itself may be the way that is held back.
TEST(UnexpectedWays, AreNotComparedWithTheLibrarysOwnChoice) {
  EXPECT_THAT(
      unexpected_ways(tuning_with({{0, 50}, {3, 100}, {1, 11}, {4, 22}, {2, 50}, {5, 100}})),
      SizeIs(1));
}

TEST(UnexpectedWays, AreNoneWhereAllAreSlow) {
  EXPECT_THAT(
      unexpected_ways(tuning_with({{0, 50}, {3, 100}, {1, 50}, {4, 100}, {2, 50}, {5, 100}})),
      IsEmpty());
}

// One launch may be an odd one: 2.7 times the others by one result says nothing, 4.5 times does,
// where its samples agree.
TEST(UnexpectedWays, ByOneResultTakeMore) {
  const auto count = [](const tuner::tune::Observation& slow) {
    return unexpected_ways(tuning_with({{0, 11}, {3, 22}, {1, 11}, {4, 22}, slow})).size();
  };
  EXPECT_EQ(count({2, 30}), 0U);
  EXPECT_EQ(count({2, 50, 0.02}), 1U);
  EXPECT_EQ(count({2, 250, 0.3}), 0U);
}

// The scheduler held one launch back, or the others are faster than expected: nothing is slow.
TEST(UnexpectedWays, AreSlowInEachLaunchAndSlowerThanExpected) {
  EXPECT_THAT(unexpected_ways(tuning_with({{0, 11}, {3, 22}, {1, 11}, {4, 22}, {2, 12}, {5, 100}})),
              IsEmpty());
  EXPECT_THAT(unexpected_ways(tuning_with({{0, 2}, {3, 4}, {1, 2}, {4, 4}, {2, 8}, {5, 16}})),
              IsEmpty());
}

TEST(UnexpectedWays, TakeAModel) {
  auto tuning = tuning_with({{0, 11}, {3, 22}, {1, 11}, {4, 22}, {2, 50}, {5, 100}});
  tuning.tables[0].grid.expected_us.clear();
  EXPECT_THAT(unexpected_ways(tuning), IsEmpty());
}

}  // namespace unexpected_test
}  // namespace treering::app::tuning
