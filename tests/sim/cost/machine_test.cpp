#include "sim/cost/machine.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/small_machines.h"

namespace treering::sim::cost {
namespace machine_test {

using namespace treering::testing;

Machine machine(const core::Topology& node, job::JobSpec job) {
  core::Cluster cluster{node};
  cluster.node_count = job.nodes;
  return machine_of(cluster, nccl::make_plan(cluster.node, job));
}

job::JobSpec nodes(int count) {
  job::JobSpec job;
  job.nodes = count;
  return job;
}

TEST(CostMachine, NvswitchCountsAllLinksOfAGpu) {
  const Machine one = machine(nvswitch_machine(4, 90), nodes(1));
  EXPECT_EQ(one.kind, (terms::MachineKind{"hopper", "nvswitch", "infiniband", "200G"}));
  EXPECT_DOUBLE_EQ(one.wires.all_per_gpu, 100);
  EXPECT_DOUBLE_EQ(one.wires.per_node, 0);
}

TEST(CostMachine, TheNetworkIsThePortsInUse) {
  // Four ports of 200 Gbit/s, a GPU each.
  const Machine two = machine(nvswitch_machine(4, 90), nodes(2));
  EXPECT_DOUBLE_EQ(two.wires.per_node, 100);
  EXPECT_EQ(two.adapters, 4);
  EXPECT_EQ(two.ports, (NodePorts{4, 25}));
}

TEST(CostMachine, ALoneGpuFeedsThePortsThroughItsPcieLink) {
  job::JobSpec lone = nodes(2);
  lone.devices = {0};
  // Its PCIe link has 25 GB/s, however many ports its channels use.
  EXPECT_LE(machine(nvswitch_machine(4, 90), lone).wires.way_out, 25);
}

TEST(CostMachine, PortsOfOneAdapterShareItsPcieLink) {
  // nic0 has two ports of 12.5 GB/s behind one PCIe link of 20 GB/s, nic1 one port.
  const Machine two = machine(two_sockets(), nodes(2));
  EXPECT_EQ(two.kind.link, "pcie");
  EXPECT_LE(two.wires.per_node, 20 + 12.5);
  EXPECT_GT(two.wires.per_node, 0);
}

TEST(CostMachine, AMeshCountsLinksAmongTheGpusOfTheJob) {
  const core::Topology mesh = nvlink_mesh(4, 2, 80);
  const Machine all = machine(mesh, nodes(1));
  EXPECT_EQ(all.kind.link, "mesh");
  job::JobSpec pair;
  pair.devices = {0, 1};
  // One of three neighbours is left.
  EXPECT_NEAR(machine(mesh, pair).wires.all_per_gpu, all.wires.all_per_gpu / 3, 1e-9);
}

TEST(CostMachine, WithoutNvlinkTheRingsAreAllThereIs) {
  const Machine box = machine(pcie_box({}), nodes(1));
  EXPECT_EQ(box.kind.link, "pcie");
  EXPECT_EQ(box.kind.gpu, "ampere");
  EXPECT_GT(box.wires.ring_per_gpu, 0);
  EXPECT_DOUBLE_EQ(box.wires.all_per_gpu, box.wires.ring_per_gpu);
}

TEST(CostMachine, GenerationsGoByComputeCapability) {
  EXPECT_EQ(machine(nvlink_mesh(2, 2, 70), nodes(1)).kind.gpu, "volta");
  EXPECT_EQ(machine(nvlink_mesh(2, 2, 80), nodes(1)).kind.gpu, "ampere");
  EXPECT_EQ(machine(nvlink_mesh(2, 2, 90), nodes(1)).kind.gpu, "hopper");
  EXPECT_EQ(machine(nvlink_mesh(2, 2, 100), nodes(1)).kind.gpu, "blackwell");
}

TEST(CostMachine, TheFabricNamesTheNetwork) {
  core::Cluster cluster{nvswitch_machine(2, 80)};
  cluster.node_count = 2;
  const auto plan = nccl::make_plan(cluster.node, nodes(2));
  cluster.fabric.link = core::LinkKind::RoCE;
  EXPECT_EQ(machine_of(cluster, plan).kind.network, "roce");
  cluster.fabric.link = core::LinkKind::Ethernet;
  EXPECT_EQ(machine_of(cluster, plan).kind.network, "tcp");
  for (const std::string_view name : {"infiniband", "roce", "slingshot", "efa", "efa1", "tcp"}) {
    EXPECT_NE(std::ranges::find(network_names(), name), network_names().end()) << name;
  }
}

// oci-h100 and gcp-a4 have such adapters.
TEST(CostMachine, AdaptersOfMellanoxRunWhatTheirClassSays) {
  const auto network = [](const std::string& vendor, const std::string& class_code) {
    core::Topology node = nvswitch_machine(2, 80);
    core::TopologyBuilder builder("node");
    for (core::Device device : node.devices()) {
      if (device.kind() == core::DeviceKind::Nic) {
        device.pci->vendor = vendor;
        device.pci->class_code = class_code;
      }
      builder.add(std::move(device));
    }
    for (const core::Link& link : node.links()) builder.connect(link);
    return network_of(core::Cluster{std::move(builder).build().value()});
  };
  EXPECT_EQ(network("0x15b3", "0x020000"), "roce");
  EXPECT_EQ(network("0x15b3", "0x020700"), "infiniband");
  EXPECT_EQ(network("0x1234", "0x020000"), "infiniband");
}

// As logs of NCCL name the devices of the plugin for libfabric.
TEST(CostMachine, ThePluginForLibfabricIsEfaUnlessItsProviderIsNot) {
  const std::vector<std::pair<std::string, std::string>> names{
      {"AWS Libfabric 0", "efa"},
      {"Libfabric 12", "efa"},
      {"OFI 0", "efa"},
      {"AWS Libfabric (cxi) 0", "slingshot"},
      {"OFI (cxi) 3", "slingshot"},
      {"AWS Libfabric (tcp;ofi_rxm) 0", "tcp"},
      {"Libfabric (verbs) 0", "infiniband"}};
  for (const auto& [name, network] : names) {
    core::TopologyBuilder builder("node");
    const core::DeviceId nic = builder.add({.name = "nic", .info = core::Nic{}});
    core::NicPort port;
    port.nic = nic;
    port.port = 1;
    port.speed_mbps = 100'000;
    builder.add({.name = name, .info = port});
    const auto node = std::move(builder).build();
    ASSERT_TRUE(node) << node.error().message();
    EXPECT_EQ(network_of(core::Cluster{*node}), network) << name;
  }
}

TEST(CostMachine, JoinedPortsCarryWhatTheirPortsCarry) {
  // Both ports of nic0 become one NET; the wires are the same.
  job::JobSpec joined = nodes(2);
  joined.settings.nics.joins = true;
  const core::Topology node = two_sockets();
  EXPECT_DOUBLE_EQ(machine(node, joined).wires.per_node, machine(node, nodes(2)).wires.per_node);
}

// One GPU a node does not use all of its four ports; the uplinks are laid for all.
TEST(CostMachine, UplinksCountIdlePortsToo) {
  core::Cluster cluster{nvswitch_machine(4, 90)};
  cluster.fabric.kind = core::FabricKind::FatTree;
  cluster.fabric.nodes_per_leaf = 2;
  cluster.fabric.oversubscription = 4;
  job::JobSpec job = nodes(4);
  job.devices = {0};
  cluster.node_count = job.nodes;
  const Machine one = machine_of(cluster, nccl::make_plan(cluster.node, job));
  EXPECT_LT(one.wires.per_node, 100);
  EXPECT_DOUBLE_EQ(one.spine.per_leaf, 50);  // 2 x 100 GB/s, a quarter of that up
}

}  // namespace machine_test
}  // namespace treering::sim::cost
