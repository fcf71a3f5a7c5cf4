// next_gpus: the GPUs that a channel tries next.
#include <gtest/gtest.h>

#include "sim/nccl/search/candidates_order.h"
#include "tests/support/nccl_view.h"
#include "tests/support/small_machines.h"

namespace treering::sim::nccl::search {
namespace gpu_order_test {

using testing::NcclView;

std::vector<int> order(const NcclView& view, const GpuOrderRequest& request,
                       std::vector<int> visited = {}) {
  const Residual residual(view.system, view.links);
  std::vector<bool> used(static_cast<std::size_t>(view.system.count(system::NodeType::Gpu)));
  used[static_cast<std::size_t>(request.from)] = true;
  for (const int gpu : visited) used[static_cast<std::size_t>(gpu)] = true;
  return next_gpus(view.paths, residual, used, request);
}

TEST(NextGpus, UpwardsFromTheOneBeforeWhenAllAreAlike) {
  testing::PcieBox box;
  box.gpus_per_switch = 5;
  const NcclView view = testing::usable_view(testing::pcie_box(box));
  EXPECT_EQ(order(view, {.from = 2}), (std::vector{3, 4, 0, 1}));
}

TEST(NextGpus, LeavesOutThoseVisited) {
  testing::PcieBox box;
  box.gpus_per_switch = 5;
  const NcclView view = testing::usable_view(testing::pcie_box(box));
  EXPECT_EQ(order(view, {.from = 2}, {4, 0}), (std::vector{3, 1}));
}

TEST(NextGpus, WideThenNearThenByNumber) {
  // From GPU 0 of the cube: 3 and 4 have two links (40 GB/s); 7 is reached at 40 through 4; 1 and 2
  // have one link (20); 5 and 6 are reached at 20 through 1, 2 or 4.
  const NcclView view = testing::usable_view(testing::hybrid_cube());
  EXPECT_EQ(order(view, {.from = 0}), (std::vector{3, 4, 7, 1, 2, 5, 6}));
}

TEST(NextGpus, TheNetComesFirstWhenTheWayBackToItIsNext) {
  // From GPU 0 with NET 1 next to GPUs 2 and 3: those two first.
  testing::PcieBox box;
  box.switches_per_socket = 2;
  box.nic_mbps = 100000;
  const NcclView view = testing::usable_view(testing::pcie_box(box), testing::job_of(2));
  const GpuOrderRequest request{.from = 0, .start_net = 1, .pull = NetPull::Towards};
  EXPECT_EQ(order(view, request), (std::vector{2, 3, 1}));
  EXPECT_EQ(order(view, {.from = 0}), (std::vector{1, 2, 3}));
}

TEST(NextGpus, AwayFromTheNetTheFarOnesFirstWhenAllAreAlikeInside) {
  // Meshed GPUs with a NIC each: NVLink is the same to all.
  testing::Assembly assembly("mesh");
  const auto cpu = assembly.cpu();
  std::vector<core::DeviceId> gpus;
  for (int i = 0; i < 4; ++i) {
    const auto bridge = assembly.pci_switch(cpu);
    const auto gpu = assembly.gpu(bridge);
    for (const auto other : gpus) assembly.nvlink(other, gpu, 2);
    gpus.push_back(gpu);
    assembly.port(assembly.nic(bridge), 100000);
  }
  const NcclView view = testing::usable_view(std::move(assembly).build(), testing::job_of(2));
  // Towards NET 2: GPU 2 at three hops, then 1 and 3 at five hops by number.
  const GpuOrderRequest towards{.from = 0, .start_net = 2, .pull = NetPull::Towards};
  EXPECT_EQ(order(view, towards), (std::vector{2, 1, 3}));
  const GpuOrderRequest away{.from = 0, .start_net = 2, .pull = NetPull::AwayFrom};
  EXPECT_EQ(order(view, away), (std::vector{3, 1, 2}));
}

TEST(NextGpus, AwayFromTheNetTheOrderStaysWhenTheyDifferInside) {
  // GPU 1 is at PIX, 2 and 3 behind the CPU.
  testing::PcieBox box;
  box.switches_per_socket = 2;
  box.nic_mbps = 100000;
  const NcclView view = testing::usable_view(testing::pcie_box(box), testing::job_of(2));
  const GpuOrderRequest away{.from = 0, .start_net = 0, .pull = NetPull::AwayFrom};
  EXPECT_EQ(order(view, away), (std::vector{1, 2, 3}));
}

TEST(NextGpus, BandwidthsCountInWholeGbPerS) {
  // From GPU 0: 2.25 GB/s to GPU 1 (three lanes of PCIe 3) is no more than 2 whole GB/s, as are
  // 2.4 to GPU 2, whose link is wider: the number decides. GPU 3 has 3.
  testing::Assembly assembly("fractions");
  const auto bridge = assembly.pci_switch(assembly.cpu());
  assembly.gpu(bridge);
  for (const int lanes : {3, 3, 4}) {
    const auto gpu = assembly.gpu(bridge, 80, testing::PcieSpeed::Gen3);
    assembly.function(gpu).link_width = lanes;
  }
  NcclView view = testing::usable_view(std::move(assembly).build());
  view.paths.between(view.gpu(0), system::NodeType::Gpu, 2).bandwidth = 2.4F;
  EXPECT_EQ(order(view, {.from = 0}), (std::vector{3, 1, 2}));
}

// --- behind NVSwitches

NcclView behind_nvswitch(int gpus) {
  testing::NvswitchBox box;
  box.gpus = gpus;
  return testing::usable_view(testing::nvswitch_box(box), testing::job_of(2));
}

TEST(NextGpus, RingsTryTheNeighboursByNumberDownwardsFirst) {
  const NcclView view = behind_nvswitch(6);
  EXPECT_EQ(order(view, {.pattern = Pattern::Ring, .from = 2}), (std::vector{1, 3}));
  EXPECT_EQ(order(view, {.pattern = Pattern::Ring, .from = 0}), (std::vector{5, 1}));
  EXPECT_EQ(order(view, {.pattern = Pattern::Ring, .from = 2}, {1}), std::vector{3});
  EXPECT_TRUE(order(view, {.pattern = Pattern::Ring, .from = 2}, {1, 3}).empty());
}

TEST(NextGpus, TreesTryThemUpwardsFirst) {
  const NcclView view = behind_nvswitch(6);
  EXPECT_EQ(order(view, {.pattern = Pattern::BalancedTree, .from = 2}), (std::vector{3, 1}));
  EXPECT_EQ(order(view, {.pattern = Pattern::SplitTree, .from = 2}), (std::vector{3, 1}));
}

TEST(NextGpus, ChainsGoUpwardsOnly) {
  EXPECT_EQ(order(behind_nvswitch(6), {.pattern = Pattern::Tree, .from = 2}), std::vector{3});
}

TEST(NextGpus, OfTwoGpusThereIsOneNeighbour) {
  EXPECT_EQ(order(behind_nvswitch(2), {.pattern = Pattern::Ring, .from = 0}), std::vector{1});
}

}  // namespace gpu_order_test
}  // namespace treering::sim::nccl::search
