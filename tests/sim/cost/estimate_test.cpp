#include "sim/cost/estimate.h"

#include <cmath>

#include <gtest/gtest.h>

#include "tests/support/cost_samples.h"

namespace treering::sim::cost {
namespace estimate_test {

using core::Collective;

constexpr double kKiB = 1024;

Parameters plain() {
  Parameters parameters;
  parameters.values = treering::testing::ones();
  return parameters;
}

/// 40 us, 10 of them latency.
terms::Terms forty() {
  return {{terms::Part::Latency, {"start"}, 10, {terms::Quantity::Launch}, {}},
          {terms::Part::Transfer, {"links"}, 30, {}, {terms::Quantity::LinkEfficiency}}};
}

TEST(Estimate, WithoutUncertaintyTheIntervalIsThePoint) {
  const Estimate one = estimate(forty(), plain(), {Collective::AllReduce, "Ring", kKiB});
  EXPECT_DOUBLE_EQ(one.time.in_us(), 40);
  EXPECT_DOUBLE_EQ(one.latency.in_us(), 10);
  EXPECT_DOUBLE_EQ(one.interval->low.in_us(), 40);
  EXPECT_DOUBLE_EQ(one.interval->high.in_us(), 40);
  ASSERT_EQ(one.shares.size(), 2U);
  EXPECT_EQ(one.shares[1].what.form, "links");
  EXPECT_DOUBLE_EQ(one.shares[1].time.in_us(), 30);
}

TEST(Estimate, NothingIsFasterThanItsWires) {
  terms::Terms terms = forty();
  terms[1].wire_us = 50;
  const Estimate one = estimate(terms, plain(), {Collective::AllReduce, "Ring", kKiB});
  EXPECT_DOUBLE_EQ(one.time.in_us(), 50);
  EXPECT_DOUBLE_EQ(one.interval->low.in_us(), 50);
  // What the parameters do not explain has a share of its own.
  ASSERT_EQ(one.shares.size(), 3U);
  EXPECT_EQ(one.shares[2].what.form, "the wires");
  EXPECT_DOUBLE_EQ(one.shares[2].time.in_us(), 10);
}

TEST(Estimate, EightyPercentAreOneAndAQuarterStandardDeviations) {
  Parameters parameters = plain();
  parameters.scatter[0] = 0.1;
  const Estimate one = estimate(forty(), parameters, {Collective::AllReduce, "Ring", kKiB});
  EXPECT_NEAR(one.interval->high / one.time, std::exp(0.12816), 1e-9);
  EXPECT_NEAR(one.time / one.interval->low, std::exp(0.12816), 1e-9);
}

TEST(Estimate, EndsAreThoseFoundForSuchCalls) {
  Parameters parameters = plain();
  parameters.scatter = {0.1, 0.1, 0.1};
  parameters.ends[0] = {0.5, 2, 3};  // one_node.below_64KiB
  const Estimate one = estimate(forty(), parameters, {Collective::AllReduce, "Ring", kKiB, 1, 8});
  EXPECT_NEAR(std::log(one.time / one.interval->low), 0.05, 1e-9);
  EXPECT_NEAR(std::log(one.interval->high / one.time), 0.2, 1e-9);
  EXPECT_NEAR(std::log(one.latest / one.time), 0.3, 1e-9);
  const Estimate far = estimate(forty(), parameters, {Collective::AllReduce, "Ring", kKiB, 2, 16});
  EXPECT_NEAR(std::log(far.latest / far.time), 0.272, 1e-9);
}

TEST(Estimate, HasTheNoiseOfTheTermsBesideThatOfTheirParameters) {
  Parameters parameters = plain();
  parameters.scatter = {0.3, 0.3, 0.3};
  parameters.noise = 0.4;
  const Estimate one = estimate(forty(), parameters, {Collective::AllReduce, "Ring", kKiB});
  EXPECT_NEAR(spread_of(one), 0.5, 1e-9);
}

Estimate with_ends(double us, double low_us, double high_us) {
  Estimate one;
  one.time = core::Duration::from_us(us);
  one.interval = {core::Duration::from_us(low_us), core::Duration::from_us(high_us)};
  return one;
}

// The first may be 1.25 times as short, the second 1.5 times as long:
// hypot(ln 1.25, ln 1.5) = 0.4633.
TEST(Estimate, ARatioTakesTheEndsThatSpeakAgainstIt) {
  const auto ratio = ratio_of(with_ends(300, 240, 3000), with_ends(100, 99, 150));
  EXPECT_NEAR(ratio.expected, 3, 1e-9);
  EXPECT_NEAR(ratio.low, 3 * std::exp(-0.4633), 1e-3);
  EXPECT_GT(ratio.high, 29);
  EXPECT_NEAR(ratio.chance, 0.9988, 1e-4);  // ln 3 is 3.04 spreads of 0.3615
}

double spread_on(const Parameters& parameters, const CallName& call) {
  return spread_of(estimate(forty(), parameters, call));
}

TEST(Estimate, IsLessSureBeyondTheNodesOfAnyRun) {
  Parameters parameters = plain();
  parameters.scatter = {0.3, 0.3, 0.3};
  parameters.reach_nodes = 32;
  parameters.reach_spread = 0.1;
  const auto on = [&](int nodes) {
    return spread_on(parameters, {Collective::AllReduce, "Ring", kKiB, nodes, 8 * nodes});
  };
  EXPECT_NEAR(on(32), 0.3, 1e-9);
  EXPECT_NEAR(on(512), 0.5, 1e-9);  // four doublings: hypot(0.3, 0.4)
}

TEST(Estimate, IsLessSureOfWhatFewMachinesHaveShown) {
  const Parameters parameters = plain();
  const auto spread = [&](Collective collective, const char* algorithm, int nodes, int ranks) {
    return spread_on(parameters, {collective, algorithm, kKiB, nodes, ranks});
  };
  EXPECT_NEAR(spread(Collective::AllReduce, "Tree", 2, 16), 0, 1e-9);
  EXPECT_NEAR(spread(Collective::AllReduce, "NVLSTree", 2, 144), 0.8, 1e-9);  // two racks
  EXPECT_NEAR(spread(Collective::AllToAll, "", 1, 8), 0, 1e-9);
  EXPECT_NEAR(spread(Collective::AllToAll, "", 2, 16), 0.55, 1e-9);
  EXPECT_NEAR(spread(Collective::SendRecv, "", 1, 8), 0.25, 1e-9);
}

TEST(Estimate, ScatterIsThatOfTheSize) {
  Parameters parameters = plain();
  parameters.scatter = {0.3, 0.2, 0.1};
  const auto width = [&](double bytes) {
    const Estimate one = estimate(forty(), parameters, {Collective::AllReduce, "Ring", bytes});
    return std::log(one.interval->high / one.time) / 1.2816;
  };
  EXPECT_NEAR(width(kKiB), 0.3, 1e-9);
  EXPECT_NEAR(width(kKiB * kKiB), 0.2, 1e-9);
  EXPECT_NEAR(width(64 * kKiB * kKiB), 0.1, 1e-9);
}

TEST(Estimate, WhatIsUnknownCountsByItsShare) {
  Parameters parameters = plain();
  parameters.spreads[terms::Quantity::Launch] = 0.4;          // of a quarter of the time
  parameters.spreads[terms::Quantity::LinkEfficiency] = 0.1;  // of three quarters
  const Estimate one = estimate(forty(), parameters, {Collective::AllReduce, "Ring", kKiB});
  // sqrt((0.4 / 4)^2 + (0.1 x 3 / 4)^2) = 0.125.
  EXPECT_NEAR(std::log(one.interval->high / one.time) / 1.2816, 0.125, 1e-9);
}

TEST(Estimate, CorrectionsMoveTheWholeInterval) {
  Parameters parameters = plain();
  parameters.scatter[0] = 0.1;
  parameters.spreads[terms::Quantity::Launch] = 1;
  const double ratio = 1.5;
  parameters.corrections = {
      {Collective::AllReduce, "", {{512, std::log(ratio)}, {2048, std::log(ratio)}}}};
  const Estimate one = estimate(forty(), parameters, {Collective::AllReduce, "Ring", kKiB});
  EXPECT_NEAR(one.time.in_us(), 60, 1e-9);
  EXPECT_NEAR(one.latency.in_us(), 15, 1e-9);
  EXPECT_NEAR(one.shares[0].time.in_us() + one.shares[1].time.in_us(), 60, 1e-9);
  // Between measured sizes only the noise is left.
  EXPECT_NEAR(std::log(one.interval->high / one.time) / 1.2816, 0.1, 1e-9);
  // Another collective is left alone.
  const Estimate other = estimate(forty(), parameters, {Collective::Broadcast, "Ring", kKiB});
  EXPECT_DOUBLE_EQ(other.time.in_us(), 40);
}

// What was measured on two nodes says nothing certain of four.
TEST(Estimate, CorrectionsOfAJobLeaveOthersAlone) {
  Parameters parameters = plain();
  parameters.scatter[0] = 0.1;
  parameters.corrections = {
      {Collective::AllReduce, "", {{512, std::log(2), 0.01}, {2048, std::log(2), 0.01}}, 2, 16}};
  const Estimate same = estimate(forty(), parameters, {Collective::AllReduce, "", kKiB, 2, 16});
  EXPECT_NEAR(same.time.in_us(), 80, 1e-9);
  EXPECT_NEAR(std::log(same.interval->high / same.time) / 1.2816, 0.01, 1e-9);
  for (const auto& [nodes, ranks] : {std::pair(4, 16), std::pair(2, 8)}) {
    const Estimate other =
        estimate(forty(), parameters, {Collective::AllReduce, "", kKiB, nodes, ranks});
    EXPECT_DOUBLE_EQ(other.time.in_us(), 40);
    EXPECT_GE(std::log(other.interval->high / other.time) / 1.2816, 0.1 - 1e-9);
  }
}

TEST(Estimate, TheCorrectionOfAnAlgorithmGoesBeforeTheGeneralOne) {
  Parameters parameters = plain();
  parameters.corrections = {{Collective::AllReduce, "", {{1024, std::log(2)}}},
                            {Collective::AllReduce, "Tree", {{1024, std::log(3)}}}};
  const auto time = [&](std::string_view algorithm) {
    return estimate(forty(), parameters, {Collective::AllReduce, algorithm, kKiB}).time.in_us();
  };
  EXPECT_NEAR(time("Tree"), 120, 1e-9);
  EXPECT_NEAR(time("Ring"), 80, 1e-9);
}

}  // namespace estimate_test
}  // namespace treering::sim::cost
