#include "app/advice/with_faults.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace treering::app::advice {
namespace with_faults_test {

using ::testing::Field;
using ::testing::HasSubstr;
using ::testing::SizeIs;

WithFaultsRequest request_with(const std::string& fault, std::uint64_t bytes = 1U << 20U) {
  WithFaultsRequest request;
  request.run.job.topology = "dgx-h100";
  request.run.job.nodes = 4;
  request.run.call.bytes = bytes;
  request.run.faults.words = {fault};
  return request;
}

// What the report says of an algorithm is what a simulation of it says.
TEST(WithFaults, HasTheTimesOfSimulations) {
  const WithFaultsRequest request = request_with("0/mlx5_0=0.1");
  const auto report = answer(request);
  ASSERT_TRUE(report) << report.error().message();
  ASSERT_THAT(report->choices,
              ::testing::Contains(Field(&FaultyChoice::way, Field(&sim::Way::algorithm, "Ring"))));
  for (const FaultyChoice& one : report->choices) {
    SimulateRequest call = request.run;
    call.way = {one.way.algorithm, one.way.protocol};
    const auto with = app::answer(call);
    EXPECT_EQ(with->time, one.with) << one.way.algorithm;
    EXPECT_EQ(with->way.channels, one.way.channels) << one.way.algorithm;
    call.faults.words.clear();
    const auto without = app::answer(call);
    ASSERT_TRUE(one.without) << one.way.algorithm;
    EXPECT_EQ(without->time, *one.without) << one.way.algorithm;
    EXPECT_EQ(without->way.channels, one.channels_without) << one.way.algorithm;
    EXPECT_GE(one.with, *one.without) << one.way.algorithm;
  }
}

TEST(WithFaults, NcclsOwnChoiceIsFirstThenTheFastest) {
  const WithFaultsRequest request = request_with("0/mlx5_0=down");
  const auto report = answer(request);
  ASSERT_TRUE(report) << report.error().message();
  const auto own = app::answer(request.run);
  EXPECT_EQ(report->choices.front().way.algorithm, own->way.algorithm);
  EXPECT_EQ(report->choices.front().way.protocol, own->way.protocol);
  ASSERT_GT(report->choices.size(), 2U);
  EXPECT_TRUE(
      std::is_sorted(report->choices.begin() + 1, report->choices.end(),
                     [](const FaultyChoice& a, const FaultyChoice& b) { return a.with < b.with; }));
}

TEST(WithFaults, OnlyAClearGainIsWorthSetting) {
  using core::Duration;
  WithFaultsReport report;
  report.choices = {{{"Tree", "LL"}, Duration::from_us(100), {}}};
  EXPECT_EQ(worth_setting(report), nullptr);
  report.choices.push_back({{"Ring", "LL"}, Duration::from_us(95), {}});
  EXPECT_EQ(worth_setting(report), nullptr);
  report.choices[1].with = Duration::from_us(80);
  EXPECT_EQ(worth_setting(report), &report.choices[1]);
}

TEST(WithFaults, WhatGainsAsMuchWithoutThemIsNotDueToFaults) {
  using core::Duration;
  WithFaultsReport report;
  report.choices = {{{"Tree", "LL"}, Duration::from_us(100), Duration::from_us(90)},
                    {{"Ring", "LL"}, Duration::from_us(80), Duration::from_us(70)}};
  EXPECT_FALSE(is_due_to_faults(report));
  report.choices[1].without = Duration::from_us(89);
  EXPECT_TRUE(is_due_to_faults(report));
  report.choices[1].without.reset();
  EXPECT_TRUE(is_due_to_faults(report));
  report.choices[1].without = Duration::from_us(70);
  report.is_changed = true;
  EXPECT_TRUE(is_due_to_faults(report));
}

TEST(WithFaults, WhereNcclIsLimitedNothingElseIsTried) {
  WithFaultsRequest request = request_with("0/mlx5_0=down");
  request.run.job.variables.env = {"NCCL_ALGO=Ring"};
  const auto report = answer(request);
  ASSERT_TRUE(report) << report.error().message();
  EXPECT_THAT(report->choices, SizeIs(1));
}

TEST(WithFaults, OfMessagesBetweenPairsThereIsOne) {
  WithFaultsRequest request = request_with("0/mlx5_0=down");
  request.run.call.collective = core::Collective::AllToAll;
  const auto report = answer(request);
  ASSERT_TRUE(report) << report.error().message();
  EXPECT_THAT(report->choices, SizeIs(1));
}

TEST(WithFaults, WhatIsNoFaultIsAnError) {
  const auto report = answer(request_with("0/mlx5_99=down"));
  ASSERT_FALSE(report);
  EXPECT_THAT(report.error().message(), HasSubstr("mlx5_99"));
}

TEST(WithFaults, EndsWhereNobodyWaits) {
  WithFaultsRequest request = request_with("0/mlx5_0=down");
  std::stop_source stop;
  request.work.stop = stop.get_token();
  std::vector<std::uint64_t> done;
  request.work.report = [&](const work::Progress& progress) {
    done.push_back(progress.done);
    if (progress.done == 2) stop.request_stop();
  };
  const auto report = answer(request);
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().category, core::Category::Cancelled);
  EXPECT_EQ(done[1], 2U);
}

}  // namespace with_faults_test
}  // namespace treering::app::advice
