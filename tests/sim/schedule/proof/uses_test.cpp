#include <gtest/gtest.h>

#include "sim/schedule/proof/races.h"

namespace treering::sim::schedule {
namespace uses_test {

constexpr Use kRead{1, 0, false};
constexpr Use kWrite{2, 5, true};

/// Uses of this stream alone come before the next one.
Uses::IsBefore only(StreamId stream) {
  return [stream](const Use& use) { return use.stream == stream; };
}

TEST(Uses, ReadsDoNotClash) {
  Uses uses;
  EXPECT_FALSE(uses.add(kRead, {0, 8}, only(1)));
  EXPECT_FALSE(uses.add({3, 0, false}, {4, 8}, only(3)));
}

TEST(Uses, AWriteClashesWithTheReadsSinceTheLastWrite) {
  Uses uses;
  EXPECT_FALSE(uses.add(kRead, {4, 4}, only(1)));
  EXPECT_FALSE(uses.add(kWrite, {0, 4}, only(2)));
  const auto clash = uses.add({3, 1, true}, {2, 4}, only(2));
  ASSERT_TRUE(clash);
  EXPECT_EQ(clash->before.stream, 1);
  EXPECT_EQ(clash->range, (Range{4, 2}));
}

TEST(Uses, AReadClashesWithTheLastWrite) {
  Uses uses;
  EXPECT_FALSE(uses.add(kWrite, {8, 8}, only(2)));
  EXPECT_FALSE(uses.add(kRead, {0, 8}, only(1)));
  EXPECT_FALSE(uses.add(kRead, {16, 8}, only(1)));
  const auto clash = uses.add(kRead, {0, 24}, only(1));
  ASSERT_TRUE(clash);
  EXPECT_EQ(clash->before.step, 5U);
  EXPECT_EQ(clash->range, (Range{8, 8}));
  EXPECT_FALSE(uses.add(kRead, {3, 0}, only(1)));
}

}  // namespace uses_test
}  // namespace treering::sim::schedule
