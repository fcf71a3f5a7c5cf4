#include "tuner/floors/judge.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/tuner/floors/sheets.h"

namespace treering::tuner::floors {
namespace judge_test {

using ::testing::HasSubstr;

/// A row of 16 ranks with that busbw, whose factor is 30/16.
Measurement measured(core::Bytes bytes, double busbw) {
  Measurement row;
  row.bytes = bytes.count();
  row.ranks = 16;
  row.file = "run.log";
  row.line = 7;
  row.out_of_place = bytes / core::Bandwidth::from_gb_per_s(busbw * 16 / 30);
  return row;
}

std::string error_of(const Sheet& sheet, const Measurement& row) {
  const auto judged = judge(sheet, {row});
  return judged ? "" : judged.error().message();
}

TEST(FloorAt, IsThatOfTheSize) {
  const auto floor = floor_at(small_sheet(), core::Collective::AllReduce, core::Bytes::from_mib(4));
  ASSERT_TRUE(floor);
  EXPECT_EQ(floor->in_gb_per_s(), 40);
}

// Half way from 1 to 4 MiB in ln(bytes): sqrt(10 x 40) = 20.
TEST(FloorAt, IsBetweenTheFloorsOfItsNeighbours) {
  const auto floor = floor_at(small_sheet(), core::Collective::AllReduce, core::Bytes::from_mib(2));
  ASSERT_TRUE(floor);
  EXPECT_NEAR(floor->in_gb_per_s(), 20, 1e-9);
}

TEST(FloorAt, IsThatOfTheLargestUpToTwiceItsSize) {
  const Sheet sheet = small_sheet();
  const auto floor = floor_at(sheet, core::Collective::AllReduce, core::Bytes::from_gib(2));
  ASSERT_TRUE(floor);
  EXPECT_EQ(floor->in_gb_per_s(), 300);
  EXPECT_FALSE(floor_at(sheet, core::Collective::AllReduce, core::Bytes::from_gib(4)));
  EXPECT_FALSE(floor_at(sheet, core::Collective::AllReduce, core::Bytes::of(8)));
  EXPECT_FALSE(floor_at(sheet, core::Collective::AllGather, core::Bytes::from_mib(1)));
}

TEST(Judge, FindsRowsBelowTheirFloors) {
  const auto rows = judge(
      small_sheet(), {measured(core::Bytes::from_gib(1), 299),
                      measured(core::Bytes::from_gib(1), 301), measured(core::Bytes::of(8), 1)});
  ASSERT_TRUE(rows) << rows.error().message();
  EXPECT_NEAR(rows->at(0).busbw.in_gb_per_s(), 299, 1e-9);
  EXPECT_TRUE(rows->at(0).is_below());
  EXPECT_FALSE(rows->at(1).is_below());
  EXPECT_FALSE(rows->at(2).floor);
  EXPECT_EQ(rows->at(2).why_not, "no floor at this size");
}

TEST(Judge, FindsWrongResults) {
  Measurement wrong = measured(core::Bytes::from_gib(1), 350);
  wrong.wrong = 3;
  const auto rows = judge(small_sheet(), {wrong});
  ASSERT_TRUE(rows) << rows.error().message();
  EXPECT_FALSE(rows->front().is_below());
  EXPECT_TRUE(rows->front().is_failed());
}

TEST(Judge, LeavesOutForcedChoices) {
  Measurement forced = measured(core::Bytes::from_mib(1), 1);
  forced.way = {"Tree", "LL"};
  const auto rows = judge(small_sheet(), {forced, measured(core::Bytes::from_mib(1), 11)});
  ASSERT_TRUE(rows) << rows.error().message();
  EXPECT_EQ(rows->front().why_not, "forced to Tree/LL");
  EXPECT_FALSE(rows->front().is_failed());
}

TEST(Judge, RefusesRunsOfOtherJobs) {
  Measurement row = measured(core::Bytes::from_gib(1), 350);
  row.ranks = 8;
  EXPECT_THAT(error_of(small_sheet(), row),
              HasSubstr("run.log:7: a run of 8 ranks, the floors are of 16 ranks"));
  row = measured(core::Bytes::from_gib(1), 350);
  row.nodes = 4;
  EXPECT_THAT(error_of(small_sheet(), row), HasSubstr("a run on 4 nodes, the floors are of 2"));
  row = measured(core::Bytes::from_gib(1), 350);
  row.gpu = "NVIDIA A100-SXM4-80GB";
  EXPECT_THAT(error_of(small_sheet(), row), HasSubstr("the floors are of 'H100 SXM5 80GB'"));
}

TEST(Judge, AcceptsTheHostsOfARack) {
  Sheet sheet = small_sheet();
  sheet.nodes = 1;
  Measurement row = measured(core::Bytes::from_gib(1), 350);
  row.nodes = 2;
  EXPECT_EQ(error_of(sheet, row), "");
}

TEST(Judge, SaysWhatTheFloorsAreOfWhereNoRowHasOne) {
  EXPECT_THAT(error_of(small_sheet(), measured(core::Bytes::of(8), 1)),
              ::testing::AllOf(HasSubstr("no row has a floor: no floor at this size"),
                               HasSubstr("all_reduce from 1 MiB to 1 GiB")));
  Measurement other = measured(core::Bytes::from_gib(1), 350);
  other.collective = core::Collective::AllGather;
  EXPECT_THAT(error_of(small_sheet(), other), HasSubstr("no floor of this collective"));
}

TEST(Junit, HasACaseForEachRow) {
  Measurement wrong = measured(core::Bytes::from_mib(4), 50);
  wrong.wrong = 3;
  const auto rows = judge(
      small_sheet(), {measured(core::Bytes::from_gib(1), 299), wrong,
                      measured(core::Bytes::from_mib(1), 11), measured(core::Bytes::of(8), 1)});
  ASSERT_TRUE(rows) << rows.error().message();
  const std::string xml = junit_of(small_sheet(), *rows);
  EXPECT_THAT(xml, HasSubstr("tests=\"4\" failures=\"2\" errors=\"0\" skipped=\"1\""));
  EXPECT_THAT(xml, HasSubstr("name=\"all_reduce 1 GiB (run.log:7)\""));
  EXPECT_THAT(xml, HasSubstr("message=\"busbw 299 GB/s is below the floor of 300 GB/s\""));
  EXPECT_THAT(xml, HasSubstr("message=\"wrong elements: 3\""));
  EXPECT_THAT(xml, HasSubstr("<skipped message=\"no floor at this size\"/>"));
}

TEST(Junit, EscapesWhatIsMarkup) {
  Measurement row = measured(core::Bytes::from_gib(1), 350);
  row.file = "a<b>&\"c\".log";
  const auto rows = judge(small_sheet(), {row});
  ASSERT_TRUE(rows) << rows.error().message();
  EXPECT_THAT(junit_of(small_sheet(), *rows), HasSubstr("a&lt;b&gt;&amp;&quot;c&quot;.log:7"));
}

}  // namespace judge_test
}  // namespace treering::tuner::floors
