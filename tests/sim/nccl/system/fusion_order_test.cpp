#include <gtest/gtest.h>

#include "sim/nccl/system/build_steps.h"
#include "tests/support/assembly.h"

namespace treering::sim::nccl::system {
namespace fusion_order_test {

using core::DeviceId;
using testing::Assembly;

std::vector<DeviceId> children(const FusedTree& tree, DeviceId id) {
  return tree.children[static_cast<std::size_t>(id)];
}

TEST(FusionOrder, LaterRanksComeAfterWhatEarlierOnesSaw) {
  // Every rank sees all NICs, but of the GPUs only its own.
  Assembly assembly("one_cpu");
  const DeviceId cpu = assembly.cpu();
  const DeviceId gpu0 = assembly.gpu(cpu);
  const DeviceId nic = assembly.nic(cpu);
  assembly.port(nic, 100000);
  const DeviceId gpu1 = assembly.gpu(cpu);
  const core::Topology machine = std::move(assembly).build();

  EXPECT_EQ(children(fuse(machine, {gpu0, gpu1}), cpu), (std::vector{gpu0, nic, gpu1}));
  // Rank 0 has GPU 1: it sees the NIC and its GPU in document order, GPU 0 comes after.
  EXPECT_EQ(children(fuse(machine, {gpu1, gpu0}), cpu), (std::vector{nic, gpu1, gpu0}));
}

TEST(FusionOrder, CpusInTheOrderInWhichRanksMeetThem) {
  Assembly assembly("three_cpus");
  const DeviceId cpu0 = assembly.cpu();
  const DeviceId cpu1 = assembly.cpu();
  const DeviceId cpu2 = assembly.cpu();
  const DeviceId gpu0 = assembly.gpu(cpu0);
  const DeviceId gpu1 = assembly.gpu(cpu1);
  assembly.port(assembly.nic(cpu2), 100000);
  const core::Topology machine = std::move(assembly).build();

  // Rank 0 keeps its own CPU and that of the NIC.
  EXPECT_EQ(fuse(machine, {gpu0, gpu1}).roots, (std::vector{cpu0, cpu2, cpu1}));
  EXPECT_EQ(fuse(machine, {gpu1, gpu0}).roots, (std::vector{cpu1, cpu2, cpu0}));
}

TEST(FusionOrder, HostsOfANvLinkDomainSeeTheirOwnNicsOnly) {
  // The second CPU of each host has no NIC: it comes with its own GPU, still before the next host.
  Assembly assembly("two_hosts");
  std::vector<DeviceId> cpus;
  std::vector<DeviceId> gpus;
  for (int i = 0; i < 4; ++i) {
    cpus.push_back(assembly.cpu());
    assembly.info<core::Cpu>(cpus.back()).host = i / 2;
    gpus.push_back(assembly.gpu(cpus.back()));
    if (i % 2 == 0) assembly.port(assembly.nic(cpus.back()), 100000);
  }
  const core::Topology machine = std::move(assembly).build();
  EXPECT_EQ(fuse(machine, gpus).roots, cpus);
  // A host without ranks, with its NICs, is not part of the communicator.
  EXPECT_EQ(fuse(machine, {gpus[0], gpus[1]}).roots, (std::vector{cpus[0], cpus[1]}));
}

TEST(FusionOrder, DropsBranchesThatNobodyKeeps) {
  Assembly assembly("unused");
  const DeviceId used = assembly.cpu();
  const DeviceId unused = assembly.cpu();
  const DeviceId gpu0 = assembly.gpu(used);
  const DeviceId empty = assembly.pci_switch(used);
  const DeviceId bridge = assembly.pci_switch(unused);
  assembly.gpu(bridge);
  const core::Topology machine = std::move(assembly).build();

  const FusedTree tree = fuse(machine, {gpu0});
  EXPECT_EQ(tree.roots, std::vector{used});
  EXPECT_EQ(children(tree, used), std::vector{gpu0});
  EXPECT_TRUE(children(tree, unused).empty());
  EXPECT_TRUE(children(tree, empty).empty());
}

TEST(FusionOrder, SwitchOfSeveralRanksStaysWhereTheFirstSawIt) {
  Assembly assembly("shared_switch");
  const DeviceId cpu = assembly.cpu();
  const DeviceId a = assembly.pci_switch(cpu);
  const DeviceId b = assembly.pci_switch(cpu);
  const DeviceId gpu0 = assembly.gpu(b);
  const DeviceId gpu1 = assembly.gpu(a);
  const DeviceId gpu2 = assembly.gpu(b);
  const core::Topology machine = std::move(assembly).build();

  const FusedTree tree = fuse(machine, {gpu0, gpu1, gpu2});
  EXPECT_EQ(children(tree, cpu), (std::vector{b, a}));
  EXPECT_EQ(children(tree, b), (std::vector{gpu0, gpu2}));
}

}  // namespace fusion_order_test
}  // namespace treering::sim::nccl::system
