// The reader that other tests give exported files to reads as NVIDIA's plugin does.
#include "tests/support/example_plugin.h"

#include <gtest/gtest.h>

namespace treering::tuner::exporters {
namespace example_plugin_test {

using treering::testing::answer_as_plugin;
using treering::testing::load_as_plugin;

bool nothing(const PluginRow& /*row*/) {
  return false;
}

TEST(ExamplePlugin, OptionalFieldsDefaultToAny) {
  const auto rows = load_as_plugin("# comment\n\nreduce,0,10,ring,ll,2,1,8\n");
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0].pipe_ops, kAny);
  EXPECT_EQ(rows[0].registered, kAny);
}

TEST(ExamplePlugin, SevenFieldsAreNoRow) {
  EXPECT_TRUE(load_as_plugin("reduce,0,10,ring,ll,2,1\n").empty());
}

TEST(ExamplePlugin, UnknownNamesMeanAllreduceRingSimple) {
  // So a heading without '#' is a row for allreduce of 0 bytes on 0 channels.
  const auto rows = load_as_plugin(
      "collective_type,min_bytes,max_bytes,algorithm,protocol,channels,nNodes,nRanks\n");
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0], (PluginRow{"allreduce", 0, 0, {"ring", "simple", 0}, 0, 0, kAny, kAny}));
}

TEST(ExamplePlugin, TheEndOfALongCommentIsARow) {
  // 255 characters are read at once; what follows starts a line of its own.
  const std::string comment = "#" + std::string(254, 'x');
  EXPECT_EQ(load_as_plugin(comment + "reduce,0,10,ring,ll,2,1,8\n").size(), 1U);
}

TEST(ExamplePlugin, FirstMatchingRowWinsAndBoundsAreInclusive) {
  const auto rows = load_as_plugin(
      "allreduce,0,100,tree,ll,1,-1,-1\n"
      "allreduce,100,200,ring,simple,8,-1,-1\n");
  const auto at = [&](std::uint64_t bytes) {
    return answer_as_plugin(rows, {"allreduce", bytes, 1, 8}, nothing);
  };
  EXPECT_EQ(at(100).row, &rows[0]);
  EXPECT_EQ(at(101).row, &rows[1]);
  EXPECT_EQ(at(200).channels, 8);
}

TEST(ExamplePlugin, WithoutAMatchTheCallGetsOneChannel) {
  const auto rows = load_as_plugin("allreduce,0,100,ring,simple,8,2,16\n");
  const auto answer = answer_as_plugin(rows, {"allreduce", 101, 2, 16}, nothing);
  EXPECT_EQ(answer.row, nullptr);
  EXPECT_EQ(answer.channels, 1);
  EXPECT_EQ(answer_as_plugin(rows, {"allreduce", 8, 1, 8}, nothing).row, nullptr);
}

TEST(ExamplePlugin, MinusOneChannelsMeansOne) {
  const auto rows = load_as_plugin("allreduce,0,100,ring,simple,-1,-1,-1\n");
  EXPECT_EQ(answer_as_plugin(rows, {"allreduce", 8, 1, 8}, nothing).channels, 1);
}

TEST(ExamplePlugin, NoChannelsLeavesThemToNccl) {
  const auto rows = load_as_plugin("allreduce,0,100,ring,simple,0,-1,-1\n");
  EXPECT_EQ(answer_as_plugin(rows, {"allreduce", 8, 1, 8}, nothing).channels, 0);
}

TEST(ExamplePlugin, RuledOutPairsFallThroughToTheNextRow) {
  const auto rows = load_as_plugin(
      "allreduce,0,100,nvls,simple,16,-1,-1\n"
      "allreduce,0,100,ring,simple,8,-1,-1\n");
  const auto no_nvls = [](const PluginRow& row) { return row.way.algorithm == "nvls"; };
  EXPECT_EQ(answer_as_plugin(rows, {"allreduce", 8, 1, 8}, no_nvls).row, &rows[1]);
}

TEST(ExamplePlugin, MatchesPipelineAndRegistration) {
  const auto rows = load_as_plugin("allreduce,0,100,ring,simple,8,-1,-1,2,1\n");
  EXPECT_EQ(answer_as_plugin(rows, {"allreduce", 8, 1, 8, 2, 1}, nothing).row, rows.data());
  EXPECT_EQ(answer_as_plugin(rows, {"allreduce", 8, 1, 8, 1, 1}, nothing).row, nullptr);
  EXPECT_EQ(answer_as_plugin(rows, {"allreduce", 8, 1, 8, 2, 0}, nothing).row, nullptr);
}

}  // namespace example_plugin_test
}  // namespace treering::tuner::exporters
