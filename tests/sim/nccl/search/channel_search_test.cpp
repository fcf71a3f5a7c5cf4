#include "sim/nccl/search/channel_search.h"

#include <gtest/gtest.h>

#include "tests/sim/nccl/search/one_search.h"
#include "tests/support/nccl_view.h"
#include "tests/support/small_machines.h"

namespace treering::sim::nccl::search {
namespace channel_search_test {

using testing::Assembly;
using testing::job_of;
using testing::NcclView;
using testing::usable_view;

// --- within a node

TEST(ChannelSearch, RingsTakeTheirBandwidthFromEveryLink) {
  // Two GPUs on a switch, 24 GB/s each way: two rings of 12 fill it.
  const SearchOutcome outcome =
      search(usable_view(testing::pcie_box({})), wanted(Pattern::Ring, 12, 2));
  EXPECT_EQ(outcome.end, SearchEnd::Perfect);
  ASSERT_EQ(outcome.best.channels, 2);
  EXPECT_EQ(gpus_of(outcome.best, 0, 2), (std::vector{0, 1}));
  EXPECT_EQ(gpus_of(outcome.best, 1, 2), (std::vector{0, 1}));
  // Two channels, there and back, two hops each.
  EXPECT_EQ(outcome.best.hops, 8);
}

TEST(ChannelSearch, FindsWhatFitsWhenAskedForMore) {
  const SearchOutcome outcome =
      search(usable_view(testing::pcie_box({})), wanted(Pattern::Ring, 12, 4));
  EXPECT_EQ(outcome.end, SearchEnd::Exhausted);
  EXPECT_GT(outcome.steps_left, 0);
  EXPECT_EQ(outcome.best.channels, 2);
}

TEST(ChannelSearch, NothingBeyondTheReach) {
  Layout layout = wanted(Pattern::Ring, 12, 1);
  layout.type_intra = PathType::Nvl;
  EXPECT_EQ(search(usable_view(testing::pcie_box({})), layout).best.channels, 0);
}

TEST(ChannelSearch, NothingWithTooFewChannels) {
  Layout layout = wanted(Pattern::Ring, 20, 4);
  layout.min_channels = 2;
  EXPECT_EQ(search(usable_view(testing::pcie_box({})), layout).best.channels, 0);
}

TEST(ChannelSearch, KeepsTheBestSoFar) {
  // One ring of 20 GB/s is known; rings of 6 fill 24.
  const NcclView view = usable_view(testing::pcie_box({}));
  const Layout known = search(view, wanted(Pattern::Ring, 20, 1)).best;
  EXPECT_EQ(search_channels(view.space(), wanted(Pattern::Ring, 6, 2), known, kSteps).best.channels,
            known.channels);
  const Layout better =
      search_channels(view.space(), wanted(Pattern::Ring, 6, 4), known, kSteps).best;
  EXPECT_EQ(better.channels, 4);
  EXPECT_FLOAT_EQ(better.bw_intra, 6);
}

TEST(ChannelSearch, StopsWhenOutOfSteps) {
  const SearchOutcome outcome =
      search(usable_view(testing::pcie_box({})), wanted(Pattern::Ring, 12, 1), 2);
  EXPECT_EQ(outcome.end, SearchEnd::OutOfSteps);
  EXPECT_EQ(outcome.steps_left, 0);
  EXPECT_EQ(outcome.best.channels, 0);
}

TEST(ChannelSearch, OtherOrdersWhereTheFirstDoesNotFitTwice) {
  // Four GPUs with one NVLink between each two: first 0-1-2-3, then 0-2-1-3.
  const NcclView view = usable_view(testing::nvlink_mesh(4, 1, 80));
  Layout layout = wanted(Pattern::Ring, 20, 2);
  layout.type_intra = PathType::Nvl;
  EXPECT_EQ(search(view, layout).best.channels, 1);
  layout.same_channels = false;
  const Layout best = search(view, layout).best;
  ASSERT_EQ(best.channels, 2);
  EXPECT_EQ(gpus_of(best, 0, 4), (std::vector{0, 1, 2, 3}));
  EXPECT_NE(gpus_of(best, 1, 4), (std::vector{0, 1, 2, 3}));
}

// --- between nodes

/// Two GPUs and a NIC on one switch.
core::Topology switch_with_nic(int mbps) {
  testing::PcieBox box;
  box.nic_mbps = mbps;
  return testing::pcie_box(box);
}

TEST(ChannelSearch, RingEntersAndLeavesByTheNet) {
  const NcclView view = usable_view(switch_with_nic(100000), job_of(2));
  const Layout best = search(view, wanted(Pattern::Ring, 12, 1)).best;
  ASSERT_EQ(best.channels, 1);
  EXPECT_EQ(gpus_of(best, 0, 2), (std::vector{0, 1}));
  EXPECT_EQ(best.nets.front(), (std::array{0, 0}));
  // Three hops from the NET to GPU 0, two to GPU 1, three back.
  EXPECT_EQ(best.hops, 8);
}

TEST(ChannelSearch, ChannelsShareTheNet) {
  // 12.5 GB/s of the port hold one channel of 12 or two of 6.
  const NcclView view = usable_view(switch_with_nic(100000), job_of(2));
  EXPECT_EQ(search(view, wanted(Pattern::Ring, 12, 2)).best.channels, 1);
  EXPECT_EQ(search(view, wanted(Pattern::Ring, 6, 2)).best.channels, 2);
}

TEST(ChannelSearch, TheNetHasWholeGbPerSOnlyOnEntry) {
  // Five channels of 2.4 GB/s count as 2 each on the port (10 of 12.5), but as 12 on its links; a
  // sixth would take the links beyond 12.5.
  const NcclView view = usable_view(switch_with_nic(100000), job_of(2));
  EXPECT_EQ(search(view, wanted(Pattern::Ring, 2.4F, 8)).best.channels, 5);
}

TEST(ChannelSearch, KnowsTheLatencyOfTheNet) {
  NcclView view = usable_view(switch_with_nic(100000), job_of(2));
  std::get<system::NetNode>(view.system.node(view.net(0)).info).latency_us = 1.5F;
  EXPECT_FLOAT_EQ(search(view, wanted(Pattern::Ring, 12, 1)).best.latency_inter, 1.5F);
}

/// A GPU and a NIC on each of two switches.
NcclView two_rails() {
  testing::PcieBox box;
  box.switches_per_socket = 2;
  box.gpus_per_switch = 1;
  box.nic_mbps = 100000;
  return usable_view(testing::pcie_box(box), job_of(2));
}

Layout across_the_cpu(Layout layout, int cross_nic) {
  layout.type_intra = PathType::Phb;
  layout.cross_nic = cross_nic;
  return layout;
}

TEST(ChannelSearch, SameRailOnly) {
  // GPU 1 would have to reach NET 0 over the CPU.
  Layout layout = across_the_cpu(wanted(Pattern::Ring, 6, 2), 0);
  EXPECT_EQ(search(two_rails(), layout).best.channels, 0);
  layout.type_inter = PathType::Phb;
  const Layout best = search(two_rails(), layout).best;
  ASSERT_GT(best.channels, 0);
  EXPECT_EQ(best.nets.front(), (std::array{0, 0}));
}

TEST(ChannelSearch, AnyRail) {
  const Layout best = search(two_rails(), across_the_cpu(wanted(Pattern::Ring, 6, 1), 1)).best;
  ASSERT_EQ(best.channels, 1);
  EXPECT_EQ(best.nets.front(), (std::array{0, 1}));
}

TEST(ChannelSearch, RailsAlternateBetweenPairedRings) {
  Layout layout = across_the_cpu(wanted(Pattern::Ring, 6, 2), 2);
  layout.same_channels = false;
  const Layout best = search(two_rails(), layout).best;
  ASSERT_EQ(best.channels, 2);
  EXPECT_EQ(best.nets[0], (std::array{0, 1}));
  EXPECT_EQ(best.nets[1], (std::array{1, 0}));
  EXPECT_EQ(gpus_of(best, 0, 2), (std::vector{0, 1}));
  EXPECT_EQ(gpus_of(best, 1, 2), (std::vector{1, 0}));
}

TEST(ChannelSearch, TreesDifferInWhoGoesBackToTheNet) {
  // 16 GB/s on links of 24. Chain: GPU 0 sends 16 to the NET and 16 to GPU 1. Balanced: half of it
  // goes back from each, 8 + 16 and 8. Split: all goes back from GPU 1, 16 and 16.
  const NcclView view = usable_view(switch_with_nic(200000), job_of(2));
  EXPECT_EQ(search(view, wanted(Pattern::Tree, 16, 1)).best.channels, 0);
  EXPECT_EQ(search(view, wanted(Pattern::BalancedTree, 16, 1)).best.channels, 1);
  EXPECT_EQ(search(view, wanted(Pattern::SplitTree, 16, 1)).best.channels, 1);
  EXPECT_EQ(search(view, wanted(Pattern::Tree, 12, 1)).best.channels, 1);
  EXPECT_EQ(search(view, wanted(Pattern::BalancedTree, 18, 1)).best.channels, 0);
}

TEST(ChannelSearch, TreesNeedTheWayBackWithinReachToo) {
  // With PXN GPU 0 reaches NET 0 (beside GPU 1) at PXN; the NET reaches GPU 0 at PHB only.
  Assembly assembly("one_way_pxn");
  const auto cpu = assembly.cpu();
  const auto far = assembly.gpu(assembly.pci_switch(cpu));
  const auto bridge = assembly.pci_switch(cpu);
  assembly.nvlink(far, assembly.gpu(bridge), 4);
  assembly.port(assembly.nic(bridge), 100000);
  const NcclView view = usable_view(std::move(assembly).build(), job_of(2));
  Layout layout = wanted(Pattern::Ring, 6, 1);
  layout.type_intra = PathType::Nvl;
  layout.type_inter = PathType::Pxn;
  // The ring enters by GPU 1 and GPU 0 sends back through it.
  const Layout ring = search(view, layout).best;
  ASSERT_EQ(ring.channels, 1);
  layout.pattern = Pattern::SplitTree;
  EXPECT_EQ(search(view, layout).best.channels, 0);
  layout.pattern = Pattern::Tree;
  EXPECT_EQ(search(view, layout).best.channels, 1);
}

TEST(ChannelSearch, WholeHopsAreNot) {
  const SearchOutcome outcome =
      search(usable_view(testing::pcie_box({})), wanted(Pattern::Ring, 12, 4));
  EXPECT_EQ(outcome.hops_left, 0);
}

}  // namespace channel_search_test
}  // namespace treering::sim::nccl::search
