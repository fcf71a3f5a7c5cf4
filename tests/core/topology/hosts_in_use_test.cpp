#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/topology/json.h"
#include "core/topology/names.h"
#include "core/topology/part.h"

namespace treering::core {
namespace hosts_in_use_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// Two trays with two GPUs and an adapter each; all GPUs are on one NVSwitch.
Topology rack() {
  constexpr std::string_view kText = R"({
    "schema": "treering.topology/1", "name": "rack",
    "devices": [
      {"name": "switch", "kind": "nvswitch"},
      {"name": "a", "kind": "cpu"}, {"name": "a0", "kind": "gpu", "index": 0},
      {"name": "a1", "kind": "gpu", "index": 1},
      {"name": "b", "kind": "cpu", "host": 1}, {"name": "b0", "kind": "gpu", "index": 0},
      {"name": "b1", "kind": "gpu", "index": 1},
      {"name": "bn", "kind": "nic"}, {"name": "bp", "kind": "nic_port", "nic": "bn", "speed_mbps": 100000}],
    "links": [
      {"kind": "pcie", "from": "a0", "to": "a", "gb_per_s": 1},
      {"kind": "pcie", "from": "a1", "to": "a", "gb_per_s": 1},
      {"kind": "pcie", "from": "b0", "to": "b", "gb_per_s": 1},
      {"kind": "pcie", "from": "b1", "to": "b", "gb_per_s": 1},
      {"kind": "pcie", "from": "bn", "to": "b", "gb_per_s": 1},
      {"kind": "nvlink", "from": "a0", "to": "switch", "gb_per_s": 50},
      {"kind": "nvlink", "from": "b1", "to": "switch", "gb_per_s": 50}]})";
  const auto topology = topology_from_json(kText, "rack.json");
  EXPECT_TRUE(topology) << topology.error().message();
  return topology.value_or(Topology());
}

std::vector<std::string> names_of(const Topology& node) {
  std::vector<std::string> names;
  for (const Device& device : node.devices()) names.push_back(device.name);
  return names;
}

TEST(HostsInUse, LeavesOutHostsWithoutRanks) {
  const auto used = hosts_in_use(rack(), {3, 2});
  ASSERT_TRUE(used);
  EXPECT_THAT(names_of(used->node), ElementsAre("switch", "b", "b0", "b1", "bn", "bp"));
  EXPECT_THAT(used->devices, ElementsAre(1, 0));  // in the order of the ranks
  EXPECT_EQ(used->idle, 1);
  EXPECT_EQ(std::get<Cpu>(used->node.device(1).info).host, 0);
  EXPECT_EQ(std::get<NicPort>(used->node.device(5).info).nic, 4);
  EXPECT_EQ(used->node.links().size(), 8U);  // three to the CPU and one NVLink, both ways
  EXPECT_EQ(used->node.links().back().from, 0);
  EXPECT_EQ(used->node.links().back().to, 3);
}

TEST(HostsInUse, KeepsANodeWhoseHostsAllHaveRanks) {
  for (const std::vector<int>& devices : {std::vector<int>{}, std::vector<int>{0, 3}}) {
    const auto used = hosts_in_use(rack(), devices);
    ASSERT_TRUE(used);
    EXPECT_EQ(used->node, rack());
    EXPECT_EQ(used->devices, devices);
    EXPECT_EQ(used->idle, 0);
  }
}

TEST(HostsInUse, LeavesNumbersThatAreNotThereToOthers) {
  const auto used = hosts_in_use(rack(), {0, 7});
  ASSERT_TRUE(used);
  EXPECT_EQ(used->node, rack());
  EXPECT_THAT(used->devices, ElementsAre(0, 7));
}

TEST(HostsInUse, ANodeWithoutGpusStaysAsItIs) {
  const auto used = hosts_in_use(Topology(), {});
  ASSERT_TRUE(used);
  EXPECT_THAT(used->node.devices(), IsEmpty());
}

}  // namespace hosts_in_use_test
}  // namespace treering::core
