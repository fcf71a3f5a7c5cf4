#include "tuner/advice/recommend.h"

#include <cmath>

#include <gtest/gtest.h>

#include "tests/support/fake_alternatives.h"
#include "tuner/advice/setting.h"

namespace treering::tuner::advice {
namespace recommend_test {

using core::Collective;
using testing::agreed;
using testing::fake_alternatives;

Question question(std::vector<std::uint64_t> sizes, sim::Filter filter = {}) {
  return {{Collective::AllReduce, Collective::Broadcast},
          {Collective::AllReduce},
          std::move(sizes),
          std::move(filter)};
}

/// "8:Tree/LL!", where '!' marks what is advised; ranges that differ in channels only are one.
std::string text(const CollectiveAdvice& advice) {
  std::string result;
  std::string before;
  for (const RangeAdvice& range : advice.ranges) {
    const std::string label =
        range.way.algorithm + "/" + range.way.protocol + (range.is_advised ? "! " : " ");
    if (label != before) result += std::to_string(range.first) + ":" + label;
    before = label;
  }
  return result;
}

// Tree 10 us + S at 1 GB/s, Ring 30 us + S at 2 GB/s: equal where S/1000 - S/2000 = 20 us, at
// 40000 B, where NCCL takes the first in its order, Tree.
const auto kHonest =
    fake_alternatives({agreed("Tree", "LL", 10, 1), agreed("Ring", "Simple", 30, 2)});

TEST(Recommend, RangesChangeWhereTheFasterChanges) {
  const auto advice = advise(kHonest, question({8, 1 << 20}));
  EXPECT_EQ(text(advice[0]), "0:Tree/LL 8:Tree/LL! 40001:Ring/Simple! 1048577:Ring/Simple ");
}

TEST(Recommend, WhatIsNotAdvisedOnKeepsNcclsChoice) {
  const auto advice = advise(kHonest, question({8, 1 << 20}, {{"Ring"}, {}}));
  EXPECT_FALSE(advice[1].is_advised);
  for (const RangeAdvice& range : advice[1].ranges) EXPECT_FALSE(range.is_advised);
  // Ring from 8 B to 1 MiB as demanded, outside NCCL's own.
  EXPECT_EQ(advice[0].ranges.front().way.algorithm, "Tree");
  EXPECT_EQ(advice[0].ranges.front().last, 7U);
  EXPECT_EQ(advice[0].ranges[1].way.algorithm, "Ring");
  EXPECT_EQ(advice[0].ranges.back().first, (1U << 20) + 1);
}

TEST(Recommend, RangesSplitWhereChannelsChange) {
  const auto advice = advise(kHonest, question({8, 1 << 20}));
  // One channel for each KiB begun: 0..7 (not advised on), 8..1024, then 15 more.
  EXPECT_EQ(advice[0].ranges[1].last, 1024U);
  EXPECT_EQ(advice[0].ranges[2].way.channels, 2);
}

TEST(Recommend, GainIsAgainstNcclsOwnChoice) {
  // NCCL believes Tree to take 10 us, but by the model it takes 40 us and Ring 20.
  const auto wrong =
      fake_alternatives({{"Tree", "LL", 10, 1e6, 40, 1e6}, {"Ring", "Simple", 20, 1e6, 20, 1e6}});
  const auto advice = advise(wrong, question({8, 16}));
  EXPECT_NEAR(advice[0].gain.mean, 2, 1e-6);
  EXPECT_NEAR(advice[0].gain.least, 2, 1e-6);
}

TEST(Recommend, NothingAllowedKeepsNcclsChoice) {
  const auto advice = advise(kHonest, question({8, 1 << 20}, {{"NVLS"}, {}}));
  for (const RangeAdvice& range : advice[0].ranges) EXPECT_FALSE(range.is_advised);
}

/// NCCL takes Tree; by the model Ring takes 1/`gain` of its time.
sim::AlternativesOf ring_gains(double gain) {
  return fake_alternatives(
      {{"Tree", "LL", 10, 1e6, 10 * gain, 1e6}, {"Ring", "Simple", 20, 1e6, 10, 1e6}});
}

TEST(Recommend, NcclsChoiceIsKeptBelowTheLeastGain) {
  EXPECT_EQ(text(advise(ring_gains(1.09), question({8, 64}))[0]),
            "0:Tree/LL 8:Tree/LL! 65:Tree/LL ");
  EXPECT_EQ(text(advise(ring_gains(1.11), question({8, 64}))[0]),
            "0:Tree/LL 8:Ring/Simple! 65:Tree/LL ");
  EXPECT_EQ(advise(ring_gains(1.09), question({8, 64}))[0].gain.mean, 1);
}

TEST(Recommend, AmongWhatTheFilterAllowsTheSameHolds) {
  // Of Ring and NVLS NCCL would take Ring.
  const auto three = [](double gain) {
    return fake_alternatives({{"Tree", "LL", 10, 1e6, 10, 1e6},
                              {"Ring", "Simple", 20, 1e6, 10 * gain, 1e6},
                              {"NVLS", "Simple", 30, 1e6, 10, 1e6}});
  };
  const sim::Filter filter{{"Ring", "NVLS"}, {}};
  EXPECT_EQ(advised(three(1.09)(Collective::AllReduce, 8), filter)->way.algorithm, "Ring");
  EXPECT_EQ(advised(three(1.11)(Collective::AllReduce, 8), filter)->way.algorithm, "NVLS");
  EXPECT_EQ(advised(three(1.11)(Collective::AllReduce, 8), {{"PAT"}, {}}), nullptr);
}

TEST(Setting, IsWorthItFromTheLeastGainOn) {
  const auto setting = [](double gain) {
    return best_setting(ring_gains(gain), Collective::AllReduce, question({8, 16}));
  };
  EXPECT_FALSE(setting(1.09)->is_worth_it());
  EXPECT_TRUE(setting(1.11)->is_worth_it());
}

TEST(Setting, IsJudgedByTheSizesThatItChanges) {
  // NCCL leaves Tree at 19.5 kB: 10 us + S at 1 GB/s against 20 us + S at 2 GB/s is 20 kB. By the
  // model Tree takes 1.5 times as long at any size below.
  const auto wrong =
      fake_alternatives({{"Tree", "LL", 10, 1, 30, 1e6}, {"Ring", "Simple", 20, 2, 20, 1e6}});
  std::vector<std::uint64_t> sizes{8};
  for (std::uint64_t bytes = 1 << 20; bytes < std::uint64_t{1} << 30U; bytes *= 2) {
    sizes.push_back(bytes);
  }
  const auto setting = best_setting(wrong, Collective::AllReduce, question(sizes));
  ASSERT_TRUE(setting);
  EXPECT_NEAR(setting->mean_where_changed, 1.5, 1e-6);
  EXPECT_LT(setting->gain.mean, kLeastGain);  // ten sizes of eleven stay as they are
  EXPECT_TRUE(setting->is_worth_it());
}

TEST(Setting, WhenNcclIsRightTheLeastLossIsTheBest) {
  const auto setting = best_setting(kHonest, Collective::AllReduce, question({8, 1 << 20}));
  ASSERT_TRUE(setting);
  EXPECT_LT(setting->gain.mean, 1);
  EXPECT_EQ(setting->gain.greatest, 1);
}

TEST(Setting, RemovesTheAlgorithmThatNcclOverrates) {
  const auto wrong = fake_alternatives({{"Tree", "LL", 10, 1e6, 40, 1e6},
                                        {"Ring", "Simple", 20, 1e6, 20, 1e6},
                                        {"NVLS", "Simple", 30, 1e6, 30, 1e6}});
  const auto setting = best_setting(wrong, Collective::AllReduce, question({8, 16}));
  ASSERT_TRUE(setting);
  // Without Tree NCCL takes Ring, with or without NVLS in the list; the longer list says less.
  EXPECT_EQ(setting->filter.algorithms, (std::vector<std::string>{"NVLS", "Ring"}));
  EXPECT_TRUE(setting->filter.protocols.empty());
  EXPECT_EQ(setting->outcomes[0].choice, "Ring/Simple");
  EXPECT_EQ(setting->outcomes[0].usual, "Tree/LL");
}

/// NCCL takes Ring, for which its search found nothing, and which is faster by the model too.
const auto kRingFailed = fake_alternatives(
    {{"Tree", "LL", 20, 1e6, 20, 1e6}, {"Ring", "Simple", 10, 1e6, 10, 1e6, true}});

TEST(Setting, NeverLeadsToWhatTheSearchFailedFor) {
  const auto wrong = fake_alternatives(
      {{"Tree", "LL", 10, 1e6, 40, 1e6}, {"Ring", "Simple", 20, 1e6, 20, 1e6, true}});
  EXPECT_FALSE(best_setting(wrong, Collective::AllReduce, question({8, 16})));
}

TEST(Recommend, TheOtherWhereTheSearchFailedForNcclsOwn) {
  Question asked = question({8, 1 << 20});
  asked.all = asked.advised = {Collective::AllReduce};
  asked.others = {kRingFailed};
  const CollectiveAdvice advice = advise(kRingFailed, asked).front();
  EXPECT_FALSE(advice.has_failed_searches_only);
  for (const auto* const ranges :
       {&advice.ranges, &advice.others.front(), &advice.fallback.ranges}) {
    for (const RangeAdvice& range : *ranges) EXPECT_EQ(range.way.algorithm, "Tree");
  }
}

TEST(Recommend, NcclsOwnWhereEverySearchFailed) {
  const auto all_failed = fake_alternatives(
      {{"Tree", "LL", 20, 1e6, 5, 1e6, true}, {"Ring", "Simple", 10, 1e6, 10, 1e6, true}});
  Question asked = question({8, 1 << 20});
  asked.all = asked.advised = {Collective::AllReduce};
  const CollectiveAdvice advice = advise(all_failed, asked).front();
  EXPECT_TRUE(advice.has_failed_searches_only);
  for (const RangeAdvice& range : advice.ranges) EXPECT_EQ(range.way.algorithm, "Ring");
}

TEST(Setting, KeepsRingAsFallbackEvenIfNcclPrefersIt) {
  // NVLS is the fastest, but NCCL believes Ring to be cheaper. A list with Ring in it, which must
  // be there, does not make NCCL take NVLS: no setting helps.
  const auto wrong = fake_alternatives(
      {{"Ring", "Simple", 20, 1e6, 40, 1e6}, {"NVLS", "Simple", 30, 1e6, 10, 1e6}});
  EXPECT_FALSE(best_setting(wrong, Collective::AllReduce, question({8, 16})));
}

TEST(Setting, WeighsLossesAtSomeSizesAgainstGainsAtOthers) {
  // NCCL: Tree at both sizes. By the model Tree is 4 times slower at 8 B but 2 times faster at 1 MB
  // (8 B: 40 against 10 us; 10^6 B: 40 + 10 = 50 against 10 + 90 = 100 us).
  const auto wrong = fake_alternatives(
      {{"Tree", "LL", 1, 1e6, 40, 100}, {"Ring", "Simple", 2, 1e6, 10, 1000.0 / 90}});
  const auto setting = best_setting(wrong, Collective::AllReduce, question({8, 1'000'000}));
  ASSERT_TRUE(setting);
  EXPECT_NEAR(setting->gain.mean, std::sqrt(4 * 0.5), 1e-3);
  EXPECT_NEAR(setting->gain.least, 0.5, 1e-3);
  EXPECT_EQ(setting->gain.least_at, 1'000'000U);
}

TEST(Setting, KeepsToTheFilter) {
  const auto setting =
      best_setting(kHonest, Collective::AllReduce, question({8, 1 << 20}, {{"Ring"}, {}}));
  ASSERT_TRUE(setting);
  EXPECT_EQ(setting->filter.algorithms, (std::vector<std::string>{"Ring"}));
  EXPECT_LT(setting->gain.mean, 1);  // forcing Ring costs at 8 B and gains nowhere
}

}  // namespace recommend_test
}  // namespace treering::tuner::advice
