#include "sim/nccl/rules/estimate.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace treering::sim::nccl::rules {
namespace estimate_test {

TEST(Latency, IsBasePlusTerms) {
  Latency latency(6.5);
  latency.add({"hop"}, 3, 0.5F);
  latency.add({"trip"}, 2, 4.0F);
  // 6.5 + (3 x 0.5 + 2 x 4)
  EXPECT_EQ(latency.us(), 16.0F);
  ASSERT_EQ(latency.terms().size(), 3U);
  EXPECT_EQ(latency.terms()[1], (LatencyTerm{{"hop"}, 3, 0.5, 1.5}));
}

TEST(Latency, LeavesOutWhatDoesNotHappen) {
  Latency latency(1);
  latency.add({"hop"}, 0, 3.0F);
  latency.add_precisely({"peer"}, 0, 0.4);
  EXPECT_EQ(latency.us(), 1.0F);
  EXPECT_EQ(latency.terms().size(), 1U);
}

TEST(Latency, HasNoBaseUnlessGiven) {
  Latency latency;
  latency.add({"hop"}, 1, 25.0F);
  EXPECT_EQ(latency.us(), 25.0F);
  EXPECT_EQ(latency.terms().size(), 1U);
}

TEST(Latency, KeepsDoublePrecisionOnceATermHasIt) {
  // The same terms in other precisions: float sums round after each step, double ones at the end.
  Latency in_float(0);
  in_float.add({"large"}, 1, 16777216.0F);  // 2^24: the next float is 2 away
  in_float.add({"one"}, 1, 1.0F);
  in_float.add({"one"}, 1, 1.0F);
  EXPECT_EQ(in_float.us(), 16777216.0F);

  Latency in_double(0);
  in_double.add_precisely({"large"}, 1, 16777216.0);
  in_double.add({"one"}, 1, 1.0F);
  in_double.add({"one"}, 1, 1.0F);
  EXPECT_EQ(in_double.us(), 16777218.0F);
}

RC_GTEST_PROP(Latency, RoundsAsFloatArithmeticDoes, (float base, float hop, float trip)) {
  const int hops = *rc::gen::inRange(1, 1000);
  const int trips = *rc::gen::inRange(1, 1000);
  Latency latency(static_cast<double>(base));
  latency.add({"hop"}, hops, hop);
  latency.add({"trip"}, trips, trip);
  const float sum = static_cast<float>(hops) * hop + static_cast<float>(trips) * trip;
  RC_ASSERT(latency.us() == base + sum);
}

TEST(BandwidthFold, MarksTheStepToAlgorithmBandwidth) {
  BandwidthFold fold("start", 100);
  fold.scale("half", .5);
  fold.scale_to_algbw("up and down", .5);
  fold.scale_to_algbw("", .4);
  ASSERT_EQ(fold.steps().size(), 4U);
  EXPECT_FALSE(fold.steps()[1].is_to_algbw);
  EXPECT_TRUE(fold.steps()[2].is_to_algbw);
  EXPECT_EQ(fold.steps()[2].what, "algbw from busbw: up and down");
  EXPECT_EQ(fold.steps()[3].what, "algbw from busbw");
  EXPECT_EQ(fold.gb_per_s(), 10.0F);
}

TEST(BandwidthFold, ScalesDividesAndCaps) {
  BandwidthFold fold("start", 100);
  fold.scale("half", .5);
  fold.divide("a fifth", 5);
  fold.cap("far away", 50);
  fold.cap("close", 8);
  // 100 x 0.5 / 5 = 10, then at most 8.
  EXPECT_EQ(fold.gb_per_s(), 8.0F);
  ASSERT_EQ(fold.steps().size(), 5U);
  EXPECT_EQ(fold.steps()[2].gb_per_s, 10.0F);
  EXPECT_FALSE(fold.steps()[3].is_capped);
  EXPECT_TRUE(fold.steps()[4].is_capped);
}

TEST(BandwidthFold, IsNothingBeforeItStarts) {
  EXPECT_EQ(BandwidthFold().gb_per_s(), 0.0F);
}

RC_GTEST_PROP(BandwidthFold, CapsAsIfTheProductWereNotYetRounded, ()) {
  // NCCL computes min(value x factor, cap) in double and rounds once.
  const auto value = static_cast<float>(*rc::gen::inRange(1, 1 << 30)) / 1024;
  const double factor = *rc::gen::inRange(1, 1000) / 997.0;
  const double cap = static_cast<double>(value) * factor * *rc::gen::inRange(999, 1002) / 1000.0;
  BandwidthFold fold("start", value);
  fold.scale("factor", factor);
  fold.cap("cap", cap);
  const double unrounded = static_cast<double>(value) * factor;
  RC_ASSERT(fold.gb_per_s() == static_cast<float>(std::min(unrounded, cap)));
}

TEST(Estimate, NotModelledIsZeroWithAReason) {
  const Estimate none = not_modelled("because");
  EXPECT_EQ(none.latency.us(), 0.0F);
  EXPECT_EQ(none.bandwidth.gb_per_s(), 0.0F);
  EXPECT_EQ(none.ruled_out, "because");
}

}  // namespace estimate_test
}  // namespace treering::sim::nccl::rules
