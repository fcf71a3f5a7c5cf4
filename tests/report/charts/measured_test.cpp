#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/charts/calls.h"

namespace treering::report::charts {
namespace measured_test {

using tuner::check::CheckedRow;

/// Times of all_reduce on two nodes of eight ranks.
app::PredictReport times() {
  app::PredictReport report;
  report.calls.collectives = {core::Collective::AllReduce};
  report.ranks = 16;
  report.job.cluster.node_count = 2;
  return report;
}

CheckedRow row(const std::string& file, std::uint64_t bytes, double us) {
  CheckedRow one;
  one.measurement.file = file;
  one.measurement.bytes = bytes;
  one.way = {"Ring", "Simple"};
  one.measured = core::Duration::from_us(us);
  one.expected = core::Duration::from_us(100);
  one.low = core::Duration::from_us(80);
  one.high = core::Duration::from_us(125);
  return one;
}

/// Of the same nodes, in two files; the first has its larger size first.
app::CheckReport checked() {
  app::CheckReport report;
  report.shape = {2, 8};
  report.job.cluster.node_count = 2;
  report.check.rows = {row("/a/run.log", 2 << 20U, 105), row("/a/run.log", 1 << 20U, 95),
                       row("/b/other.log", 1 << 20U, 110)};
  return report;
}

TEST(MeasuredSeries, AreOneForEachFile) {
  const auto all = measured_series(checked(), times(), Quantity::Time);
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all.front().name, "measured (run.log)");
  EXPECT_EQ(all.back().name, "measured (other.log)");
  EXPECT_NE(all.front().colour, all.back().colour);
  ASSERT_EQ(all.front().points.size(), 2U);
  const Point& first = all.front().points.front();
  EXPECT_EQ(first.x, 1 << 20U);
  EXPECT_EQ(first.y, 95);
  EXPECT_EQ(first.way, "Ring/Simple");
  EXPECT_DOUBLE_EQ(*first.ratio, 0.95);
  EXPECT_EQ(first.note,
            "measured (run.log), 1 MiB\nmeasured 95.00 us, predicted 100.00 us by Ring/Simple\n"
            "measured / predicted: 0.95; 4 of 5 runs 80.00 us to 125.00 us");
}

// busbw = bytes / time x 2 (16 - 1) / 16
TEST(MeasuredSeries, HaveBusbw) {
  const auto all = measured_series(checked(), times(), Quantity::Busbw);
  EXPECT_NEAR(all.back().points.front().y, (1 << 20U) / 110.0 / 1e3 * 1.875, 1e-9);
}

TEST(MeasuredSeries, AreThoseOfTheCollective) {
  app::PredictReport broadcast = times();
  broadcast.calls.collectives = {core::Collective::Broadcast};
  EXPECT_TRUE(measured_series(checked(), broadcast, Quantity::Time).empty());
  EXPECT_EQ(remark_on(checked(), broadcast),
            "The log is of all_reduce: its points are shown with that collective.");
}

TEST(MeasuredSeries, AreThoseOfTheNodes) {
  app::PredictReport four = times();
  four.ranks = 32;
  four.job.cluster.node_count = 4;
  EXPECT_TRUE(measured_series(checked(), four, Quantity::Time).empty());
  EXPECT_EQ(remark_on(checked(), four),
            "The log is of 2 nodes x 8 GPUs = 16 ranks: its points are shown where the chart is of "
            "these, too.");
}

TEST(MeasuredSeries, OfAnotherNcclAreRemarkedOn) {
  app::CheckReport check = checked();
  EXPECT_EQ(remark_on(check, times()), "");
  check.job.job.nccl_version = "2.18.3";
  app::PredictReport newer = times();
  newer.job.job.nccl_version = "2.28.9";
  EXPECT_EQ(remark_on(check, newer),
            "The log is of NCCL 2.18.3: what was measured is compared with that, the lines are "
            "those of 2.28.9.");
}

}  // namespace measured_test
}  // namespace treering::report::charts
