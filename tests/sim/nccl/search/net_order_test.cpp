// NetOrder: which NETs a channel tries.
#include <gtest/gtest.h>

#include "sim/nccl/search/candidates_order.h"
#include "tests/support/nccl_view.h"
#include "tests/support/small_machines.h"

namespace treering::sim::nccl::search {
namespace net_order_test {

using testing::Assembly;
using testing::NcclView;

std::vector<int> order(const NcclView& view, PathType reach, int gpu) {
  return NetOrder(view.system, view.paths).nets(reach, gpu);
}

/// GPUs and NICs of 100 Gbit/s on one switch.
Assembly one_switch(int gpus, int nics) {
  Assembly assembly("one_switch");
  const auto bridge = assembly.pci_switch(assembly.cpu());
  for (int i = 0; i < gpus; ++i) assembly.gpu(bridge);
  for (int i = 0; i < nics; ++i) assembly.port(assembly.nic(bridge), 100000);
  return assembly;
}

TEST(NetOrder, PreferredNetsGpuByGpu) {
  // Two GPUs share four NETs: 0 and 1 are GPU 0's, 2 and 3 GPU 1's (net_affinity).
  const NcclView view = testing::usable_view(one_switch(2, 4).build());
  EXPECT_EQ(order(view, PathType::Loc, -1), (std::vector{0, 1, 2, 3}));
  EXPECT_EQ(order(view, PathType::Loc, 1), (std::vector{2, 3}));
}

TEST(NetOrder, OneNetPerGpuInMirroredOrder) {
  const NcclView view = testing::usable_view(one_switch(4, 4).build());
  EXPECT_EQ(order(view, PathType::Loc, -1), (std::vector{0, 2, 1, 3}));
}

TEST(NetOrder, ThenOthersWithinReachNearOnesFirst) {
  testing::PcieBox box;
  box.sockets = 2;
  box.switches_per_socket = 2;
  box.gpus_per_switch = 1;
  box.nic_mbps = 100000;
  const NcclView view = testing::usable_view(testing::pcie_box(box));
  // GPU 1: NET 1 on its switch, 0 on the same CPU, 2 and 3 on the other.
  EXPECT_EQ(order(view, PathType::Pix, 1), std::vector{1});
  EXPECT_EQ(order(view, PathType::Phb, 1), (std::vector{1, 0}));
  EXPECT_EQ(order(view, PathType::Sys, 1), (std::vector{1, 0, 2, 3}));
}

TEST(NetOrder, ThePreferredOneEvenBeyondReach) {
  // The only NIC is behind the CPU.
  Assembly assembly("far_nic");
  const auto cpu = assembly.cpu();
  assembly.gpu(cpu);
  assembly.port(assembly.nic(cpu), 100000);
  const NcclView view = testing::usable_view(std::move(assembly).build());
  EXPECT_EQ(order(view, PathType::Pix, 0), std::vector{0});
}

TEST(NetOrder, SeveralHostsGoChannelByChannel) {
  // As in PreferredNetsGpuByGpu, but in one NVLink domain with another host.
  NcclView view = testing::usable_view(one_switch(2, 4).build());
  view.system.hosts = 2;
  EXPECT_EQ(order(view, PathType::Loc, -1), (std::vector{0, 2, 1, 3}));
}

TEST(NetOrder, EmptyWithoutNets) {
  const NcclView view = testing::usable_view(one_switch(2, 0).build());
  EXPECT_TRUE(order(view, PathType::Sys, -1).empty());
}

TEST(NetOrder, AnswersTheSameTwice) {
  const NcclView view = testing::usable_view(one_switch(2, 4).build());
  NetOrder nets(view.system, view.paths);
  const std::vector<int> first = nets.nets(PathType::Phb, 0);
  EXPECT_EQ(nets.nets(PathType::Phb, 0), first);
}

}  // namespace net_order_test
}  // namespace treering::sim::nccl::search
