#include "core/topology/cluster.h"

#include <gtest/gtest.h>

namespace treering::core {
namespace cluster_test {

Cluster of_gpus(int gpus, int nodes) {
  TopologyBuilder builder("node");
  for (int i = 0; i < gpus; ++i) {
    builder.add({"GPU " + std::to_string(i), Gpu{i, 90, true}, std::nullopt, {}, {}});
  }
  return {std::move(builder).build().value(), nodes, {}};
}

TEST(Cluster, SizeMustBeSane) {
  EXPECT_TRUE(check_size(of_gpus(8, 16), "x.yaml"));
  // 2^18 ranks = 8 * 2^15 nodes.
  EXPECT_TRUE(check_size(of_gpus(8, 1 << 15), "x.yaml"));
  EXPECT_EQ(check_size(of_gpus(8, 32769), "x.yaml").error().message(),
            "x.yaml: 262152 ranks (32769 nodes with 8 GPUs each), expected at most 262144; take up "
            "to 32768 nodes");
  EXPECT_EQ(check_size(of_gpus(8, 0), "--nodes").error().message(),
            "--nodes: 0 nodes, expected 1..262144");
}

TEST(Cluster, NodesWithoutGpusHaveNoRanks) {
  EXPECT_TRUE(check_size(of_gpus(0, kMaxRanks), "x.yaml"));
}

}  // namespace cluster_test
}  // namespace treering::core
