#include "tuner/doctor/condition.h"

#include <gtest/gtest.h>

#include "tests/support/patients.h"
#include "tuner/doctor/lookup.h"

namespace treering::tuner::doctor {
namespace condition_test {

using testing::patient_on;

double pcie_of(const Condition& condition, core::DeviceId device) {
  return rate_out(condition.cluster.node, device, core::LinkKind::Pcie);
}

TEST(Condition, OneDevicesPcieBothWays) {
  const Condition as_is = patient_on("dgx-h100").condition;
  const core::Topology& node = as_is.cluster.node;
  const core::DeviceId gpu = gpu_of_index(node, 3);
  const Condition halved = with_pcie_above(as_is, gpu, 0.5);
  EXPECT_DOUBLE_EQ(pcie_of(halved, gpu), pcie_of(as_is, gpu) / 2);
  EXPECT_LT(pcie_of(halved, node.parent_of(gpu)), pcie_of(as_is, node.parent_of(gpu)));
  EXPECT_EQ(pcie_of(halved, gpu_of_index(node, 2)), pcie_of(as_is, gpu_of_index(node, 2)));
  EXPECT_EQ(halved.cluster.node.device(gpu).pci, node.device(gpu).pci);
}

TEST(Condition, ADeviceReportsTheLinkThatItIsGiven) {
  const Condition as_is = patient_on("dgx-h100").condition;
  const core::DeviceId gpu = gpu_of_index(as_is.cluster.node, 3);
  core::PciFunction like;
  like.link_speed = "16.0 GT/s PCIe";
  like.link_width = 8;
  const Condition other = with_pcie_above(as_is, gpu, 0.25, like);
  EXPECT_EQ(other.cluster.node.device(gpu).pci->link_speed, "16.0 GT/s PCIe");
  EXPECT_EQ(other.cluster.node.device(gpu).pci->link_width, 8);
  EXPECT_DOUBLE_EQ(pcie_of(other, gpu), pcie_of(as_is, gpu) / 4);
}

// Ports of 400 Gbit/s; two thirds of that are 266 666.7 Mbit/s.
TEST(Condition, PortsAllOrSome) {
  const Condition as_is = patient_on("dgx-h100").condition;
  const auto ports = as_is.cluster.node.of_kind(core::DeviceKind::NicPort);
  const auto speed = [&](const Condition& condition, std::size_t which) {
    return std::get<core::NicPort>(condition.cluster.node.device(ports[which]).info).speed_mbps;
  };
  ASSERT_EQ(speed(as_is, 0), 400'000);
  const Condition all = with_port_speeds(as_is, 2.0 / 3);
  EXPECT_EQ(speed(all, 0), 266'667);
  EXPECT_EQ(speed(all, 1), 266'667);
  const Condition one = with_port_speeds(as_is, 2.0 / 3, {ports[1]});
  EXPECT_EQ(speed(one, 0), 400'000);
  EXPECT_EQ(speed(one, 1), 266'667);
}

TEST(Condition, OverSockets) {
  const Condition as_is = patient_on("dgx-h100", 2).condition;
  const Condition sockets = over_sockets(as_is);
  EXPECT_EQ(sockets.network, "tcp");
  const core::Topology& node = sockets.cluster.node;
  for (const core::DeviceId id : node.of_kind(core::DeviceKind::NicPort)) {
    EXPECT_FALSE(std::get<core::NicPort>(node.device(id).info).gpu_direct_rdma);
  }
  EXPECT_NE(as_is, sockets);
}

}  // namespace condition_test
}  // namespace treering::tuner::doctor
