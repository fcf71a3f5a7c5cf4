#include <gtest/gtest.h>

#include "core/topology/topology.h"
#include "tests/core/small_topology.h"

namespace treering::core {
namespace assumed_test {

TEST(Assumed, FieldsThatTheSourceLacks) {
  Device device;
  EXPECT_FALSE(is_assumed(device, "index"));
  device.assumed = {"index", "pci/link_speed"};
  EXPECT_TRUE(is_assumed(device, "index"));
  EXPECT_TRUE(is_assumed(device, "pci/link_speed"));
  EXPECT_FALSE(is_assumed(device, "pci"));
}

/// A CPU with a GPU whose place on PCIe is unknown.
Topology machine(std::vector<std::string> assumed_of_cpu, int numa_id) {
  TopologyBuilder builder("m");
  Device cpu = device("CPU 0", Cpu{});
  cpu.assumed = std::move(assumed_of_cpu);
  std::get<Cpu>(cpu.info).numa_id = numa_id;
  builder.add(std::move(cpu));
  Device gpu = on_bus("GPU 0", Gpu{0, 80, true}, "0000:02:00.0");
  gpu.assumed = {"pci/link_speed"};
  builder.add(std::move(gpu));
  builder.connect_both_ways(wire(LinkKind::Pcie, 1, 0));
  return built(std::move(builder));
}

TEST(Assumed, PlacesAreTakenForGrantedWhereNumaNodesAre) {
  EXPECT_FALSE(is_place_assumed(built(small_machine())));
  EXPECT_FALSE(is_place_assumed(machine({}, 0)));
  EXPECT_TRUE(is_place_assumed(machine({"numa_id"}, 0)));
  EXPECT_TRUE(is_place_assumed(machine({}, -1)));
}

}  // namespace assumed_test
}  // namespace treering::core
