#include <algorithm>
#include <stdexcept>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/charts/calls.h"

namespace treering::report::charts {
namespace over_sizes_test {

const app::PredictReport& dgx() {
  static const app::PredictReport report = [] {
    app::PredictRequest request;
    request.job.topology = "dgx-h100";
    request.job.nodes = 4;
    return app::answer(request).value();
  }();
  return report;
}

const Series& named(const Chart& chart, std::string_view name) {
  const auto found = std::ranges::find(chart.series, name, &Series::name);
  if (found == chart.series.end()) throw std::runtime_error("no series " + std::string(name));
  return *found;
}

constexpr double kMiB = 1 << 20U;

// From `treering predict dgx-h100 --nodes 4`.
TEST(OverSizes, HoldsWhatPredictSays) {
  const Chart times = over_sizes(dgx(), nullptr, Quantity::Time);
  const Chart rates = over_sizes(dgx(), nullptr, Quantity::Busbw);
  const Point* const tree = point_at(named(times, "Tree/LL128"), kMiB);
  ASSERT_NE(tree, nullptr);
  EXPECT_NEAR(tree->y, 111.99, 0.01);
  EXPECT_TRUE(tree->is_fastest && tree->is_usual);
  EXPECT_NEAR(tree->within->second, 249, 1);
  EXPECT_NEAR(point_at(named(rates, "Tree/LL128"), kMiB)->y, 18.14, 0.01);
  EXPECT_EQ(point_at(named(times, "NCCL's choice"), 8 * kMiB)->way, "NVLSTree/Simple");
  EXPECT_EQ(point_at(named(times, "the fastest"), 8 * kMiB)->way, "Tree/LL128");
  EXPECT_NEAR(point_at(named(times, "bound of the wires"), 8 * kMiB)->y, 31.46, 0.01);
  EXPECT_NEAR(named(rates, "ceiling of Ring/Simple").points.back().y, 365.60, 0.01);
}

// What a table shows of a line at a size stands in both.
TEST(OverSizes, BothQuantitiesHaveTheSameSeriesAndSizes) {
  const Chart times = over_sizes(dgx(), nullptr, Quantity::Time);
  const Chart rates = over_sizes(dgx(), nullptr, Quantity::Busbw);
  ASSERT_EQ(times.series.size(), rates.series.size());
  for (std::size_t i = 0; i < times.series.size(); ++i) {
    EXPECT_EQ(times.series[i].name, rates.series[i].name);
    ASSERT_EQ(times.series[i].points.size(), rates.series[i].points.size());
    for (std::size_t k = 0; k < times.series[i].points.size(); ++k) {
      EXPECT_EQ(times.series[i].points[k].x, rates.series[i].points[k].x);
    }
  }
  EXPECT_EQ(times.stops, rates.stops);
}

TEST(OverSizes, MarksChangesAndNcclsChoices) {
  const Chart chart = over_sizes(dgx(), nullptr, Quantity::Time);
  ASSERT_EQ(chart.marks.size(), 3U);
  EXPECT_EQ(chart.marks[0].text, "Tree/LL → Tree/LL128 from 128 KiB to 256 KiB");
  ASSERT_EQ(chart.segments.size(), 6U);
  EXPECT_EQ(chart.segments.back().text, "Ring/Simple");
  EXPECT_EQ(chart.segments.back().to, 8.0 * (1U << 30U));
  EXPECT_EQ(chart.segments.back().colour, named(chart, "Ring/Simple").colour);
}

TEST(OverSizes, OneRankHasNoLines) {
  app::PredictReport alone = dgx();
  alone.ranks = 1;
  EXPECT_TRUE(over_sizes(alone, nullptr, Quantity::Time).series.empty());
}

}  // namespace over_sizes_test
}  // namespace treering::report::charts
