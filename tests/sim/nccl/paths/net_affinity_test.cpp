#include "sim/nccl/paths/net_affinity.h"

#include <gtest/gtest.h>

#include "tests/support/nccl_view.h"
#include "tests/support/small_machines.h"

namespace treering::sim::nccl::paths {
namespace net_affinity_test {

using core::DeviceId;
using testing::Assembly;
using testing::NcclView;

/// GPUs and NICs of 100 Gbit/s on one switch: all GPUs are equally near to all NETs.
core::Topology one_switch(int gpus, int nics) {
  Assembly assembly("one_switch");
  const DeviceId bridge = assembly.pci_switch(assembly.cpu());
  for (int i = 0; i < gpus; ++i) assembly.gpu(bridge);
  for (int i = 0; i < nics; ++i) assembly.port(assembly.nic(bridge), 100000);
  return std::move(assembly).build();
}

std::vector<int> nets_of_gpus(const NcclView& view, int channel) {
  std::vector<int> nets;
  for (int gpu = 0; gpu < view.system.count(system::NodeType::Gpu); ++gpu) {
    nets.push_back(net_of_gpu(view.system, view.paths, gpu, channel));
  }
  return nets;
}

std::vector<int> nets_of_channels(const NcclView& view, int gpu, int channels) {
  std::vector<int> nets;
  for (int channel = 0; channel < channels; ++channel) {
    nets.push_back(net_of_gpu(view.system, view.paths, gpu, channel));
  }
  return nets;
}

TEST(Nearest, WidestFirst) {
  // GPU 0's switch has a NIC of 25 Gbit/s, the other switch one of 100.
  Assembly assembly("slow_and_fast");
  const DeviceId cpu = assembly.cpu();
  const DeviceId near = assembly.pci_switch(cpu);
  assembly.gpu(near);
  assembly.port(assembly.nic(near), 25000);
  assembly.port(assembly.nic(assembly.pci_switch(cpu)), 100000);
  const NcclView view = testing::usable_view(std::move(assembly).build());
  EXPECT_EQ(nearest(view.system, view.paths, view.gpu(0), system::NodeType::Net), std::vector{1});
}

TEST(Nearest, ThenByPathType) {
  testing::PcieBox box;
  box.switches_per_socket = 2;
  box.nic_mbps = 100000;
  const NcclView view = testing::usable_view(testing::pcie_box(box));
  // Both NETs at 12.5 GB/s; PIX to the one on the GPU's own switch, PHB to the other.
  EXPECT_EQ(nearest(view.system, view.paths, view.gpu(0), system::NodeType::Net), std::vector{0});
  EXPECT_EQ(nearest(view.system, view.paths, view.gpu(3), system::NodeType::Net), std::vector{1});
  EXPECT_EQ(nearest(view.system, view.paths, view.net(1), system::NodeType::Gpu),
            (std::vector{2, 3}));
}

TEST(Nearest, NoneWithoutNets) {
  const NcclView view = testing::usable_view(one_switch(2, 0));
  EXPECT_TRUE(nearest(view.system, view.paths, view.gpu(0), system::NodeType::Net).empty());
}

TEST(NetOfGpu, MirroredBitsSpreadNeighbours) {
  // 0, 1, 2, 3 in two bits are 00, 01, 10, 11; read backwards 0, 2, 1, 3.
  EXPECT_EQ(nets_of_gpus(testing::usable_view(one_switch(4, 4)), 0), (std::vector{0, 2, 1, 3}));
  EXPECT_EQ(nets_of_gpus(testing::usable_view(one_switch(8, 8)), 0),
            (std::vector{0, 4, 2, 6, 1, 5, 3, 7}));
}

TEST(NetOfGpu, BitsAboveTheCountDoNotMatter) {
  // Two NETs: the lowest bit decides.
  EXPECT_EQ(nets_of_gpus(testing::usable_view(one_switch(4, 2)), 0), (std::vector{0, 1, 0, 1}));
}

TEST(NetOfGpu, InTurnWhereTheCountIsNoPowerOfTwo) {
  EXPECT_EQ(nets_of_gpus(testing::usable_view(one_switch(4, 3)), 0), (std::vector{0, 1, 2, 0}));
}

TEST(NetOfGpu, ChannelsRotateOverTheShareOfTheGpu) {
  // Four NETs for two GPUs: two each, from 0 and from mirrored(1) = 2 on.
  const NcclView view = testing::usable_view(one_switch(2, 4));
  EXPECT_EQ(nets_of_channels(view, 0, 5), (std::vector{0, 1, 0, 1, 0}));
  EXPECT_EQ(nets_of_channels(view, 1, 5), (std::vector{2, 3, 2, 3, 2}));
}

TEST(NetOfGpu, ShareIsRoundedUp) {
  // Three NETs for two GPUs: two each, the middle one shared.
  const NcclView view = testing::usable_view(one_switch(2, 3));
  EXPECT_EQ(nets_of_channels(view, 0, 3), (std::vector{0, 1, 0}));
  EXPECT_EQ(nets_of_channels(view, 1, 3), (std::vector{1, 2, 1}));
}

TEST(NetOfGpu, GoesByTheNumberOfTheGpuNotItsRank) {
  job::JobSpec job;
  job.devices = {3, 1};
  const NcclView view = testing::usable_view(one_switch(4, 4), job);
  ASSERT_EQ(view.system.gpu(0).device, 3);
  // mirrored(3) = 3, mirrored(1) = 2.
  EXPECT_EQ(nets_of_gpus(view, 0), (std::vector{3, 2}));
}

TEST(NetOfGpu, NoneWithoutNets) {
  EXPECT_EQ(nets_of_gpus(testing::usable_view(one_switch(2, 0)), 0), (std::vector{-1, -1}));
}

TEST(GpuOfNet, TheFirstToUseItOnTheEarliestChannel) {
  // Shares as above: GPU 0 has 0 and 1, GPU 1 has 1 and 2. NET 1 is GPU 1's on channel 0.
  const NcclView view = testing::usable_view(one_switch(2, 3));
  EXPECT_EQ(gpu_of_net(view.system, view.paths, 0), 0);
  EXPECT_EQ(gpu_of_net(view.system, view.paths, 1), 1);
  EXPECT_EQ(gpu_of_net(view.system, view.paths, 2), 1);
}

TEST(GpuOfNet, AllTogetherAsOneByOne) {
  job::JobSpec job;
  job.devices = {0, 2};
  for (const NcclView& view :
       {testing::usable_view(one_switch(3, 4), job), testing::usable_view(one_switch(4, 4)),
        testing::usable_view(one_switch(2, 3))}) {
    const std::vector<int> all = gpus_of_nets(view.system, view.paths);
    ASSERT_EQ(all.size(), static_cast<std::size_t>(view.system.count(system::NodeType::Net)));
    for (std::size_t net = 0; net < all.size(); ++net) {
      EXPECT_EQ(all[net], gpu_of_net(view.system, view.paths, static_cast<int>(net)));
    }
  }
}

TEST(GpuOfNet, NoneForANetThatNobodyUses) {
  // GPUs 0 and 2 of four NETs: shares of two from 0 and from mirrored(2) = 1 on; 3 is left over.
  job::JobSpec job;
  job.devices = {0, 2};
  const NcclView view = testing::usable_view(one_switch(3, 4), job);
  EXPECT_EQ(gpu_of_net(view.system, view.paths, 2), 1);
  EXPECT_EQ(gpu_of_net(view.system, view.paths, 3), -1);
}

TEST(NetOfGpu, PolicySpreadsOverMoreOrFewer) {
  // Four NICs shared by two GPUs: two each by themselves.
  job::JobSpec job;
  const auto nets = [&](job::NetsPerGpu policy) {
    job.settings.nets_per_gpu = policy;
    return nets_of_channels(testing::usable_view(one_switch(2, 4), job), 0, 4);
  };
  EXPECT_EQ(nets({}), (std::vector{0, 1, 0, 1}));
  EXPECT_EQ(nets({job::NetsPerGpu::Kind::All}), (std::vector{0, 1, 2, 3}));
  EXPECT_EQ(nets({job::NetsPerGpu::Kind::AtMost, 1}), (std::vector{0, 0, 0, 0}));
  EXPECT_EQ(nets({job::NetsPerGpu::Kind::AtMost, 3}), (std::vector{0, 1, 2, 0}));
}

}  // namespace net_affinity_test
}  // namespace treering::sim::nccl::paths
