#include "sim/nccl/search/link_moves.h"

#include <gtest/gtest.h>

#include "tests/support/nccl_view.h"
#include "tests/support/small_machines.h"

namespace treering::sim::nccl::search {
namespace link_moves_test {

using testing::Assembly;
using testing::job_of;
using testing::NcclView;
using testing::usable_view;

constexpr Place kFirst{system::NodeType::Gpu, 0};
constexpr Place kSecond{system::NodeType::Gpu, 1};
constexpr Place kNet{system::NodeType::Net, 0};

Layout ring_of(float bandwidth) {
  Layout layout;
  layout.pattern = Pattern::Ring;
  layout.bw_intra = layout.bw_inter = bandwidth;
  layout.type_intra = layout.type_inter = PathType::Pix;
  return layout;
}

LinkMoves moves_on(const NcclView& view) {
  return {view.system, view.links, view.paths};
}

TEST(LinkMoves, TakeAndGiveBackBandwidth) {
  // Two GPUs on a switch, 24 GB/s each way.
  const NcclView view = usable_view(testing::pcie_box({}));
  LinkMoves moves = moves_on(view);
  Layout layout = ring_of(12);
  EXPECT_TRUE(moves.go({kFirst, kSecond}, layout));
  EXPECT_TRUE(moves.go({kFirst, kSecond}, layout));
  EXPECT_FALSE(moves.go({kFirst, kSecond}, layout));
  EXPECT_TRUE(moves.go({kSecond, kFirst}, layout));  // the other direction is free
  moves.undo({kFirst, kSecond}, layout);
  EXPECT_TRUE(moves.go({kFirst, kSecond}, layout));
}

TEST(LinkMoves, TakeAShareOfTheBandwidth) {
  const NcclView view = usable_view(testing::pcie_box({}));
  LinkMoves moves = moves_on(view);
  Layout layout = ring_of(24);
  EXPECT_TRUE(moves.go({kFirst, kSecond, 0.5F}, layout));
  EXPECT_FALSE(moves.go({kFirst, kSecond}, layout));
  EXPECT_TRUE(moves.go({kFirst, kSecond, 0.5F}, layout));
}

TEST(LinkMoves, StayWithinReach) {
  const NcclView view = usable_view(testing::pcie_box({}));
  LinkMoves moves = moves_on(view);
  Layout layout = ring_of(12);
  layout.type_intra = PathType::Nvl;
  EXPECT_FALSE(moves.go({kFirst, kSecond}, layout));
  // Parts of a channel go any way.
  EXPECT_TRUE(moves.go({kFirst, kSecond, 0.5F}, layout));
}

TEST(LinkMoves, UseTheBandwidthBetweenNodesTowardsNets) {
  // 12.5 GB/s of the NIC.
  testing::PcieBox box;
  box.nic_mbps = 100000;
  const NcclView view = usable_view(testing::pcie_box(box), job_of(2));
  LinkMoves moves = moves_on(view);
  Layout layout = ring_of(12);
  layout.bw_inter = 13;
  EXPECT_FALSE(moves.go({kFirst, kNet}, layout));
  layout.bw_inter = 12;
  EXPECT_TRUE(moves.go({kFirst, kNet}, layout));
}

TEST(LinkMoves, OfTreesNeedTheWayBackWithinReachToo) {
  // With PXN GPU 0 reaches NET 0 (beside GPU 1) at PXN; the NET reaches GPU 0 at PHB only.
  Assembly assembly("one_way_pxn");
  const auto cpu = assembly.cpu();
  const auto far = assembly.gpu(assembly.pci_switch(cpu));
  const auto bridge = assembly.pci_switch(cpu);
  assembly.nvlink(far, assembly.gpu(bridge), 4);
  assembly.port(assembly.nic(bridge), 100000);
  const NcclView view = usable_view(std::move(assembly).build(), job_of(2));
  LinkMoves moves = moves_on(view);
  Layout layout = ring_of(6);
  layout.type_inter = PathType::Pxn;
  EXPECT_TRUE(moves.go({kFirst, kNet}, layout));
  layout.pattern = Pattern::Tree;
  EXPECT_FALSE(moves.go({kFirst, kNet}, layout));
}

TEST(LinkMoves, CountWholeHopsOnly) {
  // Two hops between the GPUs. Half of that is 1, a quarter 0.5, which is cut off: 2, 3, 3. On the
  // way back 3 - 0.5 is cut to 2, then 2 - 1 is 1, and 1 - 2 is -1.
  const NcclView view = usable_view(testing::pcie_box({}));
  LinkMoves moves = moves_on(view);
  Layout layout = ring_of(4);
  std::vector<int> counts;
  for (const float share : {1.0F, 0.5F, 0.25F}) {
    EXPECT_TRUE(moves.go({kFirst, kSecond, share}, layout));
    counts.push_back(layout.hops);
  }
  for (const float share : {0.25F, 0.5F, 1.0F}) {
    moves.undo({kFirst, kSecond, share}, layout);
    counts.push_back(layout.hops);
  }
  EXPECT_EQ(counts, (std::vector{2, 3, 3, 2, 1, -1}));
}

}  // namespace link_moves_test
}  // namespace treering::sim::nccl::search
