#include <gtest/gtest.h>

#include "sim/nccl/search/job_search.h"
#include "tests/support/nccl_view.h"
#include "tests/support/small_machines.h"

namespace treering::sim::nccl::search {
namespace node_search_test {

using testing::CpuModel;
using testing::job_of;

TEST(NodeSearch, FactsOfAHopperBox) {
  const NodeFacts facts = search_node(testing::nvswitch_box({}), {}).facts;
  EXPECT_EQ(facts.gpus, 8);
  EXPECT_EQ(facts.min_compute_capability, 90);
  EXPECT_EQ(facts.max_compute_capability, 90);
  EXPECT_EQ(facts.cpu_arch, CpuArch::X86);
  EXPECT_EQ(facts.cpu_vendor, CpuVendor::Intel);
  EXPECT_TRUE(facts.has_nvswitch);
  EXPECT_TRUE(facts.all_nvlink);
  EXPECT_TRUE(facts.nvls);
  EXPECT_FALSE(facts.collnet);
}

TEST(NodeSearch, NvlinkThroughAnotherGpuIsStillNvlink) {
  EXPECT_TRUE(search_node(testing::hybrid_cube(), {}).facts.all_nvlink);
  EXPECT_FALSE(search_node(testing::pcie_box({}), {}).facts.all_nvlink);
}

TEST(NodeSearch, MulticastNeedsHopperNvswitchAndTwoGpus) {
  testing::NvswitchBox box;
  EXPECT_TRUE(search_node(testing::nvswitch_box(box), {}).facts.nvls);
  box.compute_capability = 80;
  EXPECT_FALSE(search_node(testing::nvswitch_box(box), {}).facts.nvls);
  EXPECT_FALSE(search_node(testing::nvlink_mesh(2, 4, 90), {}).facts.nvls);
  job::JobSpec one;
  one.devices = {0};
  EXPECT_FALSE(search_node(testing::nvswitch_box({}), one).facts.nvls);
}

TEST(NodeSearch, MulticastAsTheJobSays) {
  job::JobSpec job;
  job.nvls = job::Feature::Off;
  const NodeSearch off = search_node(testing::nvswitch_box({}), job);
  EXPECT_FALSE(off.facts.nvls);
  EXPECT_EQ(off.graphs.nvls.channel_count(), 0);
  EXPECT_EQ(search_node(testing::nvswitch_box({}), {}).graphs.nvls.channel_count(), 8);
}

TEST(NodeSearch, InNetworkReductionOnlyBetweenNodes) {
  job::JobSpec job;
  job.collnet = job::Feature::On;
  EXPECT_FALSE(search_node(testing::nvswitch_box({}), job).facts.collnet);
  job.nodes = 2;
  const NodeSearch search = search_node(testing::nvswitch_box({}), job);
  EXPECT_TRUE(search.facts.collnet);
  EXPECT_EQ(search.graphs.collnet_direct.channel_count(), 8);
  EXPECT_GT(search.graphs.collnet_chain.channel_count(), 0);
}

TEST(NodeSearch, TreesHaveAsManyChannelsAsRings) {
  for (const auto& machine : {testing::hybrid_cube(), testing::nvswitch_box({}),
                              testing::power_box(3), testing::grace_box(4)}) {
    for (const int nodes : {1, 2}) {
      const NodeGraphs graphs = search_node(machine, job_of(nodes)).graphs;
      EXPECT_EQ(graphs.tree.channel_count(), graphs.ring.channel_count())
          << machine.name() << " on " << nodes;
    }
  }
}

TEST(NodeSearch, SplitsAMachineWhoseGpusAreFasterOverTheNetwork) {
  // Two GPUs and a NIC of 100 Gbit/s below each of two Broadwells, 6 GB/s apart.
  testing::PcieBox box;
  box.cpu = CpuModel::Broadwell;
  box.sockets = 2;
  box.nic_mbps = 100000;
  const NodeSearch search = search_node(testing::pcie_box(box), {});
  EXPECT_EQ(search.parts(), 2);
  EXPECT_EQ(ranks_of(search.graphs), (std::vector{0, 1}));
  EXPECT_EQ(ranks_of(search.other_parts.front()), (std::vector{2, 3}));
  EXPECT_EQ(search.facts.gpus, 2);
  // Channels lead through the network although the job has one node: in and out by NET 0.
  ASSERT_GT(search.graphs.ring.channel_count(), 0);
  EXPECT_FLOAT_EQ(search.graphs.ring.bw_inter, 12);
  EXPECT_EQ(search.graphs.ring.channels.front().gpus, (std::vector{0, 1}));
  EXPECT_EQ(search.graphs.ring.type_inter, PathType::Pix);
}

TEST(NodeSearch, UsuallyAMachineIsOneDomain) {
  EXPECT_EQ(search_node(testing::hybrid_cube(), {}).parts(), 1);
}

TEST(NodeSearch, HybridCubeFillsItsNvlinks) {
  // Six links of 20 GB/s per GPU: six rings of 20, each link used by one.
  const ChannelGraph ring = search_node(testing::hybrid_cube(), {}).graphs.ring;
  EXPECT_EQ(ring.channel_count(), 6);
  EXPECT_FLOAT_EQ(ring.bw_intra, 20);
  EXPECT_EQ(ring.type_intra, PathType::Nvl);
}

TEST(NodeSearch, NvlsAndReductionAsSet) {
  job::JobSpec job;
  job.settings.nvls = job::Switch::Off;
  EXPECT_FALSE(search_node(testing::nvswitch_box({}), job).facts.nvls);
  job.settings.nvls = job::Switch::On;
  job.nvls = job::Feature::Off;
  EXPECT_TRUE(search_node(testing::nvswitch_box({}), job).facts.nvls)
      << "NCCL does not ask the driver then";
  job.nodes = 2;
  job.collnet = job::Feature::On;
  job.settings.collnet = job::Switch::Off;
  EXPECT_FALSE(search_node(testing::nvswitch_box({}), job).facts.collnet);
}

TEST(NodeSearch, CrossNicAsSet) {
  job::JobSpec job;
  job.nodes = 2;
  job.settings.cross_nic = job::CrossNic::Always;
  EXPECT_EQ(search_node(testing::nvswitch_box({}), job).graphs.ring.cross_nic, 1);
}

}  // namespace node_search_test
}  // namespace treering::sim::nccl::search
