#include "app/overview/advice_beside_runs.h"

#include <gtest/gtest.h>

namespace treering::app::overview {
namespace advice_beside_runs_test {

constexpr auto kKib = core::Bytes::of(1024);
constexpr auto kMib = core::Bytes::of(1U << 20U);

advice::Recommended ring_advised() {
  advice::Recommended advice;
  advice.usual.way.algorithm = "Tree";
  advice.usual.way.protocol = "LL";
  advice.advised.way.algorithm = "Ring";
  advice.advised.way.protocol = "LL";
  advice.advised.bytes = kKib;
  advice.gain = 1.5;
  return advice;
}

MeasuredPoint point(core::Bytes bytes, const char* algorithm, const char* protocol, double us) {
  MeasuredPoint one;
  one.bytes = bytes;
  one.way.algorithm = algorithm;
  one.way.protocol = protocol;
  one.time = core::Duration::from_us(us);
  return one;
}

MeasuredSeries own_choice() {
  return {"runs", "", {point(kKib, "tree", "ll", 140), point(kMib, "ring", "simple", 400)}};
}

TEST(AdviceBesideRuns, RunsMayContradict) {
  const MeasuredSeries ring{"runs", "Ring/LL", {point(kKib, "ring", "ll", 175)}};
  const auto runs = beside_runs(ring_advised(), {}, {own_choice(), ring});
  ASSERT_TRUE(runs.gain);
  EXPECT_DOUBLE_EQ(*runs.gain, 0.8);
  EXPECT_TRUE(runs.contradicts());
  EXPECT_FALSE(runs.fastest);
}

advice::RecommendedRange ring_up_to_a_mebibyte() {
  return {kKib, kMib, "Tree/LL", "Ring/LL", 1.2, 1.5};
}

// What is advised for several sizes must hold at all that were measured.
TEST(AdviceBesideRuns, RunsMayContradictAtAnySizeOfTheAdvice) {
  const MeasuredSeries ring{
      "runs", "Ring/LL", {point(kKib, "ring", "ll", 70), point(kMib, "ring", "ll", 500)}};
  const auto runs = beside_runs(ring_advised(), {ring_up_to_a_mebibyte()}, {own_choice(), ring});
  EXPECT_DOUBLE_EQ(*runs.gain, 2);
  ASSERT_TRUE(runs.contradicts());
  EXPECT_EQ(runs.refuted->way, "Ring/LL");
  EXPECT_EQ(runs.refuted->bytes, kMib);
  EXPECT_DOUBLE_EQ(runs.refuted->longer, 1.25);
}

TEST(AdviceBesideRuns, EachRangeOfTheAdviceIsRefutedByItself) {
  const MeasuredSeries ring{
      "runs", "Ring/LL", {point(kKib, "ring", "ll", 141), point(kMib, "ring", "ll", 500)}};
  const advice::RecommendedRange small{kKib, kKib, "Tree/LL", "Ring/LL", 1.5, 1.5};
  const advice::RecommendedRange kept{kKib, kMib, "Ring/LL", "Ring/LL", 1, 1};
  const advice::RecommendedRange large{kMib, kMib, "Tree/LL", "Ring/LL", 1.2, 1.2};
  // 141 us in place of 140 are a tie, but most should be gained there.
  const auto runs = beside_runs(ring_advised(), {small, kept, large}, {own_choice(), ring});
  ASSERT_EQ(runs.ranges.size(), 3U);
  EXPECT_EQ(runs.ranges[0].refuted->bytes, kKib);
  EXPECT_FALSE(runs.ranges[1].is_measured);
  EXPECT_EQ(runs.ranges[2].refuted->bytes, kMib);
  EXPECT_DOUBLE_EQ(runs.ranges[2].refuted->longer, 1.25);
  const auto tied = beside_runs({}, {small}, {own_choice(), ring});
  EXPECT_TRUE(tied.ranges[0].is_measured);
  EXPECT_FALSE(tied.ranges[0].refuted);
}

TEST(AdviceBesideRuns, ATieElsewhereIsNoContradiction) {
  const MeasuredSeries ring{
      "runs", "Ring/LL", {point(kKib, "ring", "ll", 70), point(kMib, "ring", "ll", 404)}};
  EXPECT_FALSE(
      beside_runs(ring_advised(), {ring_up_to_a_mebibyte()}, {own_choice(), ring}).contradicts());
}

TEST(AdviceBesideRuns, RunsMayAgree) {
  const MeasuredSeries ring{"runs", "Ring/LL", {point(kKib, "ring", "ll", 70)}};
  const auto runs = beside_runs(ring_advised(), {}, {own_choice(), ring});
  EXPECT_DOUBLE_EQ(*runs.gain, 2);
  EXPECT_FALSE(runs.contradicts());
  ASSERT_TRUE(runs.fastest);
  EXPECT_EQ(runs.fastest->way, "Ring/LL");
}

TEST(AdviceBesideRuns, OfAnotherWayOrSizeRunsSayNothing) {
  const MeasuredSeries other{
      "runs", "Ring/Simple", {point(kKib, "ring", "simple", 300), point(kMib, "ring", "ll", 900)}};
  const auto runs = beside_runs(ring_advised(), {}, {own_choice(), other});
  EXPECT_FALSE(runs.gain);
  EXPECT_FALSE(runs.contradicts());
  EXPECT_FALSE(beside_runs(std::nullopt, {}, {own_choice(), other}).gain);
}

TEST(AdviceBesideRuns, TheClearestGainIsNamed) {
  const MeasuredSeries tree{
      "runs",
      "Tree/Simple",
      {point(kKib, "tree", "simple", 120), point(kMib, "tree", "simple", 250)}};
  const auto runs = beside_runs({}, {}, {own_choice(), tree});
  ASSERT_TRUE(runs.fastest);
  EXPECT_EQ(runs.fastest->bytes, kMib);
  EXPECT_DOUBLE_EQ(runs.fastest->gain, 1.6);
  // A twentieth is no clear gain.
  const MeasuredSeries hardly{"runs", "Tree/LL", {point(kMib, "tree", "ll", 381)}};
  EXPECT_FALSE(beside_runs({}, {}, {own_choice(), hardly}).fastest);
}

}  // namespace advice_beside_runs_test
}  // namespace treering::app::overview
