#include "sim/nccl/search/graph_search.h"

#include <gtest/gtest.h>

#include "tests/support/nccl_view.h"
#include "tests/support/small_machines.h"

namespace treering::sim::nccl::search {
namespace graph_search_test {

using testing::Assembly;
using testing::job_of;
using testing::NcclView;
using testing::PcieSpeed;
using testing::usable_view;

constexpr int kMaxRings = 32;

Layout ring(const NcclView& view) {
  return search_graph(view.space(), {.pattern = Pattern::Ring, .max_channels = kMaxRings});
}

Layout tree(const NcclView& view, int channels) {
  return search_graph(
      view.space(),
      {.pattern = Pattern::BalancedTree, .min_channels = channels, .max_channels = channels});
}

void expect_rings(const Layout& layout, int channels, float bandwidth) {
  EXPECT_EQ(layout.channels, channels);
  EXPECT_FLOAT_EQ(layout.bw_intra, bandwidth);
}

NcclView two_gpus(PcieSpeed speed, int compute_capability) {
  testing::PcieBox box;
  box.speed = speed;
  box.compute_capability = compute_capability;
  return usable_view(testing::pcie_box(box));
}

TEST(GraphSearch, LowersTheBandwidthWhileThatBringsMoreInAll) {
  // 24 GB/s each way: one ring of 20 (of 40, 30, 20, 18, 15, 12, ...), then two of 12, all there
  // is.
  const Layout layout = ring(two_gpus(PcieSpeed::Gen4, 80));
  expect_rings(layout, 2, 12);
  EXPECT_EQ(layout.type_intra, PathType::Pix);
  EXPECT_TRUE(layout.same_channels);
}

TEST(GraphSearch, KeepsTheReachOfTheNets) {
  testing::PcieBox box;
  box.nic_mbps = 100000;
  const Layout layout = ring(usable_view(testing::pcie_box(box), job_of(2)));
  // 12.5 GB/s of the NIC: one channel of 12.
  expect_rings(layout, 1, 12);
  EXPECT_FLOAT_EQ(layout.bw_inter, 12);
  EXPECT_EQ(layout.type_inter, PathType::Pix);
}

TEST(GraphSearch, TwoNvlinkIslandsNeedTwoRings) {
  // Pairs with two NVLinks (40 GB/s) on two sockets, 22 GB/s in between: one ring of 20. Where two
  // are asked for, three of 7 are more than two of 10.
  const auto pairs = [](int islands) {
    Assembly assembly("pairs");
    for (int socket = 0; socket < 2; ++socket) {
      const auto bridge = assembly.pci_switch(assembly.cpu());
      const auto a = assembly.gpu(bridge);
      const auto b = assembly.gpu(bridge);
      if (socket < islands) assembly.nvlink(a, b, 2);
    }
    return usable_view(std::move(assembly).build());
  };
  expect_rings(ring(pairs(2)), 3, 7);
  expect_rings(ring(pairs(1)), 1, 20);
}

TEST(GraphSearch, OneGpuAlone) {
  // To itself a GPU has 5000 GB/s: all channels at the highest speed; there is no room to double.
  testing::PcieBox box;
  box.gpus_per_switch = 1;
  expect_rings(ring(usable_view(testing::pcie_box(box))), kMaxRings, 40);
}

TEST(GraphSearch, OneGpuHasChainsForTrees) {
  testing::PcieBox box;
  box.gpus_per_switch = 1;
  EXPECT_EQ(tree(usable_view(testing::pcie_box(box)), 2).pattern, Pattern::Tree);
}

// --- multicast

Layout nvls(const NcclView& view) {
  return search_graph(view.space(), {.pattern = Pattern::Nvls, .max_channels = 64});
}

TEST(GraphSearch, NvlsHasAChannelPerGpu) {
  testing::NvswitchBox box;
  box.gpus = 4;
  const Layout layout = nvls(usable_view(testing::nvswitch_box(box)));
  // 5 * 60 = 300 of 370.8 GB/s; the next lower step of Hopper's is not needed.
  expect_rings(layout, 4, 60);
}

TEST(GraphSearch, NoNvlsWithoutNvswitchOrBeforeHopper) {
  EXPECT_EQ(nvls(usable_view(testing::nvlink_mesh(4, 4, 90))).channels, 0);
  testing::NvswitchBox box;
  box.compute_capability = 80;
  EXPECT_EQ(nvls(usable_view(testing::nvswitch_box(box))).channels, 0);
}

// --- nothing fits

TEST(GraphSearch, FallsBackToTheOrderOfTheGpus) {
  // A port of 100 Mbit/s is 0.0125 GB/s, below the lowest step of 0.12.
  testing::PcieBox box;
  box.gpus_per_switch = 3;
  box.nic_mbps = 100;
  const NcclView view = usable_view(testing::pcie_box(box), job_of(2));
  const Layout layout = ring(view);
  expect_rings(layout, 1, 0.1F);
  EXPECT_FLOAT_EQ(layout.bw_inter, 0.1F);
  EXPECT_EQ(layout.type_intra, PathType::Sys);
  EXPECT_EQ(layout.type_inter, PathType::Sys);
  EXPECT_EQ(layout.gpus, (std::vector{0, 1, 2}));
}

TEST(GraphSearch, FallsBackToTheNetThatIsNumberedZero) {
  // NETs numbered 1 and 0, in this order.
  Assembly assembly("numbered_backwards");
  const auto bridge = assembly.pci_switch(assembly.cpu());
  assembly.gpu(bridge);
  for (const int number : {1, 0}) {
    const auto port = assembly.port(assembly.nic(bridge), 100);
    assembly.info<core::NicPort>(port).index = number;
  }
  const NcclView view = usable_view(std::move(assembly).build(), job_of(2));
  const ChannelGraph graph = to_channel_graph(view.system, ring(view));
  ASSERT_EQ(graph.channel_count(), 1);
  EXPECT_EQ(graph.channels.front().nets, (std::array<std::int64_t, 2>{0, 0}));
}

TEST(GraphSearch, NoFallbackForInNetworkReduction) {
  testing::PcieBox box;
  box.nic_mbps = 100000;  // which does not reduce
  const NcclView view = usable_view(testing::pcie_box(box), job_of(2));
  const Layout layout = search_graph(
      view.space(), {.pattern = Pattern::CollNetDirect, .in_network = true, .max_channels = 64});
  EXPECT_EQ(layout.channels, 0);
}

// --- what the rest of the model reads

TEST(ChannelGraphOf, NamesRanksAndNumbersOfNets) {
  // Ranks 0 and 1 are GPUs 1 and 0; on the switch rank 0's GPU comes first.
  testing::PcieBox box;
  box.nic_mbps = 100000;
  job::JobSpec job = job_of(2);
  job.devices = {1, 0};
  const NcclView view = usable_view(testing::pcie_box(box), job);
  const ChannelGraph graph = to_channel_graph(view.system, ring(view));
  ASSERT_EQ(graph.channel_count(), 1);
  EXPECT_EQ(graph.channels.front().gpus, (std::vector{0, 1}));
  EXPECT_EQ(graph.channels.front().nets, (std::array<std::int64_t, 2>{0, 0}));
  EXPECT_FLOAT_EQ(graph.bw_inter, 12);
}

TEST(ChannelGraphOf, NvlsListsHeadsOnly) {
  testing::NvswitchBox box;
  box.gpus = 2;
  const NcclView view = usable_view(testing::nvswitch_box(box));
  const ChannelGraph graph = to_channel_graph(view.system, nvls(view));
  ASSERT_EQ(graph.channel_count(), 2);
  EXPECT_EQ(graph.channels[0].gpus, std::vector{0});
  EXPECT_EQ(graph.channels[1].gpus, std::vector{1});
}

}  // namespace graph_search_test
}  // namespace treering::sim::nccl::search
