#include <gtest/gtest.h>

#include "sim/nccl/search/trials.h"
#include "tests/support/nccl_view.h"
#include "tests/support/small_machines.h"

namespace treering::sim::nccl::search {
namespace limits_test {

using testing::Assembly;
using testing::job_of;
using testing::NcclView;
using testing::usable_view;

TEST(SearchLimits, WithinANodeAreThoseOfPathsBetweenGpus) {
  // PCIe 4: 24 GB/s to the switch and on.
  const NcclView view = usable_view(testing::pcie_box({}));
  const SearchLimits limits = limits_of(view.space());
  EXPECT_FLOAT_EQ(limits.per_channel, 24);
  EXPECT_FLOAT_EQ(limits.total, 24);
}

TEST(SearchLimits, BetweenNodesAreThoseOfTheNets) {
  // A NIC of 100 Gbit/s: 12.5 GB/s.
  testing::PcieBox box;
  box.nic_mbps = 100000;
  const NcclView view = usable_view(testing::pcie_box(box), job_of(2));
  const SearchLimits limits = limits_of(view.space());
  EXPECT_FLOAT_EQ(limits.per_channel, 12.5F);
  EXPECT_FLOAT_EQ(limits.total, 24);
}

TEST(SearchLimits, AddUpTheNvlinksOfAGpu) {
  // GPU 0 of three has three NVLinks of 20 GB/s (before Hopper) to each of the others.
  const NcclView view = usable_view(testing::nvlink_mesh(3, 3, 80));
  const SearchLimits limits = limits_of(view.space());
  EXPECT_FLOAT_EQ(limits.per_channel, 60);
  EXPECT_FLOAT_EQ(limits.total, 120);
}

TEST(SearchLimits, DoNotBindALoneGpu) {
  testing::PcieBox box;
  box.gpus_per_switch = 1;
  const NcclView view = usable_view(testing::pcie_box(box));
  EXPECT_FLOAT_EQ(limits_of(view.space()).total, 5000);
}

TEST(PathRange, OfGpusIsFromTheNearestPairToTheFarthest) {
  testing::PcieBox box;
  box.sockets = 2;
  const NcclView view = usable_view(testing::pcie_box(box));
  const PathRange range = path_range_of(view.space());
  EXPECT_EQ(range.nearest_intra, PathType::Pix);
  EXPECT_EQ(range.farthest_intra, PathType::Sys);
}

TEST(PathRange, BetweenNodesEndsAtTheNets) {
  testing::PcieBox box;
  box.nic_mbps = 100000;
  const NcclView view = usable_view(testing::pcie_box(box), job_of(2));
  const PathRange range = path_range_of(view.space());
  EXPECT_EQ(range.nearest_inter, PathType::Pix);
  EXPECT_EQ(range.farthest_inter, PathType::Pix);
  EXPECT_EQ(range.farthest_intra, range.farthest_inter);
}

/// Two sockets with a pair of GPUs each; NVLink joins the pairs of the first `islands` sockets.
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

}  // namespace limits_test
}  // namespace treering::sim::nccl::search
