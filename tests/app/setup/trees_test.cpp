#include "app/setup/trees.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace treering::app::setup {
namespace trees_test {

using ::testing::ElementsAre;
using ::testing::StartsWith;

Trees trees(const std::string& topology, int nodes) {
  JobRequest request;
  request.topology = topology;
  request.nodes = nodes;
  const auto report = trees_of(request);
  EXPECT_TRUE(report) << report.error().message();
  return report ? *report : Trees();
}

// 4 nodes: 0-2, 2-1, 2-3, and mirrored 3-1, 1-2, 1-0; rank 16 is the first of node 2.
TEST(Trees, AreThoseOfTheDoubleBinaryTree) {
  const Trees report = trees("dgx-h100", 4);
  ASSERT_EQ(report.trees.size(), 2U);
  EXPECT_EQ(report.trees[0].root, 0);
  EXPECT_EQ(report.trees[0].levels, 2);
  EXPECT_EQ(report.trees[1].root / 8, 3);
  const auto& inner = report.trees[0].links[16];
  EXPECT_EQ(inner.up, 0);
  EXPECT_THAT(inner.down, ElementsAre(17, 8, 24));
  EXPECT_THAT(report.lines[16], StartsWith("Trees [0] 17/8/24->16->0 [1] "));
  EXPECT_THAT(report.lines[7], StartsWith("Trees [0] -1/-1/-1->7->6 [1] "));
  EXPECT_EQ(report.roots.size(), static_cast<std::size_t>(report.channels));
}

// NVIDIA/nccl#1490: 30 nodes, 0-16-24-28-26-25.
TEST(Trees, ARootWithOneChildMayCostALevel) {
  EXPECT_EQ(trees("dgx-h100", 30).trees[0].levels, 5);
  EXPECT_EQ(trees("dgx-h100", 8).trees[0].levels, 3);
}

TEST(Trees, OneNodeHasAChain) {
  const Trees report = trees("dgx-h100", 1);
  EXPECT_EQ(report.trees.size(), 1U);
  EXPECT_EQ(report.trees[0].levels, 0);
}

TEST(Trees, TooManyRanksAreRefused) {
  JobRequest request;
  request.topology = "summit";
  request.nodes = 4096;
  EXPECT_FALSE(trees_of(request));
}

}  // namespace trees_test
}  // namespace treering::app::setup
