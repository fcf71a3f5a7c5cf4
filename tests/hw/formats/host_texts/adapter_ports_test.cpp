#include <algorithm>
#include <filesystem>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hw/io/files.h"
#include "tests/hw/formats/host_texts/facts.h"

namespace treering::hw::formats {
namespace adapter_ports_test {

using ::testing::ElementsAre;
using testing::facts_of;
using testing::format_of;
using testing::host_of;

constexpr const char* kIbstat =
    "CA 'mlx5_0'\n"
    "\tCA type: MT4129\n"
    "\tNumber of ports: 1\n"
    "\tPort 1:\n"
    "\t\tState: Active\n"
    "\t\tPhysical state: LinkUp\n"
    "\t\tRate: 400\n"
    "\t\tBase lid: 7\n"
    "\t\tLink layer: InfiniBand\n"
    "CA 'mlx5_1'\n"
    "\tCA type: MT4129\n"
    "\tPort 1:\n"
    "\t\tState: Down\n"
    "\t\tPhysical state: Disabled\n"
    "\t\tRate: 10\n"
    "\t\tLink layer: InfiniBand\n";

// MT4129 is device 0x1021, a ConnectX-7: 400 Gbit/s. What it prints as the rate of a port that is
// down is none.
TEST(AdapterPorts, OfIbstat) {
  EXPECT_EQ(format_of(kIbstat), "ibstat");
  const auto facts = facts_of(kIbstat);
  ASSERT_EQ(facts.host.ports.size(), 2U);
  const core::AdapterPortState& up = facts.host.ports[0];
  EXPECT_EQ(up.device, "mlx5_0");
  EXPECT_EQ(up.port, 1);
  EXPECT_EQ(up.state, "ACTIVE");
  EXPECT_EQ(up.physical_state, "LinkUp");
  EXPECT_EQ(up.link_layer, "InfiniBand");
  EXPECT_EQ(up.rate_mbps, 400'000);
  EXPECT_EQ(up.model_rate_mbps, 400'000);
  EXPECT_EQ(up.origin.source, "t.txt: line 4");
  const core::AdapterPortState& down = facts.host.ports[1];
  EXPECT_TRUE(core::is_down(down));
  EXPECT_EQ(down.physical_state, "Disabled");
  EXPECT_FALSE(down.rate_mbps);
  EXPECT_THAT(facts.read, ElementsAre("ibstat of 2 ports"));
}

// An interface over InfiniBand may be down on a port that works.
TEST(AdapterPorts, OfIbdev2netdev) {
  const std::string text =
      "two nodes:\n"
      "mlx5_0 port 1 ==> ens1f0np0 (Up)\n"
      "mlx5_1 port 1 ==> ens1f1np1 (Down)\n"
      "mlx5_2 port 1 ==> ib0 (Down)\n"
      "0000:17:00.0 mlx5_3 (MT4129 - X75) card fw 28.1 port 1 (ACTIVE) ==> ibs3 (Down)\n";
  EXPECT_EQ(format_of(text), "ibdev2netdev");
  const auto facts = facts_of(text);
  ASSERT_EQ(facts.host.ports.size(), 4U);
  EXPECT_EQ(facts.host.ports[0].device, "mlx5_0");
  EXPECT_EQ(facts.host.ports[0].state, "ACTIVE");
  EXPECT_EQ(facts.host.ports[0].link_layer, "Ethernet");
  EXPECT_EQ(facts.host.ports[0].origin.source, "t.txt: line 2");
  EXPECT_TRUE(core::is_down(facts.host.ports[1]));
  EXPECT_EQ(facts.host.ports[2].state, "");
  EXPECT_EQ(facts.host.ports[2].link_layer, "InfiniBand");
  EXPECT_EQ(facts.host.ports[3].device, "mlx5_3");
  EXPECT_EQ(facts.host.ports[3].bus_id, "0000:17:00.0");
  EXPECT_EQ(facts.host.ports[3].state, "ACTIVE");
  EXPECT_EQ(facts.host.ports[3].model_rate_mbps, 400'000);
  EXPECT_THAT(facts.read, ElementsAre("ibdev2netdev of 4 ports"));
}

// Through column -t, behind the tags of hosts, and of cards whose names have the word "port".
TEST(AdapterPorts, OfIbdev2netdevHoweverItsWordsAreSpread) {
  const std::string text =
      "mlx5_0   port  1  ==>  ib0       (Up)\n"
      "mlx5_10  port  1  ==>  ens2f0np0 (Down)\n"
      "n7: mlx5_2\tport\t2\t==>\tib2\t(Down)\n"
      "0000:3b:00.0  mlx5_4  (MT4123  -  X65)  QSFP56  single  port  fw  20.3  port  1  (DOWN    ) "
      " "
      "==>  ib4  (Down)\n"
      "mlx5_5 (MT4129 - X75) card fw 28.1 port 1 (INIT  ) ==> ib5 (Down)\n";
  EXPECT_EQ(format_of(text), "ibdev2netdev");
  const auto ports = host_of(text).ports;
  ASSERT_EQ(ports.size(), 5U);
  EXPECT_EQ(ports[0].device, "mlx5_0");
  EXPECT_EQ(ports[0].state, "ACTIVE");
  EXPECT_EQ(ports[1].device, "mlx5_10");
  EXPECT_EQ(ports[1].state, "DOWN");
  EXPECT_EQ(ports[2].device, "mlx5_2");
  EXPECT_EQ(ports[2].port, 2);
  EXPECT_EQ(ports[2].state, "");
  EXPECT_EQ(ports[3].device, "mlx5_4");
  EXPECT_EQ(ports[3].bus_id, "0000:3b:00.0");
  EXPECT_EQ(ports[3].state, "DOWN");
  EXPECT_EQ(ports[4].device, "mlx5_5");
  EXPECT_EQ(ports[4].state, "INIT");
  EXPECT_EQ(ports[4].model_rate_mbps, 400'000);
}

// People write behind the lines what the ports are for.
TEST(AdapterPorts, OfIbdev2netdevWithRemarks) {
  const std::string text =
      "mlx5_0   port  1  ==>  ibp26s0        (Down)  # CX-7 1/8 infiniband\n"
      "mlx5_1   port  1  ==>  enp27s0f0np0   (Up)    # CX-6 2/2 *ethernet* port 1/2\n"
      "mlx5_2   port  1  ==>  enp27s0f1np1   (Up)    is the second port\n";
  EXPECT_EQ(format_of(text), "ibdev2netdev");
  const auto ports = host_of(text).ports;
  ASSERT_EQ(ports.size(), 2U);
  EXPECT_EQ(ports[0].device, "mlx5_0");
  EXPECT_EQ(ports[0].link_layer, "InfiniBand");
  EXPECT_EQ(ports[1].device, "mlx5_1");
  EXPECT_EQ(ports[1].port, 1);
  EXPECT_EQ(ports[1].state, "ACTIVE");
}

// The paste ends, or somebody left lines out, before the port of mlx5_1.
TEST(AdapterPorts, AnAdapterThatIsOnlyBegunIsSaid) {
  const std::string begun = "CA 'mlx5_2'\n\tCA type: MT4129\n\tNumber of ports: 1\n";
  const auto facts = facts_of(kIbstat + begun);
  EXPECT_EQ(facts.host.ports.size(), 2U);
  ASSERT_EQ(facts.notes.size(), 1U);
  EXPECT_THAT(facts.notes[0].text, ::testing::HasSubstr("ibstat begins with mlx5_2"));
  EXPECT_TRUE(facts_of(kIbstat).notes.empty());
}

TEST(AdapterPorts, OfIbstatus) {
  const std::string text =
      "Infiniband device 'mlx5_4' port 2 status:\n"
      "\tdefault gid:\t fe80:0000:0000:0000:0000:0000:0000:0001\n"
      "\tbase lid:\t 0x1\n"
      "\tstate:\t\t 2: INIT\n"
      "\tphys state:\t 5: LinkUp\n"
      "\trate:\t\t 200 Gb/sec (4X HDR)\n"
      "\tlink_layer:\t InfiniBand\n";
  EXPECT_EQ(format_of(text), "ibstatus");
  const auto host = host_of(text);
  ASSERT_EQ(host.ports.size(), 1U);
  EXPECT_EQ(host.ports[0].device, "mlx5_4");
  EXPECT_EQ(host.ports[0].port, 2);
  EXPECT_EQ(host.ports[0].state, "INIT");
  EXPECT_EQ(host.ports[0].physical_state, "LinkUp");
  EXPECT_FALSE(host.ports[0].model_rate_mbps);
}

// Four lanes of 100 Gbit/s; 4129 is 0x1021.
TEST(AdapterPorts, OfIbvDevinfo) {
  const std::string text =
      "hca_id:\tmlx5_0\n"
      "\ttransport:\t\t\tInfiniBand (0)\n"
      "\tvendor_id:\t\t\t0x02c9\n"
      "\tvendor_part_id:\t\t\t4129\n"
      "\tphys_port_cnt:\t\t\t1\n"
      "\t\tport:\t1\n"
      "\t\t\tstate:\t\t\tPORT_ACTIVE (4)\n"
      "\t\t\tlink_layer:\t\tInfiniBand\n"
      "\t\t\tactive_width:\t\t4X (2)\n"
      "\t\t\tactive_speed:\t\t100.0 Gbps (128)\n"
      "\t\t\tphys_state:\t\tLINK_UP (5)\n";
  EXPECT_EQ(format_of(text), "ibv-devinfo");
  const auto host = host_of(text);
  ASSERT_EQ(host.ports.size(), 1U);
  EXPECT_EQ(host.ports[0].state, "ACTIVE");
  EXPECT_EQ(host.ports[0].physical_state, "LinkUp");
  EXPECT_EQ(host.ports[0].rate_mbps, 400'000);
  EXPECT_EQ(host.ports[0].model_rate_mbps, 400'000);
}

// The files of leptonai/gpud and others, each with the ports of a host.
TEST(AdapterPorts, OfTheCollection) {
  const std::filesystem::path folder = "../shared/topologies/ibnetdiscover";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no folder " << folder;
  for (const auto& [file, down] :
       std::vector<std::pair<const char*, int>>{{"gpud-ibstat.47.0.a100.all.active.0", 0},
                                                {"gpud-ibstat.47.0.h100.all.active.1", -1},
                                                {"gpud-ibstat.47.0.h100.some.down.0", -2},
                                                {"gpud-ibstatus.39.0.a100.all.active.0", -1}}) {
    if (!std::filesystem::exists(folder / file)) continue;
    const auto text = io::RealFiles().read((folder / file).string(), io::kMaxFileBytes);
    ASSERT_TRUE(text);
    const auto host = host_of(*text);
    EXPECT_GE(host.ports.size(), 8U) << file;
    const auto count = std::ranges::count_if(host.ports, core::is_down);
    if (down >= 0) {
      EXPECT_EQ(count, down) << file;
    }
    if (down == -2) {
      EXPECT_GT(count, 0) << file;
    }
  }
}

// Fields below a port may be of another text.
TEST(AdapterPorts, EndWhereAnotherTextBegins) {
  const auto host = host_of(std::string(kIbstat) +
                            "GPU 00000000:1B:00.0\n    Fabric\n        State : Completed\n");
  ASSERT_EQ(host.ports.size(), 2U);
  EXPECT_EQ(host.ports[1].state, "DOWN");
}

std::string adapter_with(int number, const std::string& guid, const std::string& more = "") {
  return "CA 'mlx5_" + std::to_string(number) + "'\n\tNode GUID: 0x" + guid +
         std::to_string(number) +
         "\n\tPort 1:\n\t\tState: Active\n\t\tPhysical state: LinkUp\n\t\tRate: 400\n" + more;
}

// Two hosts have adapters of one name; the second has one more.
TEST(AdapterPorts, OfTwoHostsAreNotAddedUp) {
  const std::string one = adapter_with(0, "a088") + adapter_with(1, "a088");
  const auto facts =
      facts_of(one + adapter_with(0, "b83f") + adapter_with(1, "b83f") + adapter_with(2, "b83f"));
  EXPECT_EQ(facts.host.ports.size(), 2U);
  EXPECT_THAT(facts.read, ElementsAre("ibstat of 2 ports"));
  ASSERT_EQ(facts.notes.size(), 1U);
  EXPECT_THAT(facts.notes[0].message(),
              ::testing::HasSubstr("ibstat of several hosts, by the GUIDs of adapters of one name: "
                                   "the first counts, and 3 ports of others are left out"));
  const auto twice = facts_of(one + one);
  EXPECT_THAT(twice.read, ElementsAre("ibstat of 2 ports"));
  EXPECT_THAT(twice.notes, ::testing::IsEmpty());
}

TEST(AdapterPorts, OfTwoHostsByTheirGids) {
  const auto port = [](const std::string& gid, int number) {
    return "Infiniband device 'mlx5_0' port " + std::to_string(number) +
           " status:\n\tdefault gid:\t fe80:0000:0000:0000:" + gid +
           "\n\tstate:\t\t 4: ACTIVE\n\trate:\t\t 200 Gb/sec (4X HDR)\n\n";
  };
  const auto facts = facts_of(port("a088", 1) + port("a089", 2) + port("b83f", 1));
  EXPECT_EQ(facts.host.ports.size(), 2U);
  EXPECT_THAT(facts.read, ElementsAre("ibstatus of 2 ports"));
  EXPECT_EQ(facts.notes.size(), 1U);
}

TEST(AdapterPorts, AStateOrRateThatIsCutIsUnknown) {
  const std::string start = "CA 'mlx5_0'\n\tCA type: MT4129\n\tPort 1:\n\t\tState: ";
  const auto rate = facts_of(start + "Active\n\t\tRate: 40");
  ASSERT_EQ(rate.host.ports.size(), 1U);
  EXPECT_FALSE(rate.host.ports[0].rate_mbps);
  EXPECT_EQ(facts_of(start + "Active\n\t\tRate: 40\n").host.ports.at(0).rate_mbps, 40'000);
  EXPECT_EQ(facts_of(start + "Active\n\t\tRate: 400").host.ports.at(0).rate_mbps, 400'000);
  const auto state = facts_of(start + "Acti");
  EXPECT_THAT(state.host.ports, ::testing::IsEmpty());
  ASSERT_EQ(state.notes.size(), 1U);
  EXPECT_THAT(state.notes[0].message(), ::testing::HasSubstr("whether it works is unknown"));
}

}  // namespace adapter_ports_test
}  // namespace treering::hw::formats
