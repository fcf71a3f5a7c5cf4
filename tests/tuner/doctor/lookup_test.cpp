#include "tuner/doctor/lookup.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/patients.h"

namespace treering::tuner::doctor {
namespace lookup_test {

using testing::patient_on;

TEST(Lookup, Words) {
  EXPECT_EQ(in_words({}), "");
  EXPECT_EQ(in_words({"a"}), "a");
  EXPECT_EQ(in_words({"a", "b", "c"}), "a, b and c");
  EXPECT_EQ(in_words({"a", "b", "c", "d", "e", "f", "g", "h", "i"}), "a, b and 7 more");
}

TEST(Lookup, DevicesByBusIdAndGpusByNumber) {
  const core::Topology node = patient_on("dgx-h100").condition.cluster.node;
  const core::DeviceId gpu = gpu_of_index(node, 3);
  ASSERT_NE(gpu, core::kNoDevice);
  EXPECT_EQ(names_of(node, {gpu, gpu_of_index(node, 0)}), "GPU 3 and GPU 0");
  EXPECT_EQ(device_at(node, node.device(gpu).pci->bus_id), gpu);
  EXPECT_EQ(gpu_of_index(node, 8), core::kNoDevice);
  EXPECT_EQ(device_at(node, "ffff:ff:1f.7"), core::kNoDevice);
}

// 18 links of 25 GB/s each way: NVLink 4.
TEST(Lookup, RatesByKindOfWire) {
  const core::Topology node = patient_on("dgx-h100").condition.cluster.node;
  EXPECT_DOUBLE_EQ(rate_out(node, gpu_of_index(node, 0), core::LinkKind::NvLink), 450);
  EXPECT_DOUBLE_EQ(rate_out(node, gpu_of_index(node, 0), core::LinkKind::C2C), 0);
}

// Ports that are known count, and where none is, what the topology has.
TEST(Lookup, RdmaWhereAPortWorks) {
  Patient patient = patient_on("dgx-h100");
  EXPECT_TRUE(has_rdma(patient));
  patient.host.ports = {{.device = "mlx5_0", .state = "DOWN"}};
  EXPECT_FALSE(has_rdma(patient));
  patient.host.ports.push_back({.device = "mlx5_1", .state = ""});
  EXPECT_TRUE(has_rdma(patient));
}

}  // namespace lookup_test
}  // namespace treering::tuner::doctor
