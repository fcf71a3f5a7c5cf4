#include "sim/predict.h"

#include <memory>

#include <gtest/gtest.h>

#include "tests/support/fake_alternatives.h"
#include "tests/support/small_machines.h"

namespace treering::sim {
namespace predict_test {

using core::Collective;

/// 10 GB/s out of and into each of 2 parts.
bound::WireBound two_parts() {
  const auto rate = core::Bandwidth::from_gb_per_s(10);
  return {{{"level", 2, rate, false, {{1, rate, rate, true}, {1, rate, rate, false}}}}, 2};
}

PredictionRequest request(Filter filter = {}) {
  PredictionRequest result;
  result.collectives = {Collective::AllReduce};
  result.sizes = {1000, 1'000'000};
  result.filter = std::move(filter);
  return result;
}

// NCCL believes in Tree (1 us), the model in Ring (2 us).
const auto kOpinions =
    testing::fake_alternatives({{"Tree", "LL", 1, 1e9, 4, 1e9}, {"Ring", "LL", 3, 1e9, 2, 1e9}});

TEST(Predict, MarksTheBestAndNcclsDefaultAtEverySize) {
  const auto rows = predict(kOpinions, two_parts(), request());
  ASSERT_EQ(rows.size(), 4U);
  for (std::size_t i = 0; i < rows.size(); i += 2) {
    EXPECT_EQ(rows[i].way.algorithm, "Tree");
    EXPECT_TRUE(rows[i].is_nccl_default);
    EXPECT_FALSE(rows[i].is_best);
    EXPECT_EQ(rows[i + 1].way.algorithm, "Ring");
    EXPECT_FALSE(rows[i + 1].is_nccl_default);
    EXPECT_TRUE(rows[i + 1].is_best);
  }
}

TEST(Predict, BestIsAmongThoseAskedAbout) {
  const auto rows = predict(kOpinions, two_parts(), request({{"Tree"}, {}}));
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_TRUE(rows[0].is_best);
  EXPECT_TRUE(rows[0].is_nccl_default);
}

TEST(Predict, CarriesTheBound) {
  // 10^6 B of an all-reduce on 2 parts at 10 GB/s: 2 * 1/2 * 10^6 / 10^4 per us.
  const auto rows = predict(kOpinions, two_parts(), request());
  EXPECT_DOUBLE_EQ(rows[2].bound.in_us(), 100);
}

TEST(Predict, BandwidthsFollowNcclTests) {
  Prediction row;
  row.bytes = core::Bytes::of(1'000'000);
  row.estimate = Estimate{core::Duration::from_us(100)};
  // 10^6 B in 100 us is 10 GB/s; an all-reduce on 4 ranks carries 2 * 3/4 of it on each link.
  EXPECT_DOUBLE_EQ(algbw(row)->in_gb_per_s(), 10);
  EXPECT_DOUBLE_EQ(busbw(row, 4)->in_gb_per_s(), 15);
}

TEST(Predict, NoTimeMeansNoBandwidth) {
  Prediction row;
  row.bytes = core::Bytes::of(8);
  EXPECT_FALSE(algbw(row));
  row.estimate = Estimate{core::Duration()};
  EXPECT_FALSE(busbw(row, 1));
}

TEST(Predict, NothingToChooseIsOneRowASize) {
  const AlternativesOf none = [](Collective, std::uint64_t) { return std::vector<Alternative>(); };
  const auto rows = predict(none, two_parts(), request());
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_EQ(rows[0].way.algorithm, "");
  EXPECT_FALSE(rows[0].estimate);
  EXPECT_FALSE(rows[0].is_best);
  EXPECT_GT(rows[0].bound.in_us(), 0);
}

/// As if nothing but NCCL's channels took time, and these next to none.
cost::Parameters boundless() {
  cost::Parameters parameters;
  for (const cost::terms::QuantityEntry& entry : cost::terms::kQuantities) {
    parameters.values[entry.value] = entry.unit == "GB/s" ? 1e12 : entry.unit == "us" ? 1e-9 : 1;
  }
  return parameters;
}

TEST(Predict, NoTimeOfTheCostModelIsBelowTheBound) {
  job::JobSpec job;
  const nccl::Plan plan = nccl::make_plan(testing::nvswitch_machine(4, 90), job);
  const auto model = std::make_shared<cost::CostModel>(
      cost::Machine{{"hopper", "nvswitch", "infiniband"}, {1e12, 1e12, 1e12}}, boundless());
  const auto bound = std::make_shared<bound::WireBound>(two_parts());
  const AlternativesOf free =
      alternatives_of(plan, {.model = Model::Cost, .cost = model}, core::DataType::Float, {});
  const AlternativesOf held = alternatives_of(
      plan, {.model = Model::Cost, .cost = model, .bound = bound}, core::DataType::Float, {});
  for (const Collective collective : {Collective::AllReduce, Collective::AllToAll}) {
    const core::Duration least = bound->time(collective, core::Bytes::of(1'000'000));
    EXPECT_LT(*free(collective, 1'000'000)[0].time(), least);
    const Alternative one = held(collective, 1'000'000)[0];
    EXPECT_EQ(*one.time(), least);
    EXPECT_EQ(one.estimate->interval->low, least);
    EXPECT_EQ(one.estimate->interval->high, least);
    EXPECT_EQ(one.estimate->shares.back().what.form, "the wires");
    core::Duration sum;
    for (const TimeShare& share : one.estimate->shares) sum += share.time;
    EXPECT_NEAR(sum.in_us(), least.in_us(), 1e-9);
  }
}

TEST(Predict, WhatHasNoNameIsTheBestButNoChoice) {
  const AlternativesOf nameless = [](Collective, std::uint64_t) {
    Alternative one;
    one.estimate = Estimate{core::Duration::from_us(5)};
    return std::vector{one};
  };
  const auto rows = predict(nameless, two_parts(), request({{"Ring"}, {}}));
  ASSERT_EQ(rows.size(), 2U);
  EXPECT_TRUE(rows[0].is_best);
  EXPECT_FALSE(rows[0].is_nccl_default);
}

TEST(Predict, SizesAreRoundedDownAsInNcclTests) {
  PredictionRequest asked = request();
  asked.collectives = {Collective::AllGather};
  asked.ranks = 2;
  asked.sizes = {7, 1001};
  const auto rows = predict(kOpinions, two_parts(), asked);
  ASSERT_EQ(rows.size(), 3U);
  // Seven bytes hold no float for each of two ranks: nothing is sent, and nothing has a price.
  EXPECT_EQ(rows[0].asked.count(), 7U);
  EXPECT_EQ(rows[0].bytes.count(), 0U);
  EXPECT_EQ(rows[0].count, 0U);
  EXPECT_EQ(rows[0].way.algorithm, "");
  EXPECT_FALSE(rows[0].estimate);
  // 1001 B: (250 / 2 = 125) & ~3 = 124 floats for each.
  EXPECT_EQ(rows[1].asked.count(), 1001U);
  EXPECT_EQ(rows[1].bytes.count(), 992U);
  EXPECT_EQ(rows[1].count, 124U);
  EXPECT_EQ(rows[2].bytes, rows[1].bytes);
}

}  // namespace predict_test
}  // namespace treering::sim
