#include "sim/schedule/contents.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace treering::sim::schedule {
namespace contents_test {

constexpr int kRanks = 70;  // more than a word of bits

RankSet ranks(const std::vector<int>& list) {
  RankSet all = RankSet::of(list.front());
  for (const int rank : list) all = all.with(RankSet::of(rank));
  return all;
}

// Sets of other words of 64 ranks have none in common, also where theirs do not meet.
TEST(RankSet, OfFarRanksAreUnited) {
  const RankSet low = ranks({1, 2});
  const RankSet high = RankSet::of(1000).with(RankSet::of(900));
  EXPECT_EQ(low.common_with(high), -1);
  EXPECT_EQ(high.common_with(low), -1);
  const RankSet all = high.with(low);
  EXPECT_EQ(all, low.with(high));
  EXPECT_EQ(all.size(), 4);
  EXPECT_TRUE(all.has(1) && all.has(2) && all.has(900) && all.has(1000));
  EXPECT_FALSE(all.has(0) || all.has(500) || all.has(5000));
  EXPECT_EQ(all.common_with(high), 900);
  EXPECT_NE(RankSet::of(3), RankSet::of(67));  // the same bit of another word
  EXPECT_EQ(high.missing(2000), 0);
}

TEST(RankSet, UnitesAndFindsWhatIsCommon) {
  const RankSet a = ranks({0, 3, 69});
  EXPECT_EQ(a.size(), 3);
  EXPECT_TRUE(a.has(69));
  EXPECT_FALSE(a.has(68));
  EXPECT_EQ(a.common_with(ranks({1, 2})), -1);
  EXPECT_EQ(a.common_with(ranks({2, 69})), 69);
  EXPECT_EQ(a.missing(kRanks), 1);
  EXPECT_EQ(RankSet::of(0).missing(1), -1);
}

TEST(Combined, SplitsWherePiecesEnd) {
  const Contents a{{{0, 8}, ranks({0})}};
  const Contents b{{{0, 4}, ranks({1})}, {{4, 4}, ranks({2})}};
  const auto both = combined(a, b);
  ASSERT_TRUE(both) << both.error();
  ASSERT_EQ(both->size(), 2U);
  EXPECT_EQ((*both)[0].range, (Range{0, 4}));
  EXPECT_EQ((*both)[0].values, ranks({0, 1}));
  EXPECT_EQ((*both)[1].values, ranks({0, 2}));
}

TEST(Combined, NamesWhatIsTwiceOrMissing) {
  const Contents a{{{0, 8}, ranks({0, 5})}};
  EXPECT_EQ(combined(a, {{{0, 8}, ranks({5})}}).error(),
            "the value of rank 5 is twice in bytes 0 to 7");
  EXPECT_EQ(combined(a, {{{0, 4}, ranks({1})}}).error(), "bytes 4 to 7 are missing");
  EXPECT_EQ(combined(a, {{{4, 4}, ranks({1})}}).error(), "bytes 0 to 3 are missing");
  EXPECT_EQ(combined({}, a).error(), "bytes 0 to 7 are missing");
}

TEST(Memory, KeepsWhatIsNotReplaced) {
  Memory memory;
  memory.put({{{0, 10}, ranks({0})}});
  memory.put({{{4, 2}, ranks({1})}});
  const auto all = memory.take({{0, 10}});
  ASSERT_TRUE(all) << all.error();
  ASSERT_EQ(all->size(), 3U);
  EXPECT_EQ((*all)[1].range, (Range{4, 2}));
  EXPECT_EQ((*all)[1].values, ranks({1}));
  EXPECT_EQ((*all)[2].range, (Range{6, 4}));
}

TEST(Memory, NamesTheFirstByteThatItLacks) {
  Memory memory;
  memory.put({{{0, 4}, ranks({0})}});
  EXPECT_EQ(memory.take({{2, 4}}).error(), "bytes 4 to 5 are missing");
  EXPECT_EQ(memory.take({{7, 1}}).error(), "byte 7 is missing");
}

}  // namespace contents_test
}  // namespace treering::sim::schedule
