// make_system: which nodes and links a topology becomes.
#include <algorithm>

#include <gtest/gtest.h>

#include "sim/nccl/system/system.h"
#include "tests/support/small_machines.h"

namespace treering::sim::nccl::system {
namespace builder_test {

using core::DeviceId;
using testing::Assembly;
using testing::CpuModel;
using testing::PcieSpeed;

/// The link of `type` from a to b, or one of type Dis if there is none.
SystemLink link_between(const System& system, NodeId a, NodeId b, PathType type) {
  for (const SystemLink& link : system.node(a).links) {
    if (link.to == b && link.type == type) return link;
  }
  return {PathType::Dis, 0, kNoNode};
}

void expect_link(const System& system, std::pair<NodeId, NodeId> ends, PathType type,
                 float bandwidth) {
  EXPECT_FLOAT_EQ(link_between(system, ends.first, ends.second, type).bandwidth, bandwidth);
  EXPECT_FLOAT_EQ(link_between(system, ends.second, ends.first, type).bandwidth, bandwidth);
}

TEST(MakeSystem, PcieLinksByTheirSpeedText) {
  Assembly assembly("pcie");
  const DeviceId cpu = assembly.cpu();
  const DeviceId bridge = assembly.pci_switch(cpu, PcieSpeed::Gen5);
  assembly.gpu(bridge, 80, PcieSpeed::Gen4);
  assembly.gpu(bridge, 80, PcieSpeed::Unknown);
  const System system = make_system(std::move(assembly).build(), {});
  const NodeId pci = system.at(NodeType::Pci, 0);
  expect_link(system, {pci, system.at(NodeType::Cpu, 0)}, PathType::Pix, 48);
  expect_link(system, {system.at(NodeType::Gpu, 0), pci}, PathType::Pix, 24);
  expect_link(system, {system.at(NodeType::Gpu, 1), pci}, PathType::Pix, 12);
}

TEST(MakeSystem, SwitchIdPutsFourFieldsTogether) {
  Assembly assembly("ids");
  const DeviceId bridge = assembly.pci_switch(assembly.cpu());
  core::PciFunction& function = assembly.function(bridge);
  function.vendor = "0x1000";
  function.device = "0xc030";
  function.subsystem_vendor = "0x10de";
  function.subsystem_device = "0x0013";
  assembly.gpu(bridge);
  const System system = make_system(std::move(assembly).build(), {});
  const auto& info = std::get<PciNode>(system.node(system.at(NodeType::Pci, 0)).info);
  EXPECT_EQ(info.device_id, 0x1000c03010de0013ULL);
}

TEST(MakeSystem, AllNvswitchesAreOneNode) {
  Assembly assembly("two_switches");
  const DeviceId cpu = assembly.cpu();
  const DeviceId first = assembly.nvswitch();
  const DeviceId second = assembly.nvswitch();
  const DeviceId gpu = assembly.gpu(cpu, 80);
  assembly.nvlink(gpu, first, 6);
  assembly.nvlink(gpu, second, 6);
  const System system = make_system(std::move(assembly).build(), {});
  ASSERT_EQ(system.count(NodeType::Nvs), 1);
  // Twelve links of 20 GB/s.
  expect_link(system, {system.at(NodeType::Gpu, 0), system.at(NodeType::Nvs, 0)}, PathType::Nvl,
              240);
}

TEST(MakeSystem, NvlinksBetweenGpusCountOncePerSide) {
  const System system = make_system(testing::nvlink_mesh(2, 3, 70), {});
  expect_link(system, {system.at(NodeType::Gpu, 0), system.at(NodeType::Gpu, 1)}, PathType::Nvl,
              60);
}

// Virtual machines show such links. NCCL v2.28.9-1, src/graph/topo.cc:602, joins the GPU to itself;
// src/graph/search.cc:33 adds the link to what the GPU can carry.
TEST(MakeSystem, NvlinkToItselfCountsAmongTheGpusLinks) {
  Assembly assembly("own_link");
  const auto cpu = assembly.cpu();
  const auto gpu = assembly.gpu(cpu);
  assembly.gpu(cpu);
  assembly.builder().connect(
      {core::LinkKind::NvLink, gpu, gpu, 12, core::Bandwidth::from_gb_per_s(300), {}, {}});
  const System system = make_system(std::move(assembly).build(), {});
  const NodeId first = system.at(NodeType::Gpu, 0);
  const SystemLink& own = system.node(first).links.front();
  EXPECT_EQ(own.to, first);
  EXPECT_FLOAT_EQ(own.bandwidth, 240);  // 12 x 20
  EXPECT_EQ(system.node(system.at(NodeType::Gpu, 1)).links.size(), 1U);
}

TEST(MakeSystem, NvlinkToAGpuOutsideTheJobIsLeftOut) {
  job::JobSpec job;
  job.devices = {1};
  const System system = make_system(testing::nvlink_mesh(2, 3, 70), job);
  ASSERT_EQ(system.count(NodeType::Gpu), 1);
  const auto& links = system.node(system.at(NodeType::Gpu, 0)).links;
  EXPECT_TRUE(std::ranges::none_of(
      links, [](const SystemLink& link) { return link.type == PathType::Nvl; }));
}

TEST(MakeSystem, NvlinkToThePowerCpu) {
  const System system = make_system(testing::power_box(1), {});
  expect_link(system, {system.at(NodeType::Gpu, 1), system.at(NodeType::Cpu, 1)}, PathType::Nvl,
              60);
}

TEST(MakeSystem, ChipToChipTakesTheTopologysRate) {
  const System system = make_system(testing::grace_box(1), {});
  expect_link(system, {system.at(NodeType::Gpu, 0), system.at(NodeType::Cpu, 0)}, PathType::C2c,
              450);
}

TEST(MakeSystem, SocketsOfOneHostAreJoined) {
  testing::PcieBox box;
  box.sockets = 3;
  const System system = make_system(testing::pcie_box(box), {});
  for (int a = 0; a < 3; ++a) {
    for (int b = 0; b < 3; ++b) {
      const SystemLink link = link_between(system, system.at(NodeType::Cpu, a),
                                           system.at(NodeType::Cpu, b), PathType::Sys);
      EXPECT_FLOAT_EQ(link.bandwidth, a == b ? 0 : 22);
    }
  }
}

TEST(MakeSystem, SocketsOfDifferentHostsAreNot) {
  Assembly assembly("two_hosts");
  for (int host = 0; host < 2; ++host) {
    const DeviceId cpu = assembly.cpu();
    assembly.info<core::Cpu>(cpu).host = host;
    const DeviceId gpu = assembly.gpu(cpu);
    assembly.info<core::Gpu>(gpu).index = 0;
  }
  const core::Topology machine = std::move(assembly).build();
  // Both GPUs have the number 0 on their hosts; the job takes all.
  const System system = make_system(machine, {});
  EXPECT_EQ(system.hosts, 2);
  const SystemLink link =
      link_between(system, system.at(NodeType::Cpu, 0), system.at(NodeType::Cpu, 1), PathType::Sys);
  EXPECT_EQ(link.type, PathType::Dis);
}

TEST(MakeSystem, PortsOfANicHangBelowIt) {
  Assembly assembly("dual_port");
  const DeviceId cpu = assembly.cpu();
  assembly.gpu(cpu);
  const DeviceId nic = assembly.nic(cpu);
  assembly.port(nic, 200000);
  assembly.port(nic, 100000);
  const System system = make_system(std::move(assembly).build(), {});
  ASSERT_EQ(system.count(NodeType::Net), 2);
  EXPECT_FLOAT_EQ(system.net(0).bandwidth, 25);
  EXPECT_FLOAT_EQ(system.net(1).bandwidth, 12.5);
  EXPECT_EQ(system.net(0).asic, system.net(1).asic);
  EXPECT_EQ(system.net(0).port, 1);
  EXPECT_EQ(system.net(1).port, 2);
  expect_link(system, {system.at(NodeType::Nic, 0), system.at(NodeType::Net, 1)}, PathType::Net,
              12.5);
}

TEST(MakeSystem, PortWithoutGuidIsAnAdapterOfItsOwn) {
  const System system = make_system(testing::two_sockets(), {});
  EXPECT_EQ(system.net(0).asic, 0U);
  EXPECT_EQ(system.net(1).asic, 1U);
}

TEST(MakeSystem, VirtualNicsAreOneBelowTheFirstCpuThatHasAny) {
  const System system = make_system(testing::virtual_nic_machine(2, 3, 100000), {});
  ASSERT_EQ(system.count(NodeType::Nic), 1);
  EXPECT_EQ(system.count(NodeType::Net), 3);
  // LOC_BW, 5000 GB/s.
  expect_link(system, {system.at(NodeType::Nic, 0), system.at(NodeType::Cpu, 0)}, PathType::Pix,
              5000);
}

TEST(MakeSystem, PeerSwitchesAreJoinedByAVeryWideLink) {
  Assembly assembly("peers");
  const DeviceId cpu = assembly.cpu();
  const DeviceId a = assembly.pci_switch(cpu);
  const DeviceId b = assembly.pci_switch(cpu);
  assembly.gpu(a);
  assembly.gpu(b);
  assembly.join(core::LinkKind::PciPeer, a, b, 64);
  const System system = make_system(std::move(assembly).build(), {});
  expect_link(system, {system.at(NodeType::Pci, 0), system.at(NodeType::Pci, 1)}, PathType::Loc,
              5000);
}

TEST(MakeSystem, KnowsWhetherTheJobSpansNodes) {
  job::JobSpec job;
  EXPECT_FALSE(make_system(testing::two_sockets(), job).spans_nodes);
  job.nodes = 2;
  EXPECT_TRUE(make_system(testing::two_sockets(), job).spans_nodes);
}

TEST(MakeSystem, ArchitectureAndVendor) {
  Assembly assembly("cpus");
  for (const auto model :
       {CpuModel::SapphireRapids, CpuModel::Milan, CpuModel::Grace, CpuModel::Power9}) {
    assembly.gpu(assembly.cpu(model));
  }
  const System system = make_system(std::move(assembly).build(), {});
  EXPECT_EQ(system.cpu(0).arch, CpuArch::X86);
  EXPECT_EQ(system.cpu(0).vendor, CpuVendor::Intel);
  EXPECT_EQ(system.cpu(1).vendor, CpuVendor::Amd);
  EXPECT_EQ(system.cpu(2).arch, CpuArch::Arm);
  EXPECT_EQ(system.cpu(2).vendor, CpuVendor::Unknown);
  EXPECT_EQ(system.cpu(3).arch, CpuArch::Power);
}

}  // namespace builder_test
}  // namespace treering::sim::nccl::system
