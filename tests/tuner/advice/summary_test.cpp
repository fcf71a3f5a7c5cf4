#include "tuner/advice/summary.h"

#include <gtest/gtest.h>

#include "tests/support/fake_alternatives.h"

namespace treering::tuner::advice {
namespace summary_test {

using core::Collective;
using testing::agreed;
using testing::fake_alternatives;

/// 10 GB/s out of and into each of 2 parts.
sim::bound::WireBound two_parts() {
  const auto rate = core::Bandwidth::from_gb_per_s(10);
  return {{{"the wires", 2, rate, false, {{1, rate, rate, true}, {1, rate, rate, false}}}}, 2};
}

// Tree 10 us + S at 1 GB/s, Ring 30 us + S at 2 GB/s: equal at 40000 B, where Tree is the first.
const auto kHonest =
    fake_alternatives({agreed("Tree", "LL", 10, 1), agreed("Ring", "Simple", 30, 2)});

TEST(Summary, ChoicesChangeAtTheExactByte) {
  const Summary summary =
      summarise({kHonest, kHonest}, two_parts(), {Collective::AllReduce, {8, 1'000'000}, {}});
  ASSERT_EQ(summary.choices.size(), 2U);
  EXPECT_EQ(summary.choices[0], (sim::Piece<std::string>{8, 40000, "Tree/LL"}));
  EXPECT_EQ(summary.choices[1], (sim::Piece<std::string>{40001, 1'000'000, "Ring/Simple"}));
}

TEST(Summary, ForcingCostsMostWhereTheOtherIsAtItsBest) {
  const Summary summary =
      summarise({kHonest, kHonest}, two_parts(), {Collective::AllReduce, {1000, 1'000'000}, {}});
  // At 10^6 B Tree takes 1010 us, Ring 530; at 1000 B Tree takes 11, Ring 30.5.
  ASSERT_EQ(summary.forced.size(), 2U);
  EXPECT_EQ(summary.forced[0].algorithm, "Tree");
  EXPECT_NEAR(summary.forced[0].worst, 1010.0 / 530, 1e-12);
  EXPECT_EQ(summary.forced[0].worst_at, 1'000'000U);
  EXPECT_NEAR(summary.forced[1].worst, 30.5 / 11, 1e-12);
  EXPECT_EQ(summary.forced[1].worst_at, 1000U);
  EXPECT_EQ(summary.gain.greatest, 1);
}

TEST(Summary, ReachIsBoundOverTime) {
  // An all-reduce of 10^6 B moves 10^6 B through 10 GB/s: 100 us of the best's 530.
  const Summary summary =
      summarise({kHonest, kHonest}, two_parts(), {Collective::AllReduce, {1000, 1'000'000}, {}});
  ASSERT_TRUE(summary.reach_at_last);
  EXPECT_NEAR(summary.reach_at_last->share, 100.0 / 530, 1e-12);
  EXPECT_EQ(summary.reach_at_last->limit, "the wires");
  EXPECT_NEAR(summary.reach_at_last->allowed.in_gb_per_s(), 10, 1e-12);
  EXPECT_EQ(summary.greatest_reach, summary.reach_at_last);
}

TEST(Summary, AnAlgorithmThatMissesSizesIsNotEverywhere) {
  const sim::AlternativesOf some = [](Collective collective, std::uint64_t bytes) {
    auto all = kHonest(collective, bytes);
    if (bytes < 100) all.pop_back();
    return all;
  };
  const Summary summary =
      summarise({some, some}, two_parts(), {Collective::AllReduce, {8, 1000}, {}});
  EXPECT_TRUE(summary.forced[0].is_everywhere);
  EXPECT_FALSE(summary.forced[1].is_everywhere);
}

TEST(Summary, AFilterComparesWhatItAllowsWithNcclsOwnChoice) {
  // Ring takes 30.5 us for 1000 B where Tree takes 11, and is NCCL's own choice for 10^6 B.
  const Summary summary = summarise({kHonest, kHonest}, two_parts(),
                                    {Collective::AllReduce, {1000, 1'000'000}, {{"Ring"}, {}}});
  EXPECT_NEAR(1 / summary.gain.least, 30.5 / 11, 1e-12);
  EXPECT_EQ(summary.gain.least_at, 1000U);
  EXPECT_EQ(summary.gain.greatest, 1);
  EXPECT_TRUE(summary.forced.empty());
  EXPECT_EQ(summary.choices[0].value, "Tree/LL");
}

TEST(Summary, WithoutSizesThereIsNothingToSay) {
  EXPECT_TRUE(summarise({kHonest, kHonest}, two_parts(), {}).choices.empty());
}

TEST(Summary, WithoutAlternativesThereIsNothingToSay) {
  const sim::AlternativesOf none = [](Collective, std::uint64_t) {
    return std::vector<sim::Alternative>();
  };
  const Summary summary =
      summarise({none, none}, two_parts(), {Collective::AllToAll, {8, 1000}, {}});
  EXPECT_TRUE(summary.forced.empty());
  EXPECT_FALSE(summary.reach_at_last);
}

}  // namespace summary_test
}  // namespace treering::tuner::advice
