#include <string>

#include <gtest/gtest.h>

#include "hw/complete/unknown.h"
#include "hw/load_cluster.h"
#include "tests/support/fake_files.h"

namespace treering::hw::complete {
namespace unknown_devices_test {

constexpr const char* kMatrix =
    "\tGPU0\tGPU1\tmlx5_0\nGPU0\t X \tNV12\tPIX\nGPU1\tNV12\t X \tSYS\nmlx5_0\tPIX\tSYS\t X \n";

core::Topology loaded(const std::string& text) {
  return load_cluster("x", support::FakeFiles({{"x", text}})).value().cluster.node;
}

/// A GPU with a port beside it; `gpu` and `port` stand in their elements.
std::string one_gpu(const std::string& gpu, const std::string& port) {
  return "<system version=\"1\"><cpu numaid=\"0\" affinity=\"ff\" arch=\"x86_64\" "
         "vendor=\"GenuineIntel\" familyid=\"6\" modelid=\"143\">"
         "<pci busid=\"0000:10:00.0\" class=\"0x030200\" link_speed=\"32.0 GT/s PCIe\" "
         "link_width=\"16\"><gpu dev=\"0\" " +
         gpu +
         " gdr=\"1\"/></pci>"
         "<nic><net name=\"mlx5_0\" dev=\"0\" port=\"1\" guid=\"0x1\" gdr=\"1\" " +
         port + "/></nic></cpu></system>";
}

TEST(UnknownDevices, AreTheGpusOfAMatrixThatNamesNone) {
  const core::Topology node = loaded(kMatrix);
  ASSERT_NE(unknown_gpu(node), nullptr);
  EXPECT_EQ(unknown_gpu(node)->name, "GPU 0");
}

TEST(UnknownDevices, AreKnownByTheirNames) {
  const core::Topology node = loaded(
      "GPU 0: NVIDIA A100-SXM4-80GB (UUID: GPU-00000000-0000-0000-0000-000000000000)\n"
      "GPU 1: NVIDIA A100-SXM4-80GB (UUID: GPU-00000000-0000-0000-0000-000000000001)\n" +
      std::string(kMatrix));
  EXPECT_EQ(unknown_gpu(node), nullptr);
}

TEST(UnknownDevices, AreThePortsWithoutARate) {
  EXPECT_EQ(port_of_unknown_rate(loaded(one_gpu("sm=\"90\"", "speed=\"400000\""))), nullptr);
  const core::Topology node = loaded(one_gpu("sm=\"90\"", ""));
  ASSERT_NE(port_of_unknown_rate(node), nullptr);
  EXPECT_EQ(port_of_unknown_rate(node)->name, "mlx5_0");
}

TEST(UnknownDevices, OfNvidiasXmlNone) {
  EXPECT_EQ(unknown_gpu(loaded(one_gpu("sm=\"90\"", "speed=\"400000\""))), nullptr);
}

}  // namespace unknown_devices_test
}  // namespace treering::hw::complete
