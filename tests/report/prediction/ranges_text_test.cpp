#include "report/prediction/ranges_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace treering::report::prediction {
namespace ranges_text_test {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr auto kAllReduce = core::Collective::AllReduce;

sim::Prediction row(std::uint64_t bytes, const std::string& algorithm, double us) {
  sim::Prediction row;
  row.asked = row.bytes = core::Bytes::of(bytes);
  row.count = bytes / 4;
  row.way = {algorithm, "LL", static_cast<int>(bytes / 1024)};
  row.estimate.emplace();
  row.estimate->time = core::Duration::from_us(us);
  return row;
}

sim::Prediction chosen(sim::Prediction row, bool is_best) {
  row.is_nccl_default = true;
  row.is_best = is_best;
  return row;
}

sim::Prediction best(sim::Prediction row) {
  row.is_best = true;
  return row;
}

/// On eight ranks: busbw is 1.75 x the size by the time.
app::PredictReport report_of(std::vector<sim::Prediction> rows) {
  app::PredictRequest request;
  request.job.topology = "dgx-h100";
  request.calls.sizes = {8, 8, {}, {}};
  app::PredictReport report;
  report.job.cluster = app::answer(request).value().job.cluster;
  report.calls.collectives = {kAllReduce};
  report.ranks = 8;
  report.rows = std::move(rows);
  return report;
}

// 1.75 x 1024 B / 10 us = 0.179 GB/s, 1.75 x 2048 / 100 = 0.036, 1.75 x 4096 / 10 = 0.717.
TEST(RangesText, HasEverySizeInOneRange) {
  const std::string text = ranges_text(
      report_of({chosen(row(1024, "Tree", 10), true), chosen(row(2048, "Tree", 150), false),
                 best(row(2048, "Ring", 100)), chosen(row(4096, "Ring", 10), true)}),
      kAllReduce, 100);
  EXPECT_THAT(text, ContainsRegex("\n# 1 KiB to below 2 KiB +Tree/LL +1 +0.18 +- +-\n"));
  EXPECT_THAT(text, ContainsRegex("\n# 2 KiB to below 4 KiB +Ring/LL +2 +0.04 +Tree/LL +1.50\n"));
  EXPECT_THAT(text, ContainsRegex("\n# 4 KiB +Ring/LL +4 +0.72 +- +-\n"));
  EXPECT_THAT(text, Not(HasSubstr("a port")));  // one node
}

TEST(RangesText, HasBothEndsOfARange) {
  const std::string text = ranges_text(
      report_of({chosen(row(1024, "Tree", 10), true), chosen(row(4096, "Tree", 10), true)}),
      kAllReduce, 100);
  EXPECT_THAT(text, ContainsRegex("\n# 1 KiB to 4 KiB +Tree/LL +1..4 +0.18..0.72\n"));
  EXPECT_THAT(text, Not(HasSubstr("NCCL's own")));  // the same everywhere
}

TEST(RangesText, OneSizeIsNone) {
  EXPECT_EQ(ranges_text(report_of({chosen(row(1024, "Tree", 10), true)}), kAllReduce, 100), "");
}

}  // namespace ranges_text_test
}  // namespace treering::report::prediction
