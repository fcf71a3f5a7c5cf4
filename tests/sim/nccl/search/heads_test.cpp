#include <gtest/gtest.h>

#include "sim/nccl/search/link_moves.h"
#include "tests/sim/nccl/search/one_search.h"
#include "tests/support/nccl_view.h"
#include "tests/support/small_machines.h"

namespace treering::sim::nccl::search {
namespace heads_test {

using testing::job_of;
using testing::NcclView;
using testing::usable_view;

Layout wanted_nvls(float bandwidth) {
  Layout layout = wanted(Pattern::Nvls, bandwidth, 4);
  layout.min_channels = 4;
  layout.type_intra = PathType::Nvl;
  layout.same_channels = false;
  return layout;
}

TEST(Heads, OfNvlsExchangeWithTheSwitch) {
  const std::vector<Move> legs = nvls_legs(1, 3);
  ASSERT_EQ(legs.size(), 6U);
  for (int gpu = 0; gpu < 3; ++gpu) {
    const auto down = static_cast<std::size_t>(gpu);
    const float share = gpu == 1 ? 2 : 1;
    EXPECT_EQ(legs[down].from.type, system::NodeType::Nvs);
    EXPECT_EQ(legs[down].to.index, gpu);
    EXPECT_EQ(legs[down].share, share);
    EXPECT_EQ(legs[down + 3].from.index, gpu);
    EXPECT_EQ(legs[down + 3].to.type, system::NodeType::Nvs);
    EXPECT_EQ(legs[down + 3].share, share);
  }
}

TEST(Heads, OfCollNetShareTheirBandwidthAmongTheOthers) {
  const std::vector<Move> legs = direct_legs(2, 5);
  ASSERT_EQ(legs.size(), 10U);
  for (const Move& leg : legs) {
    EXPECT_TRUE(leg.from.index == 2 || leg.to.index == 2);
    EXPECT_FLOAT_EQ(leg.share, 0.25F);
  }
}

TEST(Heads, EveryGpuHeadsAnNvlsChannel) {
  // Per GPU and direction: 60 for each of three other heads, twice that for its own, 300 of the
  // 370.8 GB/s of 18 links.
  testing::NvswitchBox box;
  box.gpus = 4;
  const NcclView view = usable_view(testing::nvswitch_box(box));
  const Layout best = search(view, wanted_nvls(60)).best;
  ASSERT_EQ(best.channels, 4);
  for (int channel = 0; channel < 4; ++channel) {
    EXPECT_EQ(gpus_of(best, channel, 4).front(), channel);
  }
}

TEST(Heads, NvlsHeadsCountTwice) {
  // 80 would need 5 * 80 = 400 GB/s.
  testing::NvswitchBox box;
  box.gpus = 4;
  const NcclView view = usable_view(testing::nvswitch_box(box));
  EXPECT_EQ(search(view, wanted_nvls(80)).best.channels, 0);
  Layout three = wanted_nvls(80);
  three.min_channels = three.max_channels = 3;
  EXPECT_EQ(search(view, three).best.channels, 3);
}

TEST(Heads, BetweenNodesHeadsAreTheGpusOfTheNets) {
  testing::NvswitchBox box;
  box.gpus = 4;
  const NcclView view = usable_view(testing::nvswitch_box(box), job_of(2));
  Layout layout = wanted_nvls(40);
  layout.min_channels = 1;
  const Layout best = search(view, layout).best;
  ASSERT_EQ(best.channels, 4);
  for (int channel = 0; channel < 4; ++channel) {
    const int head = gpus_of(best, channel, 4).front();
    EXPECT_EQ(best.nets[static_cast<std::size_t>(channel)], (std::array{head, head}));
  }
}

/// Four meshed GPUs with a NIC next to each. `reduces`: the network can reduce.
NcclView collnet_view(bool reduces) {
  testing::Assembly assembly("collnet");
  const auto cpu = assembly.cpu();
  std::vector<core::DeviceId> gpus;
  for (int i = 0; i < 4; ++i) {
    const auto bridge = assembly.pci_switch(cpu);
    const auto gpu = assembly.gpu(bridge);
    for (const auto other : gpus) assembly.nvlink(other, gpu, 3);
    gpus.push_back(gpu);
    assembly.port(assembly.nic(bridge), 100000);
  }
  NcclView view = usable_view(std::move(assembly).build(), job_of(2));
  for (const system::NodeId net : view.system.of(system::NodeType::Net)) {
    std::get<system::NetNode>(view.system.node(net).info).reduces = reduces;
  }
  return view;
}

Layout wanted_collnet() {
  Layout layout = wanted(Pattern::CollNetDirect, 12, 4);
  layout.in_network = true;
  layout.type_intra = PathType::Nvl;
  return layout;
}

TEST(Heads, CollNetHeadsExchangeWithAllOthers) {
  const Layout best = search(collnet_view(true), wanted_collnet()).best;
  ASSERT_EQ(best.channels, 4);
  EXPECT_EQ(gpus_of(best, 0, 4), (std::vector{0, 1, 2, 3}));
  EXPECT_EQ(gpus_of(best, 3, 4), (std::vector{3, 0, 1, 2}));
}

TEST(Heads, CollNetNeedsANetworkThatReduces) {
  EXPECT_EQ(search(collnet_view(false), wanted_collnet()).best.channels, 0);
}

TEST(Heads, FractionsOfHopsAreLostOnTheWayBack) {
  // One head. Three hops from the NET and three back to it: 6. Three legs out and three in, a third
  // of a hop each, cut off: still 6. On the way back each third costs a whole hop (5.67 is 5), so
  // that 0 is left, and 3 and 3 for the NET take it to -6.
  Layout layout = wanted_collnet();
  layout.max_channels = 1;
  const SearchOutcome outcome = search(collnet_view(true), layout);
  ASSERT_EQ(outcome.best.channels, 1);
  EXPECT_EQ(outcome.best.hops, 6);
  EXPECT_EQ(outcome.hops_left, -6);
}

}  // namespace heads_test
}  // namespace treering::sim::nccl::search
