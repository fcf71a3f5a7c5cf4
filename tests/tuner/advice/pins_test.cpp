#include <string>

#include <gtest/gtest.h>

#include "tests/support/fake_alternatives.h"
#include "tuner/advice/recommend.h"

namespace treering::tuner::advice {
namespace pins_test {

using core::Collective;
using testing::agreed;
using testing::fake_alternatives;

// Tree up to 40000 B, then Ring: recommend_test.cpp.
const auto kAlternatives = fake_alternatives(
    {agreed("Tree", "LL", 10, 1), agreed("Ring", "LL", 40, 1), agreed("Ring", "Simple", 30, 2)});

CollectiveAdvice advised_with(const std::vector<Pin>& pins) {
  Question question{{Collective::AllReduce, Collective::Broadcast}, {}, {8}, {}};
  const auto all = advise_pinned(kAlternatives, question, pins);
  EXPECT_FALSE(all[1].is_advised);
  return all[0];
}

/// "0:Tree/LL 8:Ring/LL!": as it changes, '!' marks what is advised. Ranges have no gaps.
std::string text(const CollectiveAdvice& advice) {
  std::string result;
  std::string before;
  std::uint64_t next = 0;
  for (const RangeAdvice& range : advice.ranges) {
    EXPECT_EQ(range.first, next);
    next = range.last + 1;
    const std::string label =
        range.way.algorithm + "/" + range.way.protocol + (range.is_advised ? "! " : " ");
    if (label != before) result += std::to_string(range.first) + ":" + label;
    before = label;
  }
  EXPECT_EQ(advice.ranges.back().last, kAnySize);
  return result;
}

TEST(Pins, HoldForTheirSizesAlone) {
  const Pin pin{Collective::AllReduce, 4096, 65536, {"ring", "ll", 2}, 1.5};
  const CollectiveAdvice advice = advised_with({pin});
  EXPECT_EQ(text(advice), "0:Tree/LL 4096:Ring/LL! 65537:Ring/Simple ");
  EXPECT_TRUE(advice.is_advised);
  EXPECT_DOUBLE_EQ(advice.gain.mean, 1.5);
  for (const RangeAdvice& range : advice.ranges) {
    if (!range.is_advised) continue;
    EXPECT_EQ(range.way.channels, 2);
  }
}

// Ring's protocol is left to NCCL, which takes LL up to 20000 B: 40 + S/1000 = 30 + S/2000 nowhere,
// so Simple everywhere.
TEST(Pins, LeaveOpenWhatTheyDoNotName) {
  const CollectiveAdvice advice =
      advised_with({{Collective::AllReduce, 1024, 1024, {"RING", "", 0}, 1.2}});
  EXPECT_EQ(text(advice), "0:Tree/LL 1024:Ring/Simple! 1025:Tree/LL 40001:Ring/Simple ");
}

TEST(Pins, SeveralStandBesideEachOther) {
  const CollectiveAdvice advice =
      advised_with({{Collective::AllReduce, 1 << 20, 1 << 20, {"tree", "ll", 0}, 4},
                    {Collective::AllReduce, 64, 128, {"ring", "simple", 0}, 1}});
  EXPECT_EQ(text(advice),
            "0:Tree/LL 64:Ring/Simple! 129:Tree/LL 40001:Ring/Simple 1048576:Tree/LL! "
            "1048577:Ring/Simple ");
  EXPECT_DOUBLE_EQ(advice.gain.mean, 2);
  EXPECT_EQ(advice.gain.greatest_at, 1U << 20);
}

TEST(Pins, WhatNcclCannotFollowKeepsItsOwnChoice) {
  EXPECT_EQ(text(advised_with({{Collective::AllReduce, 64, 128, {"nvls", "", 0}, 2}})),
            "0:Tree/LL 40001:Ring/Simple ");
}

}  // namespace pins_test
}  // namespace treering::tuner::advice
