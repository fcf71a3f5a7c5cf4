#include "app/expect.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/atlas.h"
#include "app/check_floors.h"
#include "tests/app/measured.h"

namespace treering::app {
namespace expect_test {

using ::testing::HasSubstr;

ExpectRequest at_size(const std::string& topology, int nodes, std::uint64_t bytes) {
  ExpectRequest request;
  request.job.topology = topology;
  request.job.nodes = nodes;
  request.calls.sizes = {bytes, bytes, {}, {}};
  return request;
}

constexpr std::uint64_t kEightGib = std::uint64_t{8} << 30U;

TEST(ExpectAnswer, HasARowForEachCollectiveAndSize) {
  ExpectRequest request = at_size("dgx-h100", 2, 1 << 20U);
  request.calls.sizes.maxbytes = 4 << 20U;
  request.calls.collectives = {core::Collective::AllReduce, core::Collective::AllToAll};
  const auto report = answer(request);
  ASSERT_TRUE(report) << report.error().message();
  EXPECT_EQ(report->sheet.topology, "dgx-h100");
  EXPECT_EQ(report->sheet.gpu, "H100 SXM5");
  EXPECT_EQ(report->sheet.hosts, 2);
  EXPECT_EQ(report->sheet.ranks, 16);
  ASSERT_EQ(report->sheet.rows.size(), 6U);
  EXPECT_EQ(report->published.size(), 6U);
  EXPECT_TRUE(report->sheet.rows.front().way.is_named());
  EXPECT_FALSE(report->sheet.rows.back().way.is_named());  // nothing to choose
  for (const tuner::floors::Row& row : report->sheet.rows) {
    ASSERT_TRUE(row.floor);
    EXPECT_LT(*row.floor, row.busbw);
  }
}

// Nothing is published of half: the same call by the model alone.
TEST(ExpectAnswer, PublishedRunsStandBesideFloorsAndDoNotMoveThem) {
  const auto beside = answer(at_size("dgx-h100", 1, kEightGib));
  ExpectRequest half = at_size("dgx-h100", 1, kEightGib);
  half.calls.type = core::DataType::Half;
  const auto alone = answer(half);
  ASSERT_TRUE(beside) << beside.error().message();
  ASSERT_TRUE(alone) << alone.error().message();
  EXPECT_FALSE(beside->published.front().empty());
  EXPECT_TRUE(alone->published.front().empty());
  EXPECT_NEAR(beside->sheet.rows.front().catches_small, alone->sheet.rows.front().catches_small,
              0.01);
}

TEST(ExpectAnswer, RacksHaveSeveralHosts) {
  const auto report = answer(at_size("gb300-nvl72", 1, kEightGib));
  ASSERT_TRUE(report) << report.error().message();
  EXPECT_EQ(report->sheet.nodes, 1);
  EXPECT_EQ(report->sheet.hosts, 18);
  const auto written = written_as(*report, "aicr");
  ASSERT_TRUE(written);
  EXPECT_THAT(written->text, HasSubstr("nccl-all-reduce-bw-nvls"));
}

TEST(ExpectAnswer, RefusesUnknownForms) {
  const auto report = answer(at_size("dgx-h100", 1, kEightGib));
  ASSERT_TRUE(report);
  const auto written = written_as(*report, "xml");
  ASSERT_FALSE(written);
  EXPECT_EQ(written.error().category, core::Category::Usage);
  EXPECT_THAT(written.error().message(), HasSubstr("cloudai, aicr, junit, prometheus, csv, md"));
}

TEST(AtlasAnswer, HasAPageOverNodes) {
  const auto atlas = atlas_of("dgx-h100");
  ASSERT_TRUE(atlas) << atlas.error().message();
  ASSERT_EQ(atlas->by_nodes.size(), 5U);  // 1, 2, 4, 16, 64
  EXPECT_EQ(atlas->by_nodes.back().sheet.nodes, 64);
  EXPECT_FALSE(atlas->description.empty());
  for (const ExpectReport& report : atlas->by_nodes) {
    EXPECT_EQ(report.sheet.rows.size(), 36U);  // six collectives at six sizes
    EXPECT_EQ(report.why_no_floor, "");
  }
}

// One GPU a node: a job of one rank sends nothing.
TEST(AtlasAnswer, BeginsWithTwoRanks) {
  const auto atlas = atlas_of("dgx-spark");
  ASSERT_TRUE(atlas) << atlas.error().message();
  ASSERT_FALSE(atlas->by_nodes.empty());
  EXPECT_EQ(atlas->by_nodes.front().sheet.ranks, 2);
}

TEST(CheckFloors, CountsRowsBelow) {
  const MeasuredFiles files;
  CheckFloorsRequest request;
  // busbw of 16 ranks is 1.875 times algbw: 100 us at 1 MiB are 19.7 GB/s.
  request.files = {files.add("one", {{1 << 20U, 100}, {1 << 20U, 1000}, {8, 10}})};
  request.floors = "tests/data/pages/floors.csv";  // 10 GB/s at 1 MiB
  const auto report = answer(request);
  ASSERT_TRUE(report) << report.error().message();
  EXPECT_EQ(report->judged, 2U);
  EXPECT_EQ(report->below, 1U);
  EXPECT_FALSE(report->is_passed());
  EXPECT_THAT(report->notes, ::testing::Contains("1 row not judged: no floor at this size"));
  EXPECT_THAT(junit_text(*report), HasSubstr("tests=\"3\" failures=\"1\""));
}

}  // namespace expect_test
}  // namespace treering::app
