#include "sim/carrier.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "sim/nccl/plan.h"
#include "tests/support/assembly.h"

namespace treering::sim {
namespace carrier_test {

core::Cluster two_nodes(const std::string& port_name) {
  testing::Assembly assembly("node");
  const core::DeviceId cpu = assembly.cpu();
  const core::DeviceId pci_switch = assembly.pci_switch(cpu);
  for (int i = 0; i < 2; ++i) {
    assembly.gpu(pci_switch);
    core::Device& port = assembly.device(assembly.port(assembly.nic(pci_switch), 100000));
    port.name = port_name + std::to_string(i);
    std::get<core::NicPort>(port.info).gpu_direct_rdma = true;
  }
  return {std::move(assembly).build(), 2, {}};
}

bool reads_gpus(const core::Cluster& cluster) {
  return std::ranges::any_of(cluster.node.devices(), [](const core::Device& device) {
    const auto* const port = std::get_if<core::NicPort>(&device.info);
    return port != nullptr && port->gpu_direct_rdma;
  });
}

TEST(Carrier, SocketsReachHostMemoryAlone) {
  const core::Cluster rdma = two_nodes("mlx5_");
  EXPECT_EQ(over_network(rdma), rdma);
  EXPECT_EQ(over_network(rdma, "roce"), rdma);
  EXPECT_FALSE(reads_gpus(over_network(rdma, "tcp")));
}

TEST(Carrier, AdaptersAndFabricSayWhoCarriesUnlessTold) {
  const core::Cluster by_name = two_nodes("eth");
  EXPECT_FALSE(reads_gpus(over_network(by_name)));
  EXPECT_TRUE(reads_gpus(over_network(by_name, "infiniband")));
  core::Cluster by_fabric = two_nodes("mlx5_");
  by_fabric.fabric.link = core::LinkKind::Ethernet;
  EXPECT_FALSE(reads_gpus(over_network(by_fabric)));
}

TEST(Carrier, NcclPlansThroughTheCpuThen) {
  const job::JobSpec job{.nodes = 2, .devices = {}};
  const core::Cluster rdma = two_nodes("mlx5_");
  const auto inter = [&](const core::Cluster& cluster) {
    return nccl::make_plan(cluster.node, job).graphs.ring.type_inter;
  };
  EXPECT_EQ(inter(rdma), nccl::PathType::Pix);
  EXPECT_EQ(inter(over_network(rdma, "tcp")), nccl::PathType::Phb);
}

}  // namespace carrier_test
}  // namespace treering::sim
