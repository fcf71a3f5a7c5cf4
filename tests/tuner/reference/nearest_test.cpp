#include "tuner/reference/nearest.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace treering::tuner::reference {
namespace nearest_test {

using core::Bytes;

RunPlace place(int nodes, int gpus_per_node, const std::string& network = {}) {
  return {"H100 SXM5", "hopper", true, network, nodes, gpus_per_node};
}

/// An all_reduce of 8 GiB there.
Sought sought(RunPlace place) {
  return {core::Collective::AllReduce, Bytes::from_gib(8), std::move(place)};
}

std::optional<Distance> from(const RunPlace& run, const RunPlace& wanted) {
  return distance(run, Bytes::from_gib(8), sought(wanted));
}

TEST(Distance, IsInFactorsOfTheLarger) {
  const auto more = from(place(12, 8, "InfiniBand"), place(48, 4, "infiniband"));
  ASSERT_TRUE(more);
  EXPECT_EQ(*more, (Distance{4, 2, 1, false, false}));
  EXPECT_EQ(more->far(), 3);  // two doublings of nodes, one of GPUs
  EXPECT_EQ(from(place(48, 4, "InfiniBand"), place(12, 8, "infiniband")), more);
  EXPECT_TRUE(from(place(1, 8), place(1, 8))->is_same_machine());
}

TEST(Distance, KnowsOtherGpusAndNetworks) {
  RunPlace h200 = place(2, 8, "EFA");
  h200.gpu = "H200 SXM5";
  EXPECT_TRUE(from(h200, place(2, 8, "efa"))->is_other_gpu);
  EXPECT_FALSE(from(place(2, 8, "EFA"), place(2, 8, "efa1"))->is_other_network);
  EXPECT_TRUE(from(place(2, 8, "TCPX"), place(2, 8, "tcp"))->is_other_network);
  EXPECT_FALSE(from(place(2, 8, "EFA"), place(2, 8))->is_other_network);  // unknown
}

TEST(Distance, IsNoneToAnotherKindOfMachine) {
  RunPlace other = place(1, 8);
  other.generation = "ampere";
  EXPECT_FALSE(from(other, place(1, 8)));
  other = place(1, 8);
  other.has_nvlink = false;
  EXPECT_FALSE(from(other, place(1, 8)));
  EXPECT_FALSE(from(place(1, 8), place(2, 8)));
}

// NVL8 of GB300: two trays in one NVLink domain.
TEST(RunPlaces, AreThoseOfTheCatalogue) {
  PublishedRun run;
  run.gpu = "GB300";
  run.nodes = 2;
  run.gpus_per_node = 4;
  run.network = "NVLink";
  EXPECT_EQ(place_of(run), (RunPlace{"GB300", "blackwell", true, "", 1, 8}));
  run.gpu = "A100 PCIe";
  run.network = "InfiniBand";
  EXPECT_EQ(place_of(run), (RunPlace{"A100 PCIe", "ampere", false, "InfiniBand", 2, 4}));
  run.nodes = 1;
  run.network = "NVLink bridge";
  EXPECT_TRUE(place_of(run).has_nvlink);
}

TEST(NearestRuns, BeginWithTheSameMachine) {
  const Nearest nearest = nearest_to(sought(place(1, 8)));
  ASSERT_EQ(nearest.runs.size(), 3U);
  EXPECT_EQ(nearest.runs.front().figure.run.name, "nvidia-h100-nvl8");
  EXPECT_EQ(nearest.runs.front().distance, Distance());
  EXPECT_TRUE(std::ranges::is_sorted(nearest.runs, {},
                                     [](const NearRun& run) { return run.distance.far(); }));
  EXPECT_FALSE(nearest.beyond);
  EXPECT_TRUE(nearest.knows_kind);
}

// The largest published run of GH200 over Slingshot has 512 nodes; three runs have that many.
TEST(NearestRuns, SayHowFarAJobIsBeyondThem) {
  const Nearest nearest = nearest_to(sought({"GH200", "hopper", true, "slingshot", 12288, 4}));
  ASSERT_TRUE(nearest.beyond);
  EXPECT_EQ(nearest.beyond->factor, 24);
  EXPECT_TRUE(nearest.beyond->is_in_nodes);
  EXPECT_EQ(nearest.beyond->run, "alps-gh200-512n-aws1.13.0");
  EXPECT_EQ(nearest.runs.front().runs, 3);
  EXPECT_LT(nearest.runs.front().least, nearest.runs.front().greatest);
  EXPECT_FALSE(nearest_to(sought({"GH200", "hopper", true, "slingshot", 512, 4})).beyond);
}

// Symmetric kernels and forced runs say nothing of what NCCL reaches by itself.
TEST(NearestRuns, AreThoseInWhichNcclChose) {
  for (const auto& place_of_job : {place(1, 8), place(32, 4, "infiniband")}) {
    for (const NearRun& run : nearest_to(sought(place_of_job), 100).runs) {
      EXPECT_FALSE(run.figure.run.is_forced()) << run.figure.run.name;
      EXPECT_EQ(run.figure.run.kernels, "legacy") << run.figure.run.name;
    }
  }
}

TEST(NearestRuns, AreNoneOfAnotherGeneration) {
  const Nearest nearest = nearest_to(sought({"V100 SXM2", "volta", true, "", 1, 8}));
  EXPECT_TRUE(nearest.runs.empty());
  EXPECT_FALSE(nearest.beyond);
  EXPECT_FALSE(nearest.knows_kind);
}

}  // namespace nearest_test
}  // namespace treering::tuner::reference
