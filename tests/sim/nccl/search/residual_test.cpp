#include <gtest/gtest.h>

#include "sim/nccl/search/link_moves.h"
#include "tests/support/nccl_view.h"
#include "tests/support/small_machines.h"

namespace treering::sim::nccl::search {
namespace residual_test {

using testing::Assembly;
using testing::CpuModel;
using testing::NcclView;

float left(const NcclView& view, const Residual& residual,
           std::pair<system::NodeId, system::NodeId> ends, PathType type) {
  return residual.left(view.links.find(ends.first, ends.second, type));
}

/// The bandwidth left on a path's links, in order of travel.
std::vector<float> left_along(const Residual& residual, const paths::Path& path) {
  std::vector<float> result;
  for (const paths::LinkId link : path.links) result.push_back(residual.left(link));
  return result;
}

TEST(Residual, StartsWithTheLinksBandwidths) {
  const NcclView view = testing::hardware_view(testing::pcie_box({}));
  const Residual residual(view.system, view.links);
  EXPECT_EQ(left_along(residual, view.gpu_to_gpu(0, 1)), (std::vector<float>{24, 24}));
}

TEST(Residual, TakesInTheDirectionOfTravelOnly) {
  const NcclView view = testing::hardware_view(testing::pcie_box({}));
  Residual residual(view.system, view.links);
  EXPECT_TRUE(residual.take(view.gpu_to_gpu(0, 1), view.gpu(0), 10));
  EXPECT_EQ(left_along(residual, view.gpu_to_gpu(0, 1)), (std::vector<float>{14, 14}));
  EXPECT_EQ(left_along(residual, view.gpu_to_gpu(1, 0)), (std::vector<float>{24, 24}));
}

TEST(Residual, TakesAllOrNothing) {
  // GPU 0's link to the switch has room, the switch's link to GPU 1 is used by GPU 2 already.
  testing::PcieBox box;
  box.gpus_per_switch = 3;
  const NcclView view = testing::hardware_view(testing::pcie_box(box));
  Residual residual(view.system, view.links);
  ASSERT_TRUE(residual.take(view.gpu_to_gpu(2, 1), view.gpu(2), 20));
  EXPECT_FALSE(residual.take(view.gpu_to_gpu(0, 1), view.gpu(0), 10));
  EXPECT_EQ(left_along(residual, view.gpu_to_gpu(0, 1)), (std::vector<float>{24, 4}));
}

TEST(Residual, GivesBackWhatWasTaken) {
  const NcclView view = testing::hardware_view(testing::pcie_box({}));
  Residual residual(view.system, view.links);
  // A third is no finite binary fraction; rounding to three decimals hides that.
  const float third = 1.0F / 3;
  for (int i = 0; i < 30; ++i)
    ASSERT_TRUE(residual.take(view.gpu_to_gpu(0, 1), view.gpu(0), third));
  for (int i = 0; i < 30; ++i) residual.give_back(view.gpu_to_gpu(0, 1), view.gpu(0), third);
  EXPECT_EQ(left_along(residual, view.gpu_to_gpu(0, 1)), (std::vector<float>{24, 24}));
}

TEST(Residual, ExactlyAllOfALinkMayBeTaken) {
  const NcclView view = testing::hardware_view(testing::pcie_box({}));
  Residual residual(view.system, view.links);
  EXPECT_TRUE(residual.take(view.gpu_to_gpu(0, 1), view.gpu(0), 24));
  EXPECT_EQ(left_along(residual, view.gpu_to_gpu(0, 1)), (std::vector<float>{0, 0}));
  EXPECT_FALSE(residual.take(view.gpu_to_gpu(0, 1), view.gpu(0), 0.12F));
}

// --- Intel

/// Two GPUs on the CPU itself, and a NIC.
core::Topology gpus_on_cpu(CpuModel model) {
  Assembly assembly("gpus_on_cpu");
  const auto cpu = assembly.cpu(model);
  assembly.gpu(cpu);
  assembly.gpu(cpu);
  assembly.port(assembly.nic(cpu), 200000);
  return std::move(assembly).build();
}

TEST(Residual, PeersThroughAnIntelRootNeedAFifthMore) {
  const NcclView view = testing::hardware_view(gpus_on_cpu(CpuModel::SapphireRapids));
  Residual residual(view.system, view.links);
  EXPECT_TRUE(residual.take(view.gpu_to_gpu(0, 1), view.gpu(0), 10));
  EXPECT_EQ(left_along(residual, view.gpu_to_gpu(0, 1)), (std::vector<float>{12, 12}));
}

TEST(Residual, PeersThroughAnAmdRootDoNot) {
  const NcclView view = testing::hardware_view(gpus_on_cpu(CpuModel::Milan));
  Residual residual(view.system, view.links);
  EXPECT_TRUE(residual.take(view.gpu_to_gpu(0, 1), view.gpu(0), 10));
  EXPECT_EQ(left_along(residual, view.gpu_to_gpu(0, 1)), (std::vector<float>{14, 14}));
}

TEST(Residual, TrafficFromANicThroughAnIntelRootDoesNot) {
  const NcclView view = testing::hardware_view(gpus_on_cpu(CpuModel::SapphireRapids));
  Residual residual(view.system, view.links);
  EXPECT_TRUE(residual.take(view.net_to_gpu(0, 0), view.net(0), 10));
  // NET (25 GB/s), NIC, CPU, GPU.
  EXPECT_EQ(left_along(residual, view.net_to_gpu(0, 0)), (std::vector<float>{15, 14, 14}));
}

TEST(Residual, AcrossSocketsTheRootCountsNormally) {
  testing::PcieBox box;
  box.sockets = 2;
  box.gpus_per_switch = 1;
  const NcclView view = testing::hardware_view(testing::pcie_box(box));
  Residual residual(view.system, view.links);
  EXPECT_TRUE(residual.take(view.gpu_to_gpu(0, 1), view.gpu(0), 10));
  // GPU, switch, CPU, CPU (22 GB/s), switch, GPU: SYS, not PHB.
  EXPECT_EQ(left_along(residual, view.gpu_to_gpu(0, 1)), (std::vector<float>{14, 14, 12, 14, 14}));
}

// --- acknowledgements

core::Topology gpu_with_nic(int compute_capability) {
  testing::PcieBox box;
  box.compute_capability = compute_capability;
  box.nic_mbps = 200000;
  return testing::pcie_box(box);
}

TEST(Residual, ReceivingBeforeAmpereCostsAnEighthOnTheWayBack) {
  const NcclView view = testing::hardware_view(gpu_with_nic(70));
  Residual residual(view.system, view.links);
  const system::NodeId pci = view.system.at(system::NodeType::Pci, 0);
  EXPECT_TRUE(residual.take(view.net_to_gpu(0, 0), view.net(0), 8));
  EXPECT_FLOAT_EQ(left(view, residual, {pci, view.gpu(0)}, PathType::Pix), 16);
  EXPECT_FLOAT_EQ(left(view, residual, {view.gpu(0), pci}, PathType::Pix), 23);
  // On the GPU's own link only.
  EXPECT_FLOAT_EQ(
      left(view, residual, {pci, view.system.at(system::NodeType::Nic, 0)}, PathType::Pix), 24);
}

TEST(Residual, ReceivingFromAmpereOnDoesNot) {
  const NcclView view = testing::hardware_view(gpu_with_nic(80));
  Residual residual(view.system, view.links);
  const system::NodeId pci = view.system.at(system::NodeType::Pci, 0);
  EXPECT_TRUE(residual.take(view.net_to_gpu(0, 0), view.net(0), 8));
  EXPECT_FLOAT_EQ(left(view, residual, {view.gpu(0), pci}, PathType::Pix), 24);
}

TEST(Residual, NorReceivingFromAnotherGpu) {
  const NcclView view = testing::hardware_view(gpu_with_nic(70));
  Residual residual(view.system, view.links);
  const system::NodeId pci = view.system.at(system::NodeType::Pci, 0);
  EXPECT_TRUE(residual.take(view.gpu_to_gpu(1, 0), view.gpu(1), 8));
  EXPECT_FLOAT_EQ(left(view, residual, {view.gpu(0), pci}, PathType::Pix), 24);
}

TEST(Residual, NoRoomForAcknowledgementsIsNoRoom) {
  const NcclView view = testing::hardware_view(gpu_with_nic(70));
  Residual residual(view.system, view.links);
  // Fill GPU 0's outgoing link, so that the eighth does not fit.
  ASSERT_TRUE(residual.take(view.gpu_to_gpu(0, 1), view.gpu(0), 24));
  EXPECT_FALSE(residual.take(view.net_to_gpu(0, 0), view.net(0), 8));
}

TEST(Residual, NvlinkToAPowerCpuIsLoadedBothWays) {
  const NcclView view = testing::hardware_view(testing::power_box(1));
  Residual residual(view.system, view.links);
  const system::NodeId cpu = view.system.at(system::NodeType::Cpu, 0);
  // Three links of 20 GB/s.
  EXPECT_TRUE(
      residual.take(view.paths.between(view.gpu(0), system::NodeType::Cpu, 0), view.gpu(0), 20));
  EXPECT_FLOAT_EQ(left(view, residual, {view.gpu(0), cpu}, PathType::Nvl), 40);
  EXPECT_FLOAT_EQ(left(view, residual, {cpu, view.gpu(0)}, PathType::Nvl), 40);
}

}  // namespace residual_test
}  // namespace treering::sim::nccl::search
