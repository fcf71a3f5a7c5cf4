#include "sim/nccl/search/net_use.h"

#include <gtest/gtest.h>

#include "tests/support/nccl_view.h"
#include "tests/support/small_machines.h"

namespace treering::sim::nccl::search {
namespace net_use_test {

using testing::Assembly;
using testing::job_of;
using testing::NcclView;
using testing::usable_view;

/// Two NICs of 100 Gbit/s, 12.5 GB/s each; the first one's port carries two NETs.
NcclView three_nets() {
  Assembly assembly("three_nets");
  const auto bridge = assembly.pci_switch(assembly.cpu());
  assembly.gpu(bridge);
  const auto shared = assembly.nic(bridge);
  const auto first = assembly.port(shared, 100000);
  const auto second = assembly.port(shared, 100000);
  assembly.info<core::NicPort>(second).port = assembly.info<core::NicPort>(first).port;
  assembly.port(assembly.nic(bridge), 100000);
  return usable_view(std::move(assembly).build(), job_of(2));
}

/// A layout whose channels use these NETs; the last is the current one.
Layout layout_with(Pattern pattern, int cross_nic, std::vector<std::array<int, 2>> nets) {
  Layout layout;
  layout.pattern = pattern;
  layout.cross_nic = cross_nic;
  layout.channels = static_cast<int>(nets.size()) - 1;
  layout.nets = std::move(nets);
  return layout;
}

TEST(NetUse, NetsOfAPortShareItsBandwidth) {
  const NcclView view = three_nets();
  NetUse use(view.system);
  const Layout layout = layout_with(Pattern::Ring, 0, {{0, 0}});
  EXPECT_TRUE(use.may_enter(0, 12, layout));
  use.add_to_port(1, -12);
  EXPECT_FALSE(use.may_enter(0, 12, layout));
  EXPECT_TRUE(use.may_enter(2, 12, layout));
  use.add_to_port(1, 12);
  EXPECT_TRUE(use.may_enter(0, 12, layout));
}

TEST(NetUse, InNetworkReductionNeedsANetThatReduces) {
  NcclView view = three_nets();
  std::get<system::NetNode>(view.system.node(view.net(2)).info).reduces = true;
  const NetUse use(view.system);
  Layout layout = layout_with(Pattern::CollNetDirect, 0, {{0, 0}});
  layout.in_network = true;
  EXPECT_FALSE(use.may_enter(0, 1, layout));
  EXPECT_TRUE(use.may_enter(2, 1, layout));
}

TEST(NetUse, RingsKeepToTheirRailUnlessTheyMayCross) {
  const NcclView view = three_nets();
  const NetUse use(view.system);
  const Layout same = layout_with(Pattern::Ring, 0, {{0, 0}});
  EXPECT_TRUE(use.may_leave(0, 0, same));
  EXPECT_TRUE(use.may_leave(1, 0, same));  // the same port
  EXPECT_FALSE(use.may_leave(2, 0, same));
  EXPECT_TRUE(use.may_leave(2, 0, layout_with(Pattern::Ring, 1, {{0, 0}})));
}

TEST(NetUse, PairedRingsUseTheSameNetsTheOtherWayRound) {
  const NcclView view = three_nets();
  const NetUse use(view.system);
  // The first of a pair went from NET 0 to NET 2, so the second goes from 2 to 0.
  const Layout second = layout_with(Pattern::Ring, 2, {{0, 2}, {2, 0}});
  EXPECT_FALSE(use.may_enter(0, 1, second));
  EXPECT_TRUE(use.may_enter(2, 1, second));
  EXPECT_TRUE(use.may_leave(0, 0, second));
  EXPECT_FALSE(use.may_leave(2, 0, second));
  // The first of the next pair is free.
  const Layout third = layout_with(Pattern::Ring, 2, {{0, 2}, {2, 0}, {1, 0}});
  EXPECT_TRUE(use.may_enter(1, 1, third));
  EXPECT_TRUE(use.may_leave(2, 0, third));
}

TEST(NetUse, TreesLeaveByTheNetTheyCameFrom) {
  const NcclView view = three_nets();
  const NetUse use(view.system);
  const Layout tree = layout_with(Pattern::Tree, 0, {{0, 0}});
  EXPECT_TRUE(use.may_leave(0, 0, tree));
  EXPECT_FALSE(use.may_leave(1, 0, tree));  // though it is the same port
}

TEST(NetUse, BalancedTreesLeaveTwiceByTheSameNet) {
  const NcclView view = three_nets();
  const NetUse use(view.system);
  // GPU 0 left by NET 1, of the same port as NET 0.
  const Layout tree = layout_with(Pattern::BalancedTree, 0, {{0, 1}});
  EXPECT_TRUE(use.may_leave(0, 0, tree));
  EXPECT_FALSE(use.may_leave(0, 1, tree));
  EXPECT_TRUE(use.may_leave(1, 1, tree));
}

}  // namespace net_use_test
}  // namespace treering::sim::nccl::search
