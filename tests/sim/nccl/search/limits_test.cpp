#include "sim/nccl/search/limits.h"

#include <gtest/gtest.h>

#include "tests/support/nccl_view.h"
#include "tests/support/small_machines.h"

namespace treering::sim::nccl::search {
namespace {

using testing::Assembly;
using testing::job_of;
using testing::NcclView;
using testing::usable_view;

TEST(Supply, WithinANodeIsWhatGpusReachEachOtherBy) {
  // PCIe 4: 24 GB/s to the switch and on.
  const NcclView view = usable_view(testing::pcie_box({}));
  const Supply supply = supply_of(view.space());
  EXPECT_FLOAT_EQ(supply.per_channel, 24);
  EXPECT_FLOAT_EQ(supply.total, 24);
}

TEST(Supply, BetweenNodesIsLimitedByTheNets) {
  // A NIC of 100 Gbit/s: 12.5 GB/s.
  testing::PcieBox box;
  box.nic_mbps = 100000;
  const NcclView view = usable_view(testing::pcie_box(box), job_of(2));
  const Supply supply = supply_of(view.space());
  EXPECT_FLOAT_EQ(supply.per_channel, 12.5F);
  EXPECT_FLOAT_EQ(supply.total, 24);
}

TEST(Supply, AddsTheNvlinksOfAGpu) {
  // GPU 0 of three has three NVLinks of 20 GB/s (before Hopper) to each of the others.
  const NcclView view = usable_view(testing::nvlink_mesh(3, 3, 80));
  const Supply supply = supply_of(view.space());
  EXPECT_FLOAT_EQ(supply.per_channel, 60);
  EXPECT_FLOAT_EQ(supply.total, 120);
}

TEST(Supply, OfALoneGpuHasNoBound) {
  testing::PcieBox box;
  box.gpus_per_switch = 1;
  const NcclView view = usable_view(testing::pcie_box(box));
  EXPECT_FLOAT_EQ(supply_of(view.space()).total, 5000);
}

TEST(Reach, OfGpusIsFromTheNearestPairToTheFarthest) {
  testing::PcieBox box;
  box.sockets = 2;
  const NcclView view = usable_view(testing::pcie_box(box));
  const Reach reach = reach_of(view.space());
  EXPECT_EQ(reach.nearest_intra, PathType::Pix);
  EXPECT_EQ(reach.farthest_intra, PathType::Sys);
}

TEST(Reach, BetweenNodesEndsAtTheNets) {
  testing::PcieBox box;
  box.nic_mbps = 100000;
  const NcclView view = usable_view(testing::pcie_box(box), job_of(2));
  const Reach reach = reach_of(view.space());
  EXPECT_EQ(reach.nearest_inter, PathType::Pix);
  EXPECT_EQ(reach.farthest_inter, PathType::Pix);
  EXPECT_EQ(reach.farthest_intra, reach.farthest_inter);
}

/// Pairs on two sockets, of which so many are joined by NVLink.
NcclView pairs(int islands) {
  Assembly assembly("pairs");
  for (int socket = 0; socket < 2; ++socket) {
    const auto bridge = assembly.pci_switch(assembly.cpu());
    const auto a = assembly.gpu(bridge);
    const auto b = assembly.gpu(bridge);
    if (socket < islands) assembly.nvlink(a, b, 2);
  }
  return usable_view(std::move(assembly).build());
}

TEST(NvlinkIslands, AreGroupsOfSeveralGpus) {
  EXPECT_TRUE(has_two_nvlink_islands(pairs(2).space()));
  EXPECT_FALSE(has_two_nvlink_islands(pairs(1).space()));
  EXPECT_FALSE(has_two_nvlink_islands(pairs(0).space()));
  EXPECT_FALSE(has_two_nvlink_islands(usable_view(testing::nvlink_mesh(4, 2, 80)).space()));
}

}  // namespace
}  // namespace treering::sim::nccl::search
