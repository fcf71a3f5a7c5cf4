#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/support/fake_alternatives.h"
#include "tuner/advice/recommend.h"

namespace treering::tuner::advice {
namespace fallback_rules_test {

using core::Collective;
using ::testing::DoubleNear;
using ::testing::ElementsAre;
using treering::testing::agreed;
using treering::testing::fake_alternatives;
using treering::testing::FakePair;

constexpr double kFast = 1e6;  // GB/s: only the latency counts

FallbackRules fallback_rules_of(const std::vector<sim::AlternativesOf>& communicators) {
  return fallback(communicators, Collective::AllReduce);
}

/// "0:Tree/LL 65536:Ring/Simple".
std::string text(const FallbackRules& one) {
  std::string result;
  for (const RangeAdvice& range : one.ranges) {
    if (!result.empty()) result += ' ';
    result += std::to_string(range.first) + ":" + range.way.algorithm + "/" + range.way.protocol;
  }
  return result;
}

TEST(FallbackRules, OneCommunicatorGetsNcclsOwnChoice) {
  const auto one = fallback_rules_of(
      {fake_alternatives({agreed("Tree", "LL", 20, kFast), agreed("Ring", "LL", 10, kFast)})});
  EXPECT_EQ(text(one), "0:Ring/LL");
  EXPECT_THAT(one.worst, ElementsAre(1));
}

TEST(FallbackRules, TakesThePairWhoseWorstLossIsLeast) {
  // Tree: 1 time on the first, 100 / 30 on the second. Ring: 20 / 10 = 2 times on the first.
  const auto one = fallback_rules_of(
      {fake_alternatives({agreed("Tree", "LL", 10, kFast), agreed("Ring", "LL", 20, kFast)}),
       fake_alternatives({agreed("Tree", "LL", 100, kFast), agreed("Ring", "LL", 30, kFast)})});
  EXPECT_EQ(text(one), "0:Ring/LL");
  EXPECT_THAT(one.worst, ElementsAre(DoubleNear(2, 1e-3), 1));
}

TEST(FallbackRules, LeavesOutWhatOneCommunicatorLacks) {
  const auto one = fallback_rules_of({fake_alternatives({agreed("Ring", "Simple", 50, kFast),
                                                         agreed("NVLS", "Simple", 10, kFast)}),
                                      fake_alternatives({agreed("Ring", "Simple", 50, kFast)})});
  EXPECT_EQ(text(one), "0:Ring/Simple");
  EXPECT_THAT(one.worst, ElementsAre(DoubleNear(5, 1e-3), 1));
}

TEST(FallbackRules, ChangesAtPowersOfTwo) {
  // 10 us + S at 1 GB/s against 30 us + S at 2 GB/s: equal at 40000 B. Of the octave from 32 KiB
  // to 64 KiB the ends are 42.768 : 46.384 us and 75.535 : 62.768 us, so that Tree loses up to
  // 1.203 and Ring up to 1.085.
  const auto one = fallback_rules_of(
      {fake_alternatives({agreed("Tree", "LL", 10, 1), agreed("Ring", "Simple", 30, 2)})});
  EXPECT_EQ(text(one), "0:Tree/LL 32768:Ring/Simple");
  EXPECT_EQ(one.ranges.front().last, 32767U);
  EXPECT_EQ(one.ranges.back().last, kAnySize);
  EXPECT_THAT(one.worst, ElementsAre(DoubleNear(1.0845, 1e-3)));
}

TEST(FallbackRules, LeavesChannelsToNccl) {
  const auto one = fallback_rules_of({fake_alternatives({agreed("Ring", "Simple", 1, 1)})});
  EXPECT_EQ(one.ranges.front().way.channels, kNcclsOwnCount);
}

TEST(FallbackRules, KeepsThePairOfTheOctaveBeforeWhereItIsAsGood) {
  // Ring gains at most 0.5 %, which is not worth a row.
  const auto one = fallback_rules_of(
      {fake_alternatives({agreed("Tree", "LL", 10, 1), agreed("Ring", "LL", 10.1, 1.005)})});
  EXPECT_EQ(text(one), "0:Tree/LL");
}

TEST(FallbackRules, IsEmptyWhereThereIsNoChoice) {
  EXPECT_TRUE(fallback_rules_of({fake_alternatives({})}).ranges.empty());
}

rc::Gen<std::vector<FakePair>> any_pairs() {
  return rc::gen::exec([] {
    const auto number = [] { return static_cast<double>(*rc::gen::inRange(1, 100)); };
    std::vector<FakePair> pairs;
    for (const char* algorithm : {"Tree", "Ring", "NVLS"}) {
      pairs.push_back(agreed(algorithm, "Simple", number(), number()));
    }
    return pairs;
  });
}

RC_GTEST_PROP(FallbackRulesProperty, NoSizeIsWorseThanStated, ()) {
  const std::vector<sim::AlternativesOf> communicators{fake_alternatives(*any_pairs()),
                                                       fake_alternatives(*any_pairs())};
  const FallbackRules one = fallback_rules_of(communicators);
  const std::uint64_t least = std::uint64_t{1} << *rc::gen::inRange(0U, 40U);
  const std::uint64_t bytes = *rc::gen::inRange(least, 2 * least);
  const auto range = std::find_if(one.ranges.begin(), one.ranges.end(),
                                  [&](const auto& candidate) { return bytes <= candidate.last; });
  for (std::size_t i = 0; i < communicators.size(); ++i) {
    const auto all = communicators[i](Collective::AllReduce, bytes);
    const auto chosen = std::find_if(all.begin(), all.end(), [&](const auto& alternative) {
      return alternative.way.algorithm == range->way.algorithm;
    });
    RC_ASSERT(chosen->nccl_cost / sim::nccl_choice(all)->nccl_cost <= one.worst[i] * (1 + 1e-9));
  }
}

}  // namespace fallback_rules_test
}  // namespace treering::tuner::advice
