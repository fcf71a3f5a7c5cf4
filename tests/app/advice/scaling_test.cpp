#include "app/advice/scaling.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace treering::app::advice {
namespace scaling_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

ScalingRequest request_on(const std::string& topology, std::optional<int> nodes) {
  ScalingRequest request;
  request.job.topology = topology;
  request.job.nodes = nodes;
  request.bytes = std::uint64_t{1} << 20U;
  request.most_nodes = 8;
  return request;
}

std::vector<int> nodes_in(const ScalingReport& report) {
  std::vector<int> nodes;
  for (const ScalingPoint& point : report.points) nodes.push_back(point.nodes);
  return nodes;
}

TEST(Scaling, DoublesTheNodesAndHasThoseOfTheJob) {
  const auto report = answer(request_on("dgx-h100", 3));
  ASSERT_TRUE(report);
  EXPECT_THAT(nodes_in(*report), ElementsAre(1, 2, 3, 4, 8));
  EXPECT_EQ(report->nodes, 3);
  EXPECT_EQ(report->end, "");
  EXPECT_EQ(report->points.back().ranks, 64);
}

TEST(Scaling, AskedForMoreNodesThanUsualTheJobIsTheLast) {
  const auto report = answer(request_on("dgx-h100", 20));
  ASSERT_TRUE(report);
  EXPECT_THAT(nodes_in(*report), ElementsAre(1, 2, 4, 8, 20));
}

TEST(Scaling, PointsAreWhatPredictSays) {
  const auto scaling = answer(request_on("dgx-h100", 4));
  PredictRequest request;
  request.job.topology = "dgx-h100";
  request.job.nodes = 4;
  request.calls.sizes = {1U << 20U, 1U << 20U, {}, {}};
  const auto predicted = answer(request);
  ASSERT_TRUE(scaling && predicted);
  const ScalingPoint& point = scaling->points.at(2);
  ASSERT_EQ(point.nodes, 4);
  for (const sim::Prediction& row : predicted->rows) {
    if (row.is_best) {
      EXPECT_EQ(point.best->way.algorithm, row.way.algorithm);
      EXPECT_EQ(point.best->estimate, *row.estimate);
      EXPECT_EQ(point.best->busbw, *sim::busbw(row, 32));
    }
    if (row.is_nccl_default) {
      EXPECT_EQ(point.usual->way.protocol, row.way.protocol);
    }
  }
  EXPECT_GT(point.bound, point.best->busbw);
}

TEST(Scaling, ALoneRankHasNoPoint) {
  ScalingRequest request = request_on("dgx-h100", 1);
  request.job.gpus_per_node = 1;
  const auto report = answer(request);
  ASSERT_TRUE(report);
  EXPECT_THAT(nodes_in(*report), ElementsAre(2, 4, 8));
}

TEST(Scaling, CallsWithoutAlgorithmsHaveATimeButNoChoice) {
  ScalingRequest request = request_on("dgx-h100", 2);
  request.calls.collectives = {core::Collective::AllToAll};
  const auto report = answer(request);
  ASSERT_TRUE(report);
  EXPECT_FALSE(report->points.front().usual);
  ASSERT_TRUE(report->points.front().best);
  EXPECT_EQ(report->points.front().best->way.algorithm, "");
}

TEST(Scaling, AnUnknownTopologyIsAnError) {
  const auto report = answer(request_on("dgx-h10", 1));
  ASSERT_FALSE(report);
  EXPECT_THAT(report.error().message(), HasSubstr("dgx-h10"));
}

}  // namespace scaling_test
}  // namespace treering::app::advice
