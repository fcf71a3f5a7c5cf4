#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/overview/document_of.h"

namespace treering::report::overview {
namespace charts_test {

using charts::Band;
using charts::Chart;
using charts::Quantity;
using charts::Series;
using charts::SeriesKind;
using ::testing::ElementsAre;

const app::overview::OverviewReport& dgx() {
  static const auto report = [] {
    app::overview::OverviewRequest request;
    request.times.job.topology = "dgx-h100";
    request.times.job.nodes = 4;
    return app::overview::answer(request).value();
  }();
  return report;
}

std::vector<std::string> names_of(const Chart& chart) {
  std::vector<std::string> names;
  for (const Series& one : chart.series) names.push_back(one.name);
  return names;
}

// By these a page finds their points.
TEST(OverviewCharts, SeriesNameTheirPlaceInTheData) {
  const Chart chart = chart_of(dgx(), 0, Quantity::Time);
  EXPECT_EQ(chart.part, "collectives/0");
  EXPECT_THAT(names_of(chart),
              ElementsAre("the fastest", "Tree", "Ring", "NVLSTree", "ceiling of the fastest",
                          "bound of the wires", "NCCL's choice"));
  std::vector<std::string> sources;
  for (const Series& one : chart.series) sources.push_back(one.source);
  EXPECT_THAT(sources,
              ElementsAre("best", "curves/0", "curves/1", "curves/2", "ceiling", "bound", "usual"));
}

TEST(OverviewCharts, CandidatesAloneHaveBands) {
  for (const Series& one : chart_of(dgx(), 0, Quantity::Busbw).series) {
    EXPECT_EQ(one.band == Band::Beside, one.kind == SeriesKind::Candidate) << one.name;
  }
}

TEST(OverviewCharts, TheSmallOneIsOfNcclsChoice) {
  const auto chart = small_chart_of(dgx(), 0);
  ASSERT_TRUE(chart);
  EXPECT_THAT(names_of(*chart), ElementsAre("NCCL's choice", "bound of the wires"));
  EXPECT_EQ(chart->series.front().kind, SeriesKind::Candidate);
  EXPECT_EQ(chart->series.front().band, Band::Beside);
  EXPECT_EQ(chart->y.title, "busbw (GB/s)");
}

// At the first size that has it.
TEST(OverviewCharts, MarksSizesAtWhichAnotherAlgorithmIsTheFastest) {
  const Chart chart = chart_of(dgx(), 0, Quantity::Time);
  ASSERT_EQ(chart.marks.size(), 2U);
  EXPECT_EQ(chart.marks.front().text, "NVLSTree from 16 MiB");
  EXPECT_EQ(chart.marks.front().x, 16 << 20U);
}

}  // namespace charts_test
}  // namespace treering::report::overview
