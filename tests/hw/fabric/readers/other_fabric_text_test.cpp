// Fabrics in the words of other tools than ibnetdiscover: subnet.lst, ibdm, iblinkinfo.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hw/fabric/analysis/fabric.h"
#include "hw/fabric/readers/formats.h"

namespace treering::hw::fabric::readers {
namespace other_fabric_text_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;

using ReadText = core::Result<FabricText> (*)(std::string_view, const std::string&);

FabricText read(ReadText reader, std::string_view text) {
  const auto read = reader(text, "f");
  EXPECT_TRUE(read) << read.error().message();
  return read.value_or(FabricText());
}

std::vector<std::string> texts(const FabricText& text) {
  std::vector<std::string> texts;
  for (const core::Diagnostic& note : text.notes) texts.push_back(note.where + ": " + note.text);
  return texts;
}

std::string lst_end(const char* kind, int guid, const char* name, int port) {
  return fmt::format(
      "{{ {} Ports:02 SystemGUID:00000000000000aa NodeGUID:{:016x} PortGUID:{:016x} VenID:000002C9 "
      "DevID:0000 Rev:00000000 {{{}}} LID:0002 PN:{:02X} }}",
      kind, guid, guid, name, port);
}

TEST(SubnetLst, HasALineForEachDirection) {
  const std::string host = lst_end("CA", 0xabc, "node01 HCA-1 (made by somebody)", 1);
  const std::string leaf = lst_end("SW", 0x12, "leaf1", 18);
  const FabricText text = read(read_subnet_lst, host + " " + leaf + " PHY=4x LOG=ACT SPD=25\n" +
                                                    leaf + " " + host + " PHY=4x LOG=ACT SPD=25\n");
  ASSERT_THAT(text.graph.nodes, SizeIs(2));
  EXPECT_EQ(text.graph.nodes[0].guid, 0xabcU);
  EXPECT_EQ(text.graph.nodes[0].system, 0xaaU);
  EXPECT_EQ(text.graph.nodes[1].kind, FabricNodeKind::Switch);
  ASSERT_THAT(text.graph.cables, SizeIs(1));
  // Port numbers are hexadecimal: 12 is 18.
  EXPECT_EQ(text.graph.cables[0], (Cable{{{{0, 1}, {1, 18}}}, {4, LaneSpeed::Edr}}));
  EXPECT_THAT(text.notes, SizeIs(0));
  EXPECT_EQ(analysis::fabric_of(text.graph, "f").hosts.hosts.at(0).name, "node01");
}

TEST(SubnetLst, WithoutSpeedHasNoRate) {
  const FabricText text =
      read(read_subnet_lst, lst_end("CA-SM", 1, "n", 1) + " " + lst_end("SW", 2, "s", 3) +
                                " PHY=12x LOG=ACT\n{ CA Ports:02 nonsense\n");
  ASSERT_THAT(text.graph.cables, SizeIs(1));
  EXPECT_EQ(text.graph.cables[0].rate, (CableRate{12, LaneSpeed::Unknown}));
  EXPECT_THAT(texts(text),
              ElementsAre(HasSubstr("f:2: '{ CA Ports:02 nonsense', expected"),
                          "f: 1 of 1 cables are named at one end only: the text may be cut"));
}

TEST(IbdmTopo, TellsSwitchesFromHostsByHowTheyAreJoined) {
  const FabricText text =
      read(read_ibdm_topo,
           "# ours\nBigBox S1\n  M/P1 -> Server H1 P1\n  L1/P2 -4X-10G-> Server "
           "H2 P2\n\nBigBox S2 # the other\n  P7 -12X-> BigBox S1 L9/P1\n");
  EXPECT_EQ(text.graph.count(FabricNodeKind::Switch), 2U);
  EXPECT_EQ(text.graph.count(FabricNodeKind::Adapter), 2U);
  ASSERT_THAT(text.graph.cables, SizeIs(3));
  EXPECT_EQ(text.graph.cables[0].rate, CableRate());
  EXPECT_EQ(text.graph.cables[1].rate, (CableRate{4, LaneSpeed::Qdr}));
  EXPECT_EQ(text.graph.cables[2].rate, (CableRate{12, LaneSpeed::Unknown}));
  EXPECT_EQ(text.graph.cables[2].ends[0].number, 7);
  EXPECT_THAT(text.notes, SizeIs(0));
  EXPECT_EQ(analysis::fabric_of(text.graph, "f").host_count, 2);
}

// As ibdiagnet writes them: hosts have records too.
TEST(IbdmTopo, HostsMayHaveRecords) {
  const FabricText text =
      read(read_ibdm_topo,
           "Box S1\n P1 -> Card H1 P1\n P2 -> Card H2 P1\n P3 -> Card H3 P1\n\nCard H1\n P1 -> Box "
           "S1 P1\n\nCard H2\n P1 -> Box S1 P2\n\nCard H3\n P1 -> Box S1 P3\n");
  EXPECT_EQ(text.graph.count(FabricNodeKind::Switch), 1U);
  EXPECT_THAT(text.graph.cables, SizeIs(3));
}

TEST(IbdmTopo, AFaultCostsItsLineOnly) {
  const FabricText text = read(read_ibdm_topo,
                               " P1 -> MT23108 H1 P1\nMTS2400 S\n P1 -4q-> MT23108 H1 P1\n P2 -> "
                               "MT23108 H2\n P3 -> MT23108 H3 P1\n P3 -> MT23108 H4 P1\n");
  EXPECT_THAT(text.graph.cables, SizeIs(1));
  EXPECT_THAT(texts(text),
              ElementsAre(HasSubstr("f:1: port 'P1' of no system"), HasSubstr("f:3: 'P1 -4q->"),
                          HasSubstr("f:4: 'P2 -> MT23108 H2', expected a system"),
                          HasSubstr("f:6: a second cable in one port: before, 'S' port 3")));
}

constexpr std::string_view kSections =
    "Switch: 0x0002c903006e1430 MF0;leaf1:MQM8700/U1:\n"
    "           3   40[  ] ==( 4X        53.125 Gbps Active/  LinkUp)==>       1    1[  ] "
    "\"cu01 HCA-1\" ( )\n"
    "           3   41[  ] ==(                Down/ Polling)==>             [  ] \"\" ( )\n"
    "           3   42[  ] ==( 4X        10.0 Gbps (FDR10) Active/  LinkUp)==>   9    2[ 7] "
    "\"MF0;spine1:MQM8700/U1\" ( Could be 53.125 Gbps)\n"
    "CA: cu01 HCA-1:\n"
    "      0xb8cef60300025b8c      1    1[  ] ==( 4X        53.125 Gbps Active/  LinkUp)==>       "
    "3 "
    "  40[  ] \"MF0;leaf1:MQM8700/U1\" ( )\n";

TEST(Iblinkinfo, NodesGoByLid) {
  const FabricText text = read(read_iblinkinfo, kSections);
  EXPECT_EQ(text.graph.count(FabricNodeKind::Switch), 2U);
  EXPECT_EQ(text.graph.count(FabricNodeKind::Adapter), 1U);
  ASSERT_THAT(text.graph.cables, SizeIs(2));
  EXPECT_EQ(text.graph.cables[0].rate, (CableRate{4, LaneSpeed::Hdr}));
  EXPECT_EQ(text.graph.cables[1].rate.mbps(), 40000);
  EXPECT_EQ(text.graph.nodes[0].guid, 0x0002c903006e1430U);
  EXPECT_EQ(text.graph.nodes[1].guid, 0xb8cef60300025b8cU);
  EXPECT_EQ(name_of(text.graph.nodes[0]), "leaf1");
  EXPECT_THAT(text.notes, SizeIs(0));
}

TEST(Iblinkinfo, LinesAlone) {
  const FabricText text =
      read(read_iblinkinfo,
           "0x248a07030017b128 \"         thing4 HCA-1\"    612    1[  ] ==( 4X      25.78125 Gbps "
           "Active/  LinkUp)==>  0xec0d9a030002b810    496   20[  ] \"SwitchIB Mellanox "
           "Technologies\" ( )\nnonsense\n");
  ASSERT_THAT(text.graph.cables, SizeIs(1));
  EXPECT_EQ(text.graph.cables[0].rate, (CableRate{4, LaneSpeed::Edr}));
  EXPECT_EQ(text.graph.nodes[0].kind, FabricNodeKind::Adapter);
  EXPECT_EQ(text.graph.nodes[0].description, "thing4 HCA-1");
  EXPECT_EQ(text.graph.nodes[1].kind, FabricNodeKind::Switch);
  EXPECT_EQ(text.graph.nodes[1].guid, 0xec0d9a030002b810U);
  EXPECT_THAT(texts(text), ElementsAre(HasSubstr("f:2: 'nonsense', expected a section")));
}

TEST(OtherSubnetText, WithoutANodeIsAnError) {
  for (const ReadText reader : {read_subnet_lst, read_ibdm_topo, read_iblinkinfo}) {
    const auto read = reader("\n", "f");
    ASSERT_FALSE(read);
    EXPECT_THAT(read.error().message(), HasSubstr("f: no switch and no adapter, expected"));
  }
}

}  // namespace other_fabric_text_test
}  // namespace treering::hw::fabric::readers
