#include "sim/nccl/communicator/channel_count.h"

#include <gtest/gtest.h>

#include "sim/nccl/communicator/communicator.h"
#include "tests/support/sample_search.h"

namespace treering::sim::nccl::communicator {
namespace channel_count_test {

const job::Settings kUnset;

Library library(const job::Settings& settings = kUnset) {
  return {versions::version("2.28"), settings};
}

ChannelCounts counts(const search::NodeSearch& found, Shape shape) {
  return count_channels(library(), found.facts, found.graphs, shape);
}

TEST(ChannelCount, EveryChannelIsDoubled) {
  EXPECT_EQ(counts(testing::four_gpus(), {2, 4}), (ChannelCounts{2, 4, 4, 4, 4, 4}));
}

TEST(ChannelCount, TheFewerOfRingAndTreeCount) {
  search::NodeSearch found = testing::four_gpus();
  found.graphs.tree.channels.pop_back();
  EXPECT_EQ(counts(found, {2, 4}), (ChannelCounts{1, 2, 2, 2, 2, 2}));
}

TEST(ChannelCount, WideNodesDoubleAgain) {
  search::NodeSearch found = testing::four_gpus_with_nvls();
  found.graphs.ring.bw_intra = 48;  // above 45 GB/s, on Hopper
  EXPECT_EQ(counts(found, {2, 4}).total, 8);
  EXPECT_EQ(counts(found, {1, 4}).total, 4) << "one node has no network to wait for";
  found.facts.min_compute_capability = 80;
  EXPECT_EQ(counts(found, {2, 4}).total, 4) << "only from Hopper on";
}

TEST(ChannelCount, CollNetAddsHalfAsManyWhereTheNodeIsFaster) {
  // 4 doubled channels + 2; the node's 20 GB/s exceed the network's 10 GB/s.
  EXPECT_EQ(counts(testing::four_gpus_with_collnet(), {2, 4}), (ChannelCounts{2, 4, 6, 6, 6, 6}));
  search::NodeSearch even = testing::four_gpus_with_collnet();
  even.graphs.collnet_chain.bw_intra = 10;
  EXPECT_EQ(counts(even, {2, 4}).total, 4);
}

TEST(ChannelCount, CopiesKnowTheirOriginal) {
  const ChannelCounts copied{
      .searched = 2, .doubled = 4, .with_collnet = 6, .widened = 12, .limited = 12, .total = 12};
  EXPECT_EQ(original_of(copied, 3), 3);
  EXPECT_EQ(original_of(copied, 4), 0);   // 6 are 4 and copies of 0, 1
  EXPECT_EQ(original_of(copied, 9), 3);   // 6..11 copy 0..5
  EXPECT_EQ(original_of(copied, 11), 1);  // of 5, which is of 1
}

TEST(ChannelCount, NvlsDependsOnTheGenerationAndTheNodes) {
  search::NodeSearch found = testing::four_gpus_with_nvls();
  const auto count = [&](int nodes) {
    return count_nvls_channels(library(), found.facts, found.graphs, {nodes, 4});
  };
  EXPECT_EQ(count(1), 16);
  found.facts.min_compute_capability = 100;
  EXPECT_EQ(count(1), 24);
  EXPECT_EQ(count(2), 32);
  found.graphs.nvls.channels.clear();
  EXPECT_EQ(count(1), 0);
}

TEST(ChannelCount, CollNetNeedsTwoNodesAndAChain) {
  search::NodeSearch found = testing::four_gpus_with_collnet();
  const auto uses = [&](int nodes) {
    return uses_collnet(library(), found.facts, found.graphs, {nodes, 4});
  };
  EXPECT_TRUE(uses(2));
  EXPECT_FALSE(uses(1));
  found.graphs.collnet_chain.channels.clear();
  EXPECT_FALSE(uses(2));
}

ChannelCounts limited(const job::ChannelLimits& limits) {
  job::Settings settings;
  settings.channels = limits;
  const search::NodeSearch found = testing::four_gpus();
  return count_channels(library(settings), found.facts, found.graphs, {2, 4});
}

TEST(ChannelCount, SettingsCutOffAndThenCopy) {
  // Four channels without settings.
  EXPECT_EQ(limited({.max_channels = 3}).total, 3);
  EXPECT_EQ(limited({.max_ctas = 2}).total, 2);
  EXPECT_EQ(limited({.min_channels = 10}).total, 10);
  EXPECT_EQ(limited({.min_ctas = 6}).total, 6);
  const ChannelCounts both = limited({.min_channels = 8, .max_channels = 3});
  EXPECT_EQ(both.limited, 3);
  EXPECT_EQ(both.total, 8) << "the most is applied first";
  EXPECT_EQ(both.searched, 2) << "NCCL's model goes on counting with these";
}

TEST(ChannelCount, CopiesBeyondAreOfThoseThatAreLeft) {
  const ChannelCounts both = limited({.min_channels = 8, .max_channels = 3});
  EXPECT_EQ(original_of(both, 2), 2);
  EXPECT_EQ(original_of(both, 3), 0);
  EXPECT_EQ(original_of(both, 7), 1);  // 6 and 7 copy 3 and 4, which copy 0 and 1
}

TEST(ChannelCount, SettingsOfNvls) {
  const search::NodeSearch found = testing::four_gpus_with_nvls();
  const auto count = [&](const job::ChannelLimits& limits) {
    job::Settings settings;
    settings.channels = limits;
    return count_nvls_channels(library(settings), found.facts, found.graphs, {1, 4});
  };
  EXPECT_EQ(count({.nvls_channels = 20}), 20);
  EXPECT_EQ(count({.max_ctas = 6}), 6);
  EXPECT_EQ(count({.min_ctas = 24}), 24);
  EXPECT_EQ(count({.max_channels = 2}), 16) << "speaks of rings and trees alone";
}

TEST(ChannelCount, CollNetNodesAsSet) {
  const search::NodeSearch found = testing::four_gpus_with_collnet();
  job::Settings settings;
  settings.collnet_min_nodes = 3;
  EXPECT_FALSE(uses_collnet(library(settings), found.facts, found.graphs, {2, 4}));
  EXPECT_TRUE(uses_collnet(library(settings), found.facts, found.graphs, {3, 4}));
}

}  // namespace channel_count_test
}  // namespace treering::sim::nccl::communicator
