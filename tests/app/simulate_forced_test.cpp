// What is said of an algorithm that is asked for.
#include <gtest/gtest.h>

#include "app/simulate.h"

namespace treering::app {
namespace simulate_forced_test {

SimulateRequest on_nodes(int nodes, const char* algorithm) {
  SimulateRequest request;
  request.job.topology = "dgx-h100";
  request.job.nodes = nodes;
  request.way.algorithm = algorithm;
  return request;
}

// 16 channels, the first 8 of which follow the first tree.
TEST(SimulateForced, KnowsWhetherSomeChannelsFollowTheSecondTree) {
  SimulateRequest request = on_nodes(4, "Tree");
  request.call.bytes = 32U << 10U;
  EXPECT_TRUE(answer(request).value().has_second_tree);
  request.job.variables.env = {"NCCL_MAX_NCHANNELS=9"};
  EXPECT_TRUE(answer(request).value().has_second_tree);
  request.job.variables.env = {"NCCL_MAX_NCHANNELS=8"};
  EXPECT_FALSE(answer(request).value().has_second_tree);
  request.way.algorithm = "Ring";
  EXPECT_FALSE(answer(request).value().has_second_tree);
}

// What NCCL takes by its own model where the algorithm alone is forced is not always the fastest.
TEST(SimulateForced, KnowsAFasterProtocolOfTheAlgorithm) {
  SimulateRequest request = on_nodes(16, "Ring");
  request.job.gpus_per_node = 1;
  const auto report = answer(request);
  ASSERT_TRUE(report && report->cost && report->faster_protocol);
  EXPECT_EQ(report->way.protocol, "LL");
  EXPECT_EQ(report->faster_protocol->protocol, "LL128");
  request.way.protocol = "LL128";
  const auto forced = answer(request);
  ASSERT_TRUE(forced && forced->cost);
  EXPECT_EQ(forced->cost, report->faster_protocol->cost);
  EXPECT_FALSE(forced->faster_protocol);
}

}  // namespace simulate_forced_test
}  // namespace treering::app
