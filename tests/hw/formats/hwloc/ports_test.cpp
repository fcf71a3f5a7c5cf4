// What an hwloc XML reports of the ports of RDMA adapters, also of those that are down.
#include <gmock/gmock.h>

#include "hw/formats/format.h"
#include "tests/hw/formats/hwloc/text.h"

namespace treering::hw::formats::hwloc {
namespace ports_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// A ConnectX-7 with a port of each `state`; hwloc reports LIDs as the kernel writes them.
std::string adapter(int number, const std::string& ids, const std::string& state,
                    const std::string& lid) {
  const std::string text = std::to_string(number);
  return pci_device("0000:4" + text + ":00.0", ids,
                    "<object type=\"OSDev\" name=\"mlx5_" + text +
                        "\" osdev_type=\"3\"><info name=\"Port1State\" value=\"" + state +
                        "\"/><info name=\"Port1LID\" value=\"" + lid + "\"/></object>");
}

const std::string kInfiniBand = "0207 [15b3:1021]";
const std::string kEthernet = "0200 [15b3:1021]";

std::vector<core::AdapterPortState> ports_of(const std::string& content) {
  const auto read = read_hwloc(hwloc_text(host_bridge(content)));
  return read ? read->host.ports : std::vector<core::AdapterPortState>();
}

std::vector<std::string> states_of(const std::vector<core::AdapterPortState>& ports) {
  std::vector<std::string> states;
  for (const core::AdapterPortState& port : ports) states.push_back(port.state);
  return states;
}

TEST(HwlocPorts, TellsThoseThatAreDownToo) {
  const auto ports =
      ports_of(adapter(1, kInfiniBand, "1", "0xffff") + adapter(0, kInfiniBand, "4", "0x191"));
  ASSERT_EQ(ports.size(), 2U);
  EXPECT_EQ(ports[0].device, "mlx5_0");
  EXPECT_EQ(ports[0].port, 1);
  EXPECT_EQ(ports[0].state, "ACTIVE");
  EXPECT_EQ(ports[0].link_layer, "InfiniBand");
  EXPECT_EQ(ports[0].model_rate_mbps, 400'000);
  // hwloc knows no rates.
  EXPECT_EQ(ports[0].rate_mbps, std::nullopt);
  EXPECT_FALSE(ports[0].is_virtual);
  EXPECT_EQ(ports[1].device, "mlx5_1");
  EXPECT_EQ(ports[1].state, "DOWN");
  EXPECT_EQ(ports[1].link_layer, "InfiniBand");
  EXPECT_EQ(ports[1].model_rate_mbps, 400'000);
  EXPECT_EQ(ports[1].origin.kind, core::Origin::Kind::File);
  EXPECT_THAT(ports[1].origin.source, HasSubstr("dir/x.xml: line 13"));
  EXPECT_THAT(ports[1].origin.source, HasSubstr("Port1State"));
}

// The names of the kernel (drivers/infiniband/core/sysfs.c), numbered as verbs has them.
TEST(HwlocPorts, NamesEveryState) {
  std::string all;
  for (int state = 0; state <= 6; ++state) {
    all += adapter(state, kInfiniBand, std::to_string(state), "0x0");
  }
  EXPECT_THAT(states_of(ports_of(all)),
              ElementsAre("NOP", "DOWN", "INIT", "ARMED", "ACTIVE", "ACTIVE_DEFER", "of number 6"));
}

TEST(HwlocPorts, KnowsTheLinkLayerByClassElseByLid) {
  const std::string neither = "0280 [15b3:1007]";
  std::vector<std::string> layers;
  for (const auto& port :
       ports_of(adapter(0, kEthernet, "1", "0x0") + adapter(1, neither, "4", "0x12") +
                adapter(2, neither, "4", "0x0") + adapter(3, neither, "1", "0x0") +
                adapter(4, "0208 [8086:24f0]", "4", "0x7"))) {
    layers.push_back(port.link_layer);
  }
  // A port that is down has no LID in either.
  EXPECT_THAT(layers, ElementsAre("Ethernet", "InfiniBand", "Ethernet", "", "InfiniBand"));
}

TEST(HwlocPorts, MarksVirtualFunctions) {
  const auto ports = ports_of(adapter(0, "0207 [15b3:101e]", "4", "0x191"));
  ASSERT_EQ(ports.size(), 1U);
  EXPECT_TRUE(ports[0].is_virtual);
}

TEST(HwlocPorts, AreNoneWhereTheFileHasNoStates) {
  EXPECT_THAT(ports_of(pci_device("0000:40:00.0", kInfiniBand,
                                  "<object type=\"OSDev\" name=\"mlx5_0\" osdev_type=\"3\"/>")),
              IsEmpty());
}

TEST(HwlocPorts, ComeWithTheCluster) {
  const Source source{"x.xml", hwloc_text(host_bridge(adapter(0, kInfiniBand, "2", "0x0")))};
  const auto loaded = recognise(source.text)->read(source, {});
  ASSERT_TRUE(loaded);
  EXPECT_THAT(states_of(loaded->host.ports), ElementsAre("INIT"));
}

}  // namespace ports_test
}  // namespace treering::hw::formats::hwloc
