#include <gtest/gtest.h>

#include "sim/nccl/search/trials.h"
#include "tests/support/nccl_view.h"
#include "tests/support/small_machines.h"

namespace treering::sim::nccl::search {
namespace relaxation_test {

using testing::Assembly;
using testing::CpuModel;
using testing::job_of;
using testing::NcclView;
using testing::PcieSpeed;
using testing::usable_view;

struct Asked {
  Pattern pattern = Pattern::Ring;
  int min_channels = 1;
  int max_channels = 32;
  job::CrossNic cross_nic = job::CrossNic::WhenBetter;
};

/// The first pass alone, from the strictest constraints and the highest bandwidth on.
Layout relaxed(const NcclView& view, const Asked& asked) {
  const SearchSpace space = view.space();
  const PathRange range = path_range_of(space);
  Layout nothing;
  nothing.pattern = asked.pattern;
  nothing.min_channels = asked.min_channels;
  nothing.max_channels = asked.max_channels;
  nothing.same_channels = true;
  nothing.type_intra = range.nearest_intra;
  nothing.type_inter = range.nearest_inter;
  Trials trials(space, nothing);
  trials.ask_for_speed();
  relax_until_found(trials, range, asked.cross_nic);
  return trials.best;
}

TEST(Relaxation, LowersTheBandwidthWhileThatBringsMoreInAll) {
  // 24 GB/s each way: one ring of 20 (of 40, 30, 20, 18, 15, 12, ...), then two of 12, all there
  // is.
  const Layout layout = relaxed(usable_view(testing::pcie_box({})), {});
  EXPECT_EQ(layout.channels, 2);
  EXPECT_FLOAT_EQ(layout.bw_intra, 12);
}

TEST(Relaxation, StopsBelowHalfOfWhatWasFound) {
  // 48 GB/s: one ring of 40; two of 20 are no more, and 18 is below half of 40.
  testing::PcieBox box;
  box.speed = PcieSpeed::Gen5;
  const Layout layout = relaxed(usable_view(testing::pcie_box(box)), {});
  EXPECT_EQ(layout.channels, 1);
  EXPECT_FLOAT_EQ(layout.bw_intra, 40);
}

TEST(Relaxation, TakesFartherPathsWhenNothingFits) {
  // GPUs behind two switches: nearest PHB.
  testing::PcieBox box;
  box.cpu = CpuModel::Milan;
  box.switches_per_socket = 2;
  const Layout layout = relaxed(usable_view(testing::pcie_box(box)), {});
  EXPECT_GT(layout.channels, 0);
  EXPECT_EQ(layout.type_intra, PathType::Phb);
}

TEST(Relaxation, AlternatesRailsWhereTheSameRailIsWorse) {
  // A GPU and a NIC of 100 Gbit/s on each of two switches, which reach the CPU at 3 GB/s (four
  // lanes of PCIe 3) and each other by NVLink. A ring that stays on one rail returns to its NET
  // over the CPU.
  Assembly assembly("narrow_root");
  const auto cpu = assembly.cpu();
  std::vector<core::DeviceId> gpus;
  for (int i = 0; i < 2; ++i) {
    const auto bridge = assembly.pci_switch(cpu, PcieSpeed::Gen3);
    assembly.function(bridge).link_width = 4;
    gpus.push_back(assembly.gpu(bridge));
    assembly.port(assembly.nic(bridge), 100000);
  }
  assembly.nvlink(gpus[0], gpus[1], 2);
  job::PathPolicy policy;
  policy.pxn = false;
  const NcclView view = usable_view(std::move(assembly).build(), job_of(2), policy);

  const Layout either = relaxed(view, {});
  EXPECT_EQ(either.channels, 2);
  EXPECT_FLOAT_EQ(either.bw_inter, 12);
  EXPECT_EQ(either.cross_nic, 2);
  EXPECT_EQ(either.type_inter, PathType::Pix);
  const Layout same_rail = relaxed(view, {.cross_nic = job::CrossNic::Never});
  EXPECT_EQ(same_rail.cross_nic, 0);
  EXPECT_EQ(same_rail.type_inter, PathType::Phb);
  EXPECT_LE(static_cast<float>(same_rail.channels) * same_rail.bw_inter, 6);
}

TEST(Relaxation, FromHopperOnAChainIsTriedWhereABalancedTreeDoesNotFit) {
  // In a balanced tree the second GPU exchanges with the NET beside the first. It sends there by
  // PXN but receives over the CPU (PHB), which is farther than any path from a GPU to a NET, so
  // that it is never allowed.
  testing::NvswitchBox box;
  box.gpus = 4;
  box.links = 12;
  const Asked tree{.pattern = Pattern::BalancedTree, .min_channels = 4, .max_channels = 4};
  box.compute_capability = 80;
  EXPECT_EQ(relaxed(usable_view(testing::nvswitch_box(box), job_of(2)), tree).channels, 0);
  box.compute_capability = 90;
  const Layout hopper = relaxed(usable_view(testing::nvswitch_box(box), job_of(2)), tree);
  EXPECT_EQ(hopper.pattern, Pattern::Tree);
  EXPECT_EQ(hopper.type_inter, PathType::Pix);
  EXPECT_EQ(hopper.channels, 4);
}

}  // namespace relaxation_test
}  // namespace treering::sim::nccl::search
