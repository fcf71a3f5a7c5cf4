#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/charts/calls.h"

namespace treering::report::charts {
namespace over_nodes_test {

app::advice::ScalingRequest request_for(const std::string& topology) {
  app::advice::ScalingRequest request;
  request.job.topology = topology;
  request.job.nodes = 4;
  request.bytes = 1 << 20U;
  request.most_nodes = 8;
  return request;
}

TEST(OverNodes, HasItsValuesInWords) {
  const auto report = app::advice::answer(request_for("dgx-h100")).value();
  EXPECT_EQ(words_at(report, 4),
            "4 nodes, 32 ranks: NCCL's choice is the fastest, Tree/LL128 in 111.99 us, busbw "
            "18.14 GB/s; bound 516.67 GB/s");
  EXPECT_EQ(words_at(report, 3), "");
}

TEST(OverNodes, PointsAtEachNumberOfNodes) {
  const auto report = app::advice::answer(request_for("dgx-h100")).value();
  const Chart chart = over_nodes(report, {core::Collective::AllReduce, core::Bytes::from_mib(1)});
  EXPECT_EQ(chart.title, "Busbw of all_reduce of 1 MiB over the nodes, by the cost model");
  EXPECT_THAT(chart.stops, ::testing::ElementsAre(1, 2, 4, 8));
  ASSERT_EQ(chart.marks.size(), 1U);
  EXPECT_EQ(chart.marks.front().text, "the job: 4 nodes");
}

TEST(OverNodes, WithoutAChoiceOfNcclThePredictedLineIsNamedSo) {
  app::advice::ScalingReport report = app::advice::answer(request_for("dgx-h100")).value();
  for (auto& point : report.points) point.usual.reset();
  EXPECT_EQ(over_nodes(report, {}).series[1].name, "predicted");
  EXPECT_TRUE(has_times(report));
  for (auto& point : report.points) point.best.reset();
  EXPECT_FALSE(has_times(report));
}

// 125 Gbit/s are 15.625 GB/s, which would be rounded one way and the other.
TEST(OverNodes, ItsBoundIsThatOverSizes) {
  const app::advice::ScalingRequest scaled = request_for("pcie-4");
  app::PredictRequest request;
  request.job = scaled.job;
  const Chart sizes = over_sizes(app::answer(request).value(), nullptr, Quantity::Busbw);
  const Chart nodes = over_nodes(app::advice::answer(scaled).value(), {});
  const auto bound_of = [](const Chart& chart) {
    return *std::ranges::find(chart.series, SeriesKind::Bound, &Series::kind);
  };
  const Series over_sizes = bound_of(sizes);
  const Series over_nodes = bound_of(nodes);
  const Point* const size = point_at(over_sizes, static_cast<double>(scaled.bytes));
  const Point* const four = point_at(over_nodes, 4);
  ASSERT_TRUE(size != nullptr && four != nullptr);
  EXPECT_EQ(size->y, four->y);
}

}  // namespace over_nodes_test
}  // namespace treering::report::charts
