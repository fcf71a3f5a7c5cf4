#include <algorithm>

#include <gtest/gtest.h>

#include "sim/nccl/system/build_steps.h"
#include "tests/support/small_machines.h"

namespace treering::sim::nccl::system {
namespace links_test {

using core::DeviceId;
using testing::Assembly;

System bare_nodes(int count) {
  System system;
  system.nodes.resize(static_cast<std::size_t>(count));
  return system;
}

std::vector<NodeId> targets(const System& system, NodeId from) {
  std::vector<NodeId> result;
  for (const SystemLink& link : system.node(from).links) result.push_back(link.to);
  return result;
}

// --- order of links

TEST(SystemLinks, WidestFirst) {
  System system = bare_nodes(4);
  connect(system, 0, {PathType::Pix, 12, 1});
  connect(system, 0, {PathType::Pix, 48, 2});
  connect(system, 0, {PathType::Pix, 24, 3});
  EXPECT_EQ(targets(system, 0), (std::vector<NodeId>{2, 3, 1}));
}

TEST(SystemLinks, OlderFirstAmongEquals) {
  System system = bare_nodes(4);
  for (const NodeId to : {3, 1, 2}) connect(system, 0, {PathType::Pix, 24, to});
  EXPECT_EQ(targets(system, 0), (std::vector<NodeId>{3, 1, 2}));
}

TEST(SystemLinks, ParallelLinksOfOneTypeAddUpAndMoveForward) {
  System system = bare_nodes(3);
  connect(system, 0, {PathType::Nvl, 30, 1});
  connect(system, 0, {PathType::Nvl, 20, 2});
  connect(system, 0, {PathType::Nvl, 20, 2});
  ASSERT_EQ(targets(system, 0), (std::vector<NodeId>{2, 1}));
  EXPECT_FLOAT_EQ(system.node(0).links.front().bandwidth, 40);
}

TEST(SystemLinks, ParallelLinksOfTwoTypesStayApart) {
  System system = bare_nodes(2);
  connect(system, 0, {PathType::Pix, 24, 1});
  connect(system, 0, {PathType::Nvl, 20, 1});
  EXPECT_EQ(system.node(0).links.size(), 2U);
}

TEST(SystemLinks, TheWayUpComesLast) {
  // The switch's link to the CPU (48 GB/s) would be its widest.
  Assembly assembly("wide_up");
  const DeviceId bridge = assembly.pci_switch(assembly.cpu(), testing::PcieSpeed::Gen5);
  assembly.gpu(bridge);
  assembly.gpu(bridge);
  const System system = make_system(std::move(assembly).build(), {});
  EXPECT_EQ(targets(system, system.at(NodeType::Pci, 0)),
            (std::vector<NodeId>{system.at(NodeType::Gpu, 0), system.at(NodeType::Gpu, 1),
                                 system.at(NodeType::Cpu, 0)}));
}

TEST(SystemLinks, LocalCpuIsUpThePciTree) {
  const System system = make_system(testing::two_sockets(), {});
  EXPECT_EQ(local_cpu(system, system.at(NodeType::Gpu, 0)), system.at(NodeType::Cpu, 0));
  EXPECT_EQ(local_cpu(system, system.at(NodeType::Gpu, 2)), system.at(NodeType::Cpu, 1));
}

// --- removing GPUs

TEST(SystemLinks, RemovedGpusLeaveNoLinks) {
  System system = make_system(testing::nvlink_mesh(4, 1, 80), {});
  const NodeId gone = system.at(NodeType::Gpu, 1);
  remove_gpus(system, {1, 2});
  ASSERT_EQ(system.count(NodeType::Gpu), 2);
  EXPECT_EQ(system.gpu(0).device, 0);
  EXPECT_EQ(system.gpu(1).device, 3);
  EXPECT_TRUE(system.node(gone).links.empty());
  for (const SystemNode& node : system.nodes) {
    EXPECT_TRUE(
        std::ranges::none_of(node.links, [&](const SystemLink& link) { return link.to == gone; }));
  }
}

// --- Broadcom switches

struct Broadcom {
  const char* device;
  const char* upper;  // subsystem device ids
  const char* lower;
};
// NCCL v2.28.9-1, src/graph/topo.cc getBcmGen.
constexpr Broadcom kGen4{"0xc010", "0xa096", "0xa096"};
constexpr Broadcom kGen5{"0xc030", "0x0001", "0x1001"};

DeviceId broadcom_switch(Assembly& assembly, DeviceId above, const char* device,
                         const char* subsystem_device) {
  const DeviceId id = assembly.pci_switch(above);
  core::PciFunction& function = assembly.function(id);
  function.vendor = "0x1000";
  function.device = device;
  function.subsystem_vendor = "0x1000";
  function.subsystem_device = subsystem_device;
  return id;
}

/// CPU - upper switch - two lower ones, a GPU on each.
core::Topology two_levels(const Broadcom& ids) {
  Assembly assembly("two_levels");
  const DeviceId upper = broadcom_switch(assembly, assembly.cpu(), ids.device, ids.upper);
  for (int i = 0; i < 2; ++i) {
    assembly.gpu(broadcom_switch(assembly, upper, ids.device, ids.lower));
  }
  return std::move(assembly).build();
}

void expect_one_switch(const System& system) {
  ASSERT_EQ(system.count(NodeType::Pci), 1);
  const NodeId pci = system.at(NodeType::Pci, 0);
  EXPECT_EQ(targets(system, pci),
            (std::vector<NodeId>{system.at(NodeType::Gpu, 0), system.at(NodeType::Gpu, 1),
                                 system.at(NodeType::Cpu, 0)}));
  EXPECT_EQ(targets(system, system.at(NodeType::Gpu, 0)), std::vector<NodeId>{pci});
}

TEST(Broadcom, Generation4IsOneSwitch) {
  expect_one_switch(make_system(two_levels(kGen4), {}));
}

TEST(Broadcom, Generation5IsOneSwitch) {
  expect_one_switch(make_system(two_levels(kGen5), {}));
}

TEST(Broadcom, LevelsOfGeneration5AreTold) {
  // Two upper levels below each other are two switches.
  const Broadcom both_upper{"0xc030", "0x0001", "0x0001"};
  EXPECT_EQ(make_system(two_levels(both_upper), {}).count(NodeType::Pci), 3);
}

TEST(Broadcom, OtherSwitchesStayTwoLevels) {
  const Broadcom other{"0x8796", "0x0000", "0x0000"};
  EXPECT_EQ(make_system(two_levels(other), {}).count(NodeType::Pci), 3);
}

TEST(Broadcom, WhatIsBelowAPeerStaysThere) {
  // A link between peers leads from one upper switch to a lower one of the other.
  Assembly assembly("peers");
  const DeviceId cpu = assembly.cpu();
  const DeviceId left = broadcom_switch(assembly, cpu, kGen4.device, kGen4.upper);
  const DeviceId right = broadcom_switch(assembly, cpu, kGen4.device, kGen4.upper);
  assembly.gpu(broadcom_switch(assembly, left, kGen4.device, kGen4.lower));
  const DeviceId lower = broadcom_switch(assembly, right, kGen4.device, kGen4.lower);
  assembly.gpu(lower);
  assembly.join(core::LinkKind::PciPeer, left, lower, 64);
  const System system = make_system(std::move(assembly).build(), {});
  ASSERT_EQ(system.count(NodeType::Pci), 2);
  EXPECT_EQ(targets(system, system.at(NodeType::Gpu, 1)),
            std::vector<NodeId>{system.at(NodeType::Pci, 1)});
}

}  // namespace links_test
}  // namespace treering::sim::nccl::system
