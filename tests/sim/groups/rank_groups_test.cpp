#include "sim/groups/rank_groups.h"

#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace treering::sim::groups {
namespace rank_groups_test {

using ::testing::ElementsAre;

std::vector<int> ranks_in(const Group& group) {
  std::vector<int> ranks;
  for (int own = 0; own < group.size; ++own) ranks.push_back(group.rank(own));
  return ranks;
}

TEST(RankGroups, TheFirstDimensionVariesFastest) {
  const std::vector<Dimension> dimensions{{"tp", 8}, {"dp", 4}};
  EXPECT_EQ(ranks_of(dimensions, 1000), 32);
  const auto tp = groups_of(dimensions, 0);
  ASSERT_EQ(tp.size(), 4U);
  EXPECT_THAT(ranks_in(tp[1]), ElementsAre(8, 9, 10, 11, 12, 13, 14, 15));
  const auto dp = groups_of(dimensions, 1);
  ASSERT_EQ(dp.size(), 8U);
  EXPECT_THAT(ranks_in(dp[3]), ElementsAre(3, 11, 19, 27));
}

TEST(RankGroups, TooManyRanksAreNone) {
  EXPECT_EQ(ranks_of({{"a", 1 << 20}, {"b", 1 << 20}}, 1 << 18), std::nullopt);
}

// Every rank is in one group of each dimension, and two groups of different dimensions have at most
// one rank in common.
RC_GTEST_PROP(RankGroups, DivideAllRanks, ()) {
  const auto sizes = *rc::gen::container<std::vector<int>>(3, rc::gen::inRange(1, 6));
  const std::vector<Dimension> dimensions{{"a", sizes[0]}, {"b", sizes[1]}, {"c", sizes[2]}};
  const int ranks = *ranks_of(dimensions, 1000);
  for (int dimension = 0; dimension < 3; ++dimension) {
    std::multiset<int> seen;
    for (const Group& group : groups_of(dimensions, dimension)) {
      RC_ASSERT(group.size == sizes[static_cast<std::size_t>(dimension)]);
      for (const int rank : ranks_in(group)) seen.insert(rank);
    }
    RC_ASSERT(seen.size() == static_cast<std::size_t>(ranks));
    for (int rank = 0; rank < ranks; ++rank) RC_ASSERT(seen.count(rank) == 1U);
  }
  for (const Group& one : groups_of(dimensions, 0)) {
    for (const Group& other : groups_of(dimensions, 1)) {
      const auto a = ranks_in(one);
      const std::set<int> own(a.begin(), a.end());
      int common = 0;
      for (const int rank : ranks_in(other)) common += static_cast<int>(own.count(rank));
      RC_ASSERT(common <= 1);
    }
  }
}

TEST(RankGroups, SeatsAreTheSameOnEveryNode) {
  const auto across = seats_of({0, 3, 8, 4}, 8);
  ASSERT_TRUE(across);
  EXPECT_THAT(across->nodes, ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(across->devices, ElementsAre(3));
  const auto inside = seats_of({0, 8, 1, 4}, 8);
  ASSERT_TRUE(inside);
  EXPECT_THAT(inside->nodes, ElementsAre(1));
  EXPECT_THAT(inside->devices, ElementsAre(0, 1, 2, 3));
  const auto two = seats_of({0, 1, 4, 4}, 8);
  ASSERT_TRUE(two);
  EXPECT_THAT(two->nodes, ElementsAre(0, 1));
  EXPECT_THAT(two->devices, ElementsAre(1, 5));
}

TEST(RankGroups, OtherSeatsOnOtherNodesAreNone) {
  EXPECT_EQ(seats_of({0, 0, 3, 4}, 8), std::nullopt);   // 0, 3, 6 | 1
  EXPECT_EQ(seats_of({0, 0, 1, 12}, 8), std::nullopt);  // eight, then four
  EXPECT_EQ(seats_of({0, 4, 1, 8}, 8), std::nullopt);   // 4 to 7 | 0 to 3
}

}  // namespace rank_groups_test
}  // namespace treering::sim::groups
