#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/topology/part.h"
#include "tests/support/small_machines.h"

namespace treering::core {
namespace down_parts_test {

using ::testing::HasSubstr;

std::size_t count(const Topology& node, DeviceKind kind) {
  return node.of_kind(kind).size();
}

std::size_t nvlinks(const Topology& node) {
  std::size_t found = 0;
  for (const Link& link : node.links()) found += link.kind == LinkKind::NvLink ? 1 : 0;
  return found;
}

Topology left_of(const Topology& node, const std::string& devices) {
  const auto left = without(node, devices, "x");
  EXPECT_TRUE(left) << left.error().message();
  return left ? left->node : node;
}

std::string message_of(const Topology& node, const std::string& devices) {
  const auto left = without(node, devices, "x");
  return left ? "no error" : left.error().message();
}

TEST(DownParts, PortsAreNumberedAnew) {
  const Topology node = testing::nvswitch_machine(4, 90);
  const DeviceId first = node.of_kind(DeviceKind::NicPort).front();
  const Topology left = left_of(node, node.device(first).name);
  EXPECT_EQ(count(left, DeviceKind::NicPort), 3U);
  EXPECT_EQ(count(left, DeviceKind::Nic), 3U) << "an adapter without ports is gone";
  int index = 0;
  for (const DeviceId id : left.of_kind(DeviceKind::NicPort)) {
    EXPECT_EQ(std::get<NicPort>(left.device(id).info).index, index++);
  }
}

TEST(DownParts, AnAdapterHasAllItsPorts) {
  const Topology node = testing::two_sockets();  // nic0 has two ports, nic1 one
  const DeviceId port = node.of_kind(DeviceKind::NicPort).front();
  EXPECT_EQ(count(left_of(node, node.device(port).name), DeviceKind::NicPort), 2U);
  const std::string adapter = node.device(node.parent_of(port)).name;
  EXPECT_EQ(count(left_of(node, adapter), DeviceKind::NicPort), 1U);
}

TEST(DownParts, NvlinksOfAGpuOrASwitch) {
  const Topology node = testing::nvswitch_machine(4, 90);
  const std::size_t all = nvlinks(node);
  const Topology left = left_of(node, "gpu 1-NVSwitch");
  EXPECT_EQ(nvlinks(left), all / 4 * 3);
  EXPECT_EQ(count(left, DeviceKind::Gpu), 4U);
  const Topology none = left_of(node, "NVSwitch");
  EXPECT_EQ(nvlinks(none), 0U);
  EXPECT_EQ(count(none, DeviceKind::NvSwitch), 0U) << "NCCL finds switches by their links";
  const Topology mesh = testing::nvlink_mesh(3, 2, 80);
  EXPECT_EQ(nvlinks(left_of(mesh, "GPU 0-GPU 2")), nvlinks(mesh) / 3 * 2);
}

TEST(DownParts, GpusAndSocketsStay) {
  const Topology node = testing::two_sockets();
  EXPECT_THAT(message_of(node, "GPU 1"), HasSubstr("x: GPU 1 is down then, and its rank"));
  const DeviceId gpu = node.of_kind(DeviceKind::Gpu).front();
  const std::string above = node.device(node.parent_of(gpu)).name;
  EXPECT_THAT(message_of(node, above), HasSubstr("GPU 0 is down then"));
  EXPECT_THAT(message_of(node, above + "-GPU 0"), HasSubstr("GPU 0 is down then"));
  const auto cpus = node.of_kind(DeviceKind::Cpu);
  EXPECT_THAT(message_of(node, node.device(cpus[0]).name + "-" + node.device(cpus[1]).name),
              HasSubstr("NCCL takes all CPUs of a node to be joined"));
  EXPECT_THAT(message_of(node, "GPU 0-GPU 3"), HasSubstr("no link joins GPU 0 and GPU 3"));
  EXPECT_THAT(message_of(node, "GPU 9"), HasSubstr("found 'GPU 9'"));
}

}  // namespace down_parts_test
}  // namespace treering::core
