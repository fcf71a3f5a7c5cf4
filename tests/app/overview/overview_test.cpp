#include "app/overview/overview.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/app/measured.h"
#include "tests/support/standard_input.h"

namespace treering::app::overview {
namespace overview_test {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20U;

class OverviewAnswer : public ::testing::Test {
 protected:
  static OverviewRequest request() {
    OverviewRequest request;
    request.times.job.topology = "dgx-a100";
    request.times.calls.sizes = {4096, 256 * kMiB, {}, 4};
    return request;
  }

  /// What was measured takes so many times as long as is expected.
  OverviewRequest measured(double factor) const {
    OverviewRequest result = request();
    CheckRequest check;
    check.files = {files_.add("plain", plain_sweep())};
    check.job.topology = "dgx-a100";
    const auto expected = app::answer(check);
    EXPECT_TRUE(expected);
    std::vector<MeasuredRow> rows;
    for (const auto& row : expected->check.rows) {
      rows.push_back({row.measurement.bytes, factor * row.expected.in_us()});
    }
    result.measurements = {files_.add("run", rows)};
    return result;
  }

  MeasuredFiles files_;
};

TEST_F(OverviewAnswer, EveryAlgorithmHasItsFastestProtocol) {
  OverviewRequest asked = request();
  asked.times.job.nodes = 2;
  const auto report = answer(asked);
  ASSERT_TRUE(report) << report.error().message();
  ASSERT_EQ(report->collectives.size(), 1U);
  const Curves& curves = report->collectives.front().curves;
  std::vector<std::string> names;
  for (const Curve& curve : curves.candidates) names.push_back(curve.name);
  EXPECT_THAT(names, ::testing::IsSupersetOf({"Tree", "Ring"}));
  for (const Curve& curve : curves.candidates) {
    ASSERT_EQ(curve.points.size(), 9U) << curve.name;  // 4^6 to 4^14
    for (const CurvePoint& point : curve.points) {
      for (const sim::Prediction& row : report->times.rows) {
        if (row.bytes != point.bytes || row.way.algorithm != curve.name) continue;
        EXPECT_LE(point.time, *row.time()) << curve.name << " " << row.way.protocol;
      }
    }
  }
  EXPECT_EQ(curves.best.size(), 9U);
  EXPECT_EQ(curves.usual.size(), 9U);
  EXPECT_EQ(curves.bound.size(), 9U);
  EXPECT_TRUE(curves.ceiling);
  EXPECT_FALSE(report->check);
}

TEST_F(OverviewAnswer, PairsHaveLinesOfTheirOwnWhereAskedFor) {
  OverviewRequest asked = request();
  asked.curves = CurveKind::Pairs;
  const auto report = answer(asked);
  ASSERT_TRUE(report) << report.error().message();
  const auto& candidates = report->collectives.front().curves.candidates;
  EXPECT_TRUE(
      std::ranges::any_of(candidates, [](const Curve& curve) { return curve.name == "Ring/LL"; }));
}

TEST_F(OverviewAnswer, MeasuredPointsStandBesideWhatWasExpected) {
  const auto report = answer(measured(1.02));
  ASSERT_TRUE(report) << report.error().message();
  EXPECT_EQ(report->times.ranks, 16);  // as the rows say
  const auto& series = report->collectives.front().measured;
  ASSERT_EQ(series.size(), 1U);
  EXPECT_EQ(series.front().name, "");
  ASSERT_EQ(series.front().points.size(), 9U);
  for (const MeasuredPoint& point : series.front().points) {
    EXPECT_EQ(point.place, tuner::check::Place::Inside);
    EXPECT_NEAR(point.share(), 1 / 1.02, 1e-3);
    EXPECT_EQ(point.scatter, Scatter::None);
  }
}

std::vector<std::uint64_t> sizes_of(const std::vector<CurvePoint>& points) {
  std::vector<std::uint64_t> sizes;
  for (const CurvePoint& point : points) sizes.push_back(point.bytes.count());
  return sizes;
}

TEST_F(OverviewAnswer, MeasuredSizesArePredictedToo) {
  OverviewRequest asked = request();
  asked.measurements = {files_.add("run", {{3 * kMiB, 100}, {kMiB, 70}, {16384 * kMiB, 200000}})};
  // Asked for are 4 KiB to 256 MiB, by fours: 1 MiB is among them, 16 GiB is beyond.
  auto report = answer(asked);
  ASSERT_TRUE(report) << report.error().message();
  auto sizes = sizes_of(report->collectives.front().curves.best);
  EXPECT_EQ(sizes.size(), 10U);
  EXPECT_THAT(sizes, ::testing::Contains(3 * kMiB));
  EXPECT_EQ(sizes.back(), 256 * kMiB);
  // Where no end is named it is that of the runs.
  asked.times.calls.sizes = {};
  report = answer(asked);
  ASSERT_TRUE(report) << report.error().message();
  sizes = sizes_of(report->collectives.front().curves.best);
  EXPECT_EQ(sizes.size(), 33U);  // 2^3 to 2^33, 3 MiB, 16 GiB
  EXPECT_EQ(sizes.back(), 16384 * kMiB);
}

TEST_F(OverviewAnswer, ASizeThatIsCarriedAsAMeasuredOneIsNotPredictedTwice) {
  // 1 MiB in six ranks: 174762 B each, of which nccl-tests carries 174752, a multiple of 16 B.
  OverviewRequest asked = request();
  asked.times.job.gpus_per_node = 6;
  asked.times.calls.collectives = {core::Collective::AllGather};
  asked.measurements = {files_.write("six.csv",
                                     "id,collective,size_bytes,nodes,ranks,time_us_oop\n"
                                     "run,all_gather,1048512,1,6,100\n")};
  const auto report = answer(asked);
  ASSERT_TRUE(report) << report.error().message();
  ASSERT_EQ(report->times.ranks, 6);
  EXPECT_EQ(sizes_of(report->collectives.front().curves.best).size(), 9U);
}

TEST_F(OverviewAnswer, RepeatedRowsHaveARange) {
  OverviewRequest asked = request();
  asked.measurements = {files_.add("run", {{kMiB, 100}, {kMiB, 120}, {kMiB, 110}})};
  const auto report = answer(asked);
  ASSERT_TRUE(report) << report.error().message();
  const auto& points = report->collectives.front().measured.front().points;
  ASSERT_EQ(points.size(), 1U);
  EXPECT_EQ(points.front().scatter, Scatter::Range);
  EXPECT_EQ(points.front().samples, 3U);
  EXPECT_DOUBLE_EQ(points.front().time.in_us(), 110);
  EXPECT_DOUBLE_EQ(points.front().within->low.in_us(), 100);
  EXPECT_DOUBLE_EQ(points.front().within->high.in_us(), 120);
  ASSERT_EQ(report->agreement.spreads.size(), 1U);
  EXPECT_DOUBLE_EQ(report->agreement.spreads.front().greatest, 1.2);
}

TEST_F(OverviewAnswer, SaysWhatWasNotMeasured) {
  OverviewRequest asked = request();
  asked.measurements = {files_.add("run", {{kMiB, 100}})};
  asked.times.calls.collectives = {core::Collective::AllReduce, core::Collective::AllGather};
  const auto report = answer(asked);
  ASSERT_TRUE(report) << report.error().message();
  std::vector<std::string> missing;
  for (const Unmeasured& one : report->unmeasured) missing.push_back(one.what + ": " + one.why);
  EXPECT_THAT(missing, ::testing::Contains(
                           "all_reduce of 4 KiB to 256 KiB, 4 MiB to 256 MiB: no file has them"));
  EXPECT_THAT(missing, ::testing::Contains("all_gather: no file has a run of it on this job"));
  EXPECT_THAT(missing, ::testing::Contains(HasSubstr("all_reduce by ")));
}

TEST_F(OverviewAnswer, EveryFormHasATextWithItsUndoingOrAReason) {
  OverviewRequest asked = request();
  asked.times.job.nodes = 2;
  const auto report = answer(asked);
  ASSERT_TRUE(report) << report.error().message();
  ASSERT_EQ(report->settings.size(), 3U);
  for (const SettingsForm& form : report->settings) {
    EXPECT_NE(form.text.empty(), form.refusal.empty()) << form.name;
    EXPECT_EQ(form.text.empty(), form.undo.empty()) << form.name;
  }
}

TEST_F(OverviewAnswer, AFormSaysAtWhichSizesItReachesTheAdvice) {
  OverviewRequest asked;
  asked.times.job.topology = "gb200-nvl72";
  asked.times.job.nccl = "2.27.3";
  asked.times.job.nodes = 3;
  asked.times.job.gpus_per_node = 4;
  asked.times.calls.sizes = {kMiB, 64 * kMiB, {}, {}};
  const auto report = answer(asked);
  ASSERT_TRUE(report) << report.error().message();
  for (const SettingsForm& form : report->settings) {
    ASSERT_FALSE(form.text.empty()) << form.name;
    ASSERT_EQ(form.reach.size(), 1U) << form.name;
    const FormReach& reach = form.reach.front();
    if (form.name == "tuner-csv") {
      EXPECT_TRUE(reach.left.empty());
      continue;
    }
    // Tree is allowed, and NVLSTree, which is advised for 64 MiB, thereby is not.
    EXPECT_THAT(reach.reached,
                ::testing::Contains(SizeRange{core::Bytes::from_mib(1), core::Bytes::from_mib(2),
                                              core::Bytes::from_mib(4)}));
    ASSERT_FALSE(reach.left.empty());
    EXPECT_EQ(reach.left.back().last, core::Bytes::from_mib(64));
  }
}

// Whatever is predicted to be faster is so on a machine that runs as it should.
TEST_F(OverviewAnswer, SlowRunsAreRepairedBeforeAnythingIsSet) {
  const auto slow = answer(measured(4));
  ASSERT_TRUE(slow) << slow.error().message();
  ASSERT_TRUE(slow->repair_first);
  EXPECT_EQ(slow->repair_first->slow, slow->repair_first->rows);
  EXPECT_FALSE(slow->repair_first->is_other_machine);
  EXPECT_TRUE(slow->settings.empty());
  const auto good = answer(measured(1));
  ASSERT_TRUE(good) << good.error().message();
  EXPECT_FALSE(good->repair_first);
  EXPECT_FALSE(good->settings.empty());
}

TEST_F(OverviewAnswer, RowsOfOtherCollectivesDoNotCount) {
  OverviewRequest asked = request();
  asked.measurements = {files_.write("two.csv",
                                     "id,collective,size_bytes,nodes,ranks,time_us_oop\n"
                                     "run,all_reduce,1048576,2,16,100\n"
                                     "run,all_gather,1048576,2,16,100\n")};
  const auto report = answer(asked);
  ASSERT_TRUE(report) << report.error().message();
  ASSERT_TRUE(report->check);
  EXPECT_EQ(report->check->check.rows.size(), 1U);
  EXPECT_THAT(report->check->notes,
              ::testing::Contains("measurements: 1 row of all_gather is left out by ⟨collective⟩"));
}

TEST_F(OverviewAnswer, RowsThatAreLeftOutAreNamedBeforeManyOtherNotes) {
  OverviewRequest asked = request();
  std::string text = "id,collective,size_bytes,nodes,ranks,time_us_oop,algbw_oop_GBps\n";
  text += "run,all_gather,1048576,2,16,100,10.49\n";
  for (int i = 0; i < 20; ++i) text += "run,all_reduce,1048576,2,16,100,99\n";  // not 10.49 GB/s
  asked.measurements = {files_.write("odd.csv", text)};
  const auto report = answer(asked);
  ASSERT_TRUE(report) << report.error().message();
  EXPECT_THAT(report->check->notes, ::testing::Contains(HasSubstr("but size over time makes")));
  EXPECT_THAT(report->check->notes, ::testing::Contains(HasSubstr("1 row of all_gather is left")));
}

TEST_F(OverviewAnswer, WithoutCollectivesThoseOfTheRowsAreTaken) {
  using core::Collective;
  OverviewRequest asked = request();
  asked.times.calls.collectives.clear();
  auto report = answer(asked);
  ASSERT_TRUE(report) << report.error().message();
  EXPECT_EQ(report->times.calls.collectives, std::vector{Collective::AllReduce});
  asked.measurements = {files_.write("two.csv",
                                     "id,collective,size_bytes,nodes,ranks,time_us_oop\n"
                                     "run,sendrecv,1048576,2,16,100\n"
                                     "run,all_gather,1048576,2,16,100\n")};
  report = answer(asked);
  ASSERT_TRUE(report) << report.error().message();
  EXPECT_EQ(report->times.calls.collectives,
            (std::vector{Collective::AllGather, Collective::SendRecv}));
  EXPECT_EQ(report->check->check.rows.size(), 2U);
  EXPECT_THAT(report->check->notes, Not(::testing::Contains(HasSubstr("left out"))));
}

TEST_F(OverviewAnswer, WhatNoRowFitsIsNamedAsAsked) {
  OverviewRequest asked = request();
  asked.measurements = {files_.add("run", {{kMiB, 100}})};
  asked.times.calls.collectives = {core::Collective::SendRecv};
  EXPECT_THAT(answer(asked).error().message(), HasSubstr("no row fits ⟨collective⟩;"));
  asked.times.calls.collectives.clear();
  asked.id = "other";
  EXPECT_THAT(answer(asked).error().message(), HasSubstr("no row fits ⟨id⟩;"));
}

TEST_F(OverviewAnswer, NothingIsToBeSetWhereNcclHasNothingToChoose) {
  OverviewRequest asked = request();
  asked.times.calls.collectives = {core::Collective::AllToAll};
  const auto report = answer(asked);
  ASSERT_TRUE(report) << report.error().message();
  EXPECT_TRUE(report->settings.empty());
  ASSERT_EQ(report->collectives.front().curves.candidates.size(), 1U);
  EXPECT_EQ(report->collectives.front().curves.candidates.front().name, "");
}

TEST_F(OverviewAnswer, OneRankHasNoLines) {
  OverviewRequest asked = request();
  asked.times.job.gpus_per_node = 1;
  const auto report = answer(asked);
  ASSERT_TRUE(report) << report.error().message();
  EXPECT_TRUE(report->collectives.front().curves.best.empty());
  EXPECT_FALSE(report->collectives.front().advice);
}

// A pipe gives its text once; the table of nccl-tests before 2.17 names no collective.
TEST_F(OverviewAnswer, OnePipeMayShowTheMachineAndTheRows) {
  const support::StandardInput input(support::pipe_with(kMachineAndRun));
  OverviewRequest asked = request();
  asked.times.job.topology = "-";
  asked.times.calls.collectives = {core::Collective::AllReduce};
  asked.measurements = {"-"};
  const auto report = answer(asked);
  ASSERT_TRUE(report) << report.error().message();
  EXPECT_EQ(report->check->check.rows.size(), 1U);
  EXPECT_EQ(report->collectives.front().measured.front().points.size(), 1U);
}

// The third of three rows of a size is slow: their median is as expected, the row is not.
TEST_F(OverviewAnswer, PointsCountTheRowsAsTheCheckJudgesThem) {
  const auto expected = app::answer([&] {
    CheckRequest check;
    check.files = {files_.add("plain", plain_sweep())};
    check.job.topology = "dgx-a100";
    return check;
  }());
  ASSERT_TRUE(expected) << expected.error().message();
  std::vector<MeasuredRow> rows;
  for (const double factor : {1.0, 1.0, 3.0}) {
    for (const auto& row : expected->check.rows) {
      rows.push_back({row.measurement.bytes, factor * row.expected.in_us()});
    }
  }
  OverviewRequest asked = request();
  asked.measurements = {files_.add("run", rows)};
  const auto report = answer(asked);
  ASSERT_TRUE(report) << report.error().message();
  RowCounts counts;
  for (const MeasuredPoint& point : report->collectives.front().measured.front().points) {
    EXPECT_EQ(point.place, tuner::check::Place::Inside);
    counts.all += point.rows.all;
    counts.slow += point.rows.slow;
  }
  EXPECT_EQ(counts.all, rows.size());
  EXPECT_EQ(counts.slow, rows.size() / 3);
  EXPECT_EQ(counts.slow, report->check->check.count(tuner::check::Place::Slow));
}

}  // namespace overview_test
}  // namespace treering::app::overview
