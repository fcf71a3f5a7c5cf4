#include "app/groups/simulate_groups.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/groups/predict_groups.h"
#include "app/simulate.h"

namespace treering::app {
namespace simulate_groups_test {

using ::testing::HasSubstr;

SimulateGroupsRequest groups_on(const std::string& topology, const std::string& groups) {
  SimulateGroupsRequest request;
  request.job.topology = topology;
  request.groups = groups;
  return request;
}

TEST(SimulateGroups, HaveTheNodesThatTheyNeed) {
  const auto report = answer(groups_on("dgx-h100", "tp=8,dp=4"));
  ASSERT_TRUE(report);
  EXPECT_EQ(report->job.job.nodes, 4);
  ASSERT_EQ(report->calls.size(), 2U);
  EXPECT_EQ(report->calls[0].name, "tp");
  EXPECT_EQ(report->calls[0].communicators, 4);
  EXPECT_EQ(report->calls[0].ranks, 8);
  EXPECT_EQ(report->calls[1].communicators, 8);
  EXPECT_EQ(report->calls[1].ranks, 4);
  EXPECT_EQ(report->transfers, report->simulated + report->symmetric + report->periodic);
}

// A communicator that is all ranks is the job itself.
TEST(SimulateGroups, OneGroupOfAllIsTheWholeJob) {
  for (const char* algorithm : {"ring", "tree", "nvls"}) {
    auto request = groups_on("dgx-h100", "all=8");
    request.bytes = "8M";
    request.way.algorithm = algorithm;
    const auto groups = answer(request);
    SimulateRequest whole;
    whole.job.topology = "dgx-h100";
    whole.call.bytes = 8U << 20U;
    whole.way.algorithm = algorithm;
    const auto one = answer(whole);
    ASSERT_TRUE(groups && one) << algorithm;
    EXPECT_NEAR(groups->calls[0].time.in_us(), one->time.in_us(), 1e-9 * one->time.in_us());
    EXPECT_EQ(groups->transfers, one->transfers);
    EXPECT_NEAR(groups->calls[0].alone / groups->calls[0].time, 1, 1e-9);
  }
}

// Two GPUs share each adapter of a p4d: communicators with one GPU of each node meet there.
TEST(SimulateGroups, CommunicatorsShareAdapters) {
  auto request = groups_on("aws-p4d", "tp=8,dp=2");
  request.collective = "dp=all_reduce";
  request.bytes = "64M";
  const auto report = answer(request);
  ASSERT_TRUE(report);
  const auto& dp = report->calls.at(0);
  EXPECT_EQ(dp.ports.per_port, 2);
  EXPECT_EQ(dp.ports.others_per_port, 0);
  EXPECT_TRUE(dp.ports.is_rail_aligned);
  EXPECT_GT(dp.time / dp.alone, 1.2);
  EXPECT_LE(dp.time / dp.alone, 2 + 1e-9);
  EXPECT_EQ(report->links.front().users, "2 of dp");
  for (const auto& link : report->links) EXPECT_LE(link.busy_share, 1 + 1e-9) << link.name;
}

// On a DGX every GPU has an adapter of its own.
TEST(SimulateGroups, RailsOfTheirOwnDoNotMeet) {
  auto request = groups_on("dgx-h100", "tp=8,dp=2");
  request.collective = "dp=all_reduce";
  request.bytes = "16M";
  const auto report = answer(request);
  ASSERT_TRUE(report);
  const auto& dp = report->calls.at(0);
  EXPECT_EQ(dp.ports.per_port, 1);
  EXPECT_NEAR(dp.time / dp.alone, 1, 1e-9);
  SimulateRequest single;
  single.job.topology = "dgx-h100";
  single.job.nodes = 2;
  single.job.devices = std::vector<int>{0};
  single.call.bytes = 16U << 20U;
  const auto alone = answer(single);
  ASSERT_TRUE(alone);
  EXPECT_NEAR(dp.alone.in_us(), alone->time.in_us(), 1e-9 * alone->time.in_us());
}

TEST(SimulateGroups, ShortcutsChangeNothing) {
  auto request = groups_on("aws-p4d", "tp=8,dp=2");
  request.bytes = "tp=2M,dp=300000";
  request.start = "dp=20us";
  const auto fast = answer(request);
  request.is_exact = true;
  const auto exact = answer(request);
  ASSERT_TRUE(fast && exact);
  EXPECT_LT(fast->simulated, exact->simulated);
  EXPECT_EQ(fast->transfers, exact->transfers);
  for (std::size_t i = 0; i < 2; ++i) {
    const double us = exact->calls[i].time.in_us();
    EXPECT_NEAR(fast->calls[i].time.in_us(), us, 1e-9 * us);
    EXPECT_NEAR(fast->calls[i].fastest.in_us(), exact->calls[i].fastest.in_us(), 1e-9 * us);
  }
}

// Calls that do not overlap do not disturb each other; those that do, do.
TEST(SimulateGroups, StartsMoveCalls) {
  auto request = groups_on("dgx-a100", "tp=4,dp=2");
  request.bytes = "16M";
  const auto together = answer(request);
  request.start = "dp=10ms";
  const auto apart = answer(request);
  ASSERT_TRUE(together && apart);
  EXPECT_GT(together->calls[0].time / together->calls[0].alone, 1.01);
  EXPECT_NEAR(apart->calls[0].time / apart->calls[0].alone, 1, 1e-9);
  EXPECT_EQ(apart->calls[1].start.in_ms(), 10);
  EXPECT_EQ(apart->time, apart->calls[1].start + apart->calls[1].time);
}

TEST(SimulateGroups, FaultsHoldUpThoseThatFeelThem) {
  auto request = groups_on("dgx-h100", "tp=8,dp=2");
  request.collective = "dp=all_reduce";
  request.bytes = "16M";
  request.faults.words = {"0/mlx5_0=0.5"};
  const auto slow = answer(request);
  request.faults.words = {"rank3=+500us"};
  const auto late = answer(request);
  ASSERT_TRUE(slow && late);
  EXPECT_GT(slow->calls[0].time / slow->calls[0].fastest, 1.1);
  EXPECT_GT((late->calls[0].time - late->calls[0].fastest).in_us(), 400);
}

// The GPU whose adapter is gone goes out by another's, where two communicators meet then.
// A fault is nobody else's doing: a communicator that runs alone feels it as well.
TEST(SimulateGroups, FaultsAreThereAlone) {
  auto request = groups_on("dgx-h100", "tp=8,dp=2");
  request.collective = "dp=all_reduce";
  for (const char* fault : {"0/mlx5_0=0.5", "rank3=+500us"}) {
    request.faults.words = {fault};
    const auto report = answer(request);
    ASSERT_TRUE(report) << fault;
    EXPECT_NEAR(report->calls[0].time / report->calls[0].alone, 1, 1e-9) << fault;
  }
}

TEST(SimulateGroups, TheTimeOfAllCountsFromTheFirstStart) {
  auto request = groups_on("dgx-h100", "tp=8,dp=2");
  const auto at_once = answer(request);
  request.start = "1ms";
  const auto later = answer(request);
  ASSERT_TRUE(at_once && later);
  EXPECT_NEAR(later->time / at_once->time, 1, 1e-9);
}

TEST(SimulateGroups, WhatIsDownIsReplannedFor) {
  auto request = groups_on("dgx-h100", "tp=8,dp=2");
  request.collective = "dp=all_reduce";
  request.bytes = "16M";
  const auto whole = answer(request);
  request.faults.words = {"1/mlx5_0=down"};
  const auto cut = answer(request);
  request.is_exact = true;
  const auto exact = answer(request);
  ASSERT_TRUE(whole && cut && exact);
  EXPECT_EQ(whole->calls[0].ports.per_port, 1);
  EXPECT_EQ(cut->calls[0].ports.per_port, 2);
  EXPECT_FALSE(cut->calls[0].ports.is_rail_aligned);
  EXPECT_GT(cut->calls[0].time / whole->calls[0].time, 1.5);
  // Six of the eight do not feel it.
  EXPECT_NEAR(cut->calls[0].fastest / whole->calls[0].fastest, 1, 1e-9);
  EXPECT_NEAR(cut->calls[0].time / exact->calls[0].time, 1, 1e-9);
  EXPECT_EQ(cut->transfers, exact->transfers);
  EXPECT_THAT(cut->job.notes, ::testing::Contains(HasSubstr("node 1 without mlx5_0")));
}

TEST(SimulateGroups, WhatCannotBeIsRefused) {
  const auto error = [](SimulateGroupsRequest request) {
    const auto report = answer(request);
    return report ? std::string() : report.error().found + " / " + report.error().expected;
  };
  EXPECT_THAT(error(groups_on("dgx-h100", "tp=5")), HasSubstr("expected those of the job, 8"));
  auto sized = groups_on("dgx-h100", "tp=8,dp=4");
  sized.job.nodes = 2;
  EXPECT_THAT(error(sized), HasSubstr("32 ranks"));
  EXPECT_THAT(error(groups_on("dgx-h100", "tp=3,dp=8")), HasSubstr("other GPUs on some nodes"));
  EXPECT_THAT(error(groups_on("dgx-h100", "tp=1,dp=1")), HasSubstr(""));
  auto lone = groups_on("dgx-h100", "tp=8,dp=1");
  lone.collective = "dp=all_reduce";
  EXPECT_THAT(error(lone), HasSubstr("one rank each"));
  auto silent = groups_on("dgx-h100", "tp=8,dp=2");
  silent.collective = "tp=all_reduce";
  silent.bytes = "dp=8M";
  EXPECT_THAT(error(silent), HasSubstr("dp has '8M', but does not run"));
  silent.bytes = "tp=8M";
  silent.start = "dp=1us";
  EXPECT_THAT(error(silent), HasSubstr("dp has '1us', but does not run / expected a group that "
                                       "runs: tp"));
  silent.start = "1us";
  EXPECT_EQ(error(silent), "");
}

TEST(PredictGroups, HasARowForEverySize) {
  PredictGroupsRequest request;
  request.job.topology = "aws-p4d";
  request.groups = "tp=8,dp=2";
  request.collective = "dp=all_gather";
  request.sizes = {8, 1U << 20U, std::nullopt, 64};
  const auto report = answer(request);
  ASSERT_TRUE(report);
  ASSERT_EQ(report->rows.size(), 3U);  // 8, 512, 32 K
  core::Duration last;
  for (const auto& row : report->rows) {
    EXPECT_EQ(row.name, "dp");
    EXPECT_GE(row.time / row.alone, 1 - 1e-9);
    EXPECT_GE(row.time, last);
    last = row.time;
  }
}

// Times of the run begin with the first message: when that is has the starts in it.
TEST(SimulateGroups, TheRunSaysWhenItsFirstMessageIs) {
  auto request = groups_on("dgx-h100", "tp=8");
  request.is_recorded = true;
  const auto first_message_us = [&](const std::string& start) {
    request.start = start;
    const auto report = answer(request);
    EXPECT_TRUE(report && report->recorded);
    return report && report->recorded ? report->recorded->first_message_us : 0;
  };
  const double usual = first_message_us("tp=0us");
  EXPECT_GT(usual, 0);
  EXPECT_NEAR(first_message_us("tp=100us"), usual + 100, 1e-9);
}

// A communicator that is all ranks has the first message of the job itself.
TEST(SimulateGroups, TheFirstMessageIsThatOfTheWholeJob) {
  auto request = groups_on("dgx-h100", "dp=16");
  request.bytes = "8";
  request.is_recorded = true;
  const auto groups = answer(request);
  SimulateRequest whole;
  whole.job.topology = "dgx-h100";
  whole.job.nodes = 2;
  whole.call.bytes = 8;
  const auto one = answer(whole);
  ASSERT_TRUE(groups && groups->recorded && one);
  EXPECT_NEAR(groups->recorded->first_message_us, one->before_messages.in_us(), 1e-9);
}

// The last message comes when the last call ends.
TEST(SimulateGroups, TheRunEndsWithTheLastCall) {
  auto request = groups_on("dgx-h100", "tp=8,dp=2");
  request.is_recorded = true;
  for (const char* start : {"0us", "dp=50us", "tp=50us"}) {
    request.start = start;
    const auto report = answer(request);
    ASSERT_TRUE(report && report->recorded) << start;
    core::Duration end;
    for (const auto& call : report->calls) end = std::max(end, call.start + call.time);
    const auto& run = *report->recorded;
    EXPECT_NEAR(run.first_message_us + run.timeline->end_us(), end.in_us(), 1e-9) << start;
    EXPECT_GT(run.first_message_us, 0) << start;
  }
}

// Calls that do not overlap end as alone: the gap between their messages is that of their starts,
// and of what each has before its first message.
TEST(SimulateGroups, MessagesAreAsFarApartAsTheirCalls) {
  auto request = groups_on("dgx-h100", "tp=8,dp=2");
  request.is_recorded = true;
  request.start = "dp=10ms";
  const auto both = answer(request);
  request.start = "0us";
  request.collective = "tp=all_reduce";
  const auto tp = answer(request);
  ASSERT_TRUE(both && both->recorded && tp && tp->recorded);
  EXPECT_NEAR(both->recorded->first_message_us, tp->recorded->first_message_us, 1e-9);
}

}  // namespace simulate_groups_test
}  // namespace treering::app
