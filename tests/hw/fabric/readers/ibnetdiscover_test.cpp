#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hw/fabric/readers/formats.h"
#include "tests/support/peak_memory.h"
#include "tests/support/processor_time.h"
#include "tests/support/sanitized.h"
#include "tests/support/subnet_text.h"

namespace treering::hw::fabric::readers {
namespace ibnetdiscover_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

FabricText read(std::string_view text) {
  auto result = read_ibnetdiscover(text, "net.txt");
  EXPECT_TRUE(result) << result.error().message();
  return result.value_or(FabricText{});
}

std::vector<std::string> messages(const FabricText& text) {
  std::vector<std::string> messages;
  for (const auto& note : text.notes) messages.push_back(note.message());
  return messages;
}

// One leaf with a host and its aggregation node; GUIDs after '=' have no leading zeros.
constexpr const char* kFull = R"(#
# Topology file: generated on Wed Aug  6 16:11:23 2025
#
vendid=0x2c9
devid=0xd2f2
sysimgguid=0xc5eab0300b87b40
switchguid=0xc5eab0300b87b40(c5eab0300b87b40)
Switch	65 "S-0c5eab0300b87b40"		# "MF0;leaf1:MQM9700/U1" enhanced port 0 lid 73 lmc 0
[1]	"H-e09d7303007a4bd8"[1](e09d7303007a4bd8) 		# "node01 mlx5_5" lid 647 4xNDR
[65]	"H-0c5eab0300b87b50"[1](c5eab0300b87b50) 		# "Mellanox Technologies Aggregation Node" lid 193 4xNDR

vendid=0x2c9
devid=0x1021
sysimgguid=0xe09d7303007a4bd8
caguid=0xe09d7303007a4bd8
Ca	1 "H-e09d7303007a4bd8"		# "node01 mlx5_5"
[1](e09d7303007a4bd8) 	"S-0c5eab0300b87b40"[1]		# lid 647 lmc 0 "MF0;leaf1:MQM9700/U1" lid 73 4xNDR

vendid=0x2c9
devid=0xcf09
sysimgguid=0xc5eab0300b87b40
caguid=0xc5eab0300b87b50
Ca	1 "H-0c5eab0300b87b50"		# "Mellanox Technologies Aggregation Node"
[1](c5eab0300b87b50) 	"S-0c5eab0300b87b40"[65]		# lid 193 lmc 0 "MF0;leaf1:MQM9700/U1" lid 73 4xNDR
)";

TEST(Ibnetdiscover, InFull) {
  const FabricText text = read(kFull);
  EXPECT_THAT(messages(text), IsEmpty());
  const std::uint64_t leaf = 0x0c5eab0300b87b40;
  const std::uint64_t host = 0xe09d7303007a4bd8;
  EXPECT_THAT(
      text.graph.nodes,
      ElementsAre(
          FabricNode{FabricNodeKind::Switch, "S-0c5eab0300b87b40", leaf, leaf,
                     "MF0;leaf1:MQM9700/U1", 65},
          FabricNode{FabricNodeKind::Adapter, "H-e09d7303007a4bd8", host, host, "node01 mlx5_5", 1},
          FabricNode{FabricNodeKind::AggregationNode, "H-0c5eab0300b87b50", leaf + 0x10, leaf,
                     "Mellanox Technologies Aggregation Node", 1}));
  const CableRate ndr{4, LaneSpeed::Ndr};
  EXPECT_THAT(text.graph.cables,
              ElementsAre(Cable{{{{0, 1}, {1, 1}}}, ndr}, Cable{{{{0, 65}, {2, 1}}}, ndr}));
}

TEST(Ibnetdiscover, WithNamesOfTheChassis) {
  const FabricText text = read(
      "\n# Chassis 1 (guid 0x8f1000)\n\n# Spine Nodes\nvendid=0x8f1\n"
      "switchguid=0x8f10400411f56(8f10400411f56)\t\t# Chassis 1 spine 1\r\n"
      "Switch\t24 \"S-0008f10400411f56\"\t\t# \"ISR9288/ISR9096 \"Voltaire\" sFB\" base port 0 lid "
      "6 "
      "lmc 0\r\n"
      "[21][ext 3]\t\"S-0008f10400400e2d\"[18][ext 18]\t\t# \"leaf\" lid 5 4xSDR\r\n"
      "Switch\t24 \"S-0008f10400400e2d\"\t\t# \"leaf\" base port 0 lid 5 lmc 0\r\n"
      "[18][ext 18]\t\"S-0008f10400411f56\"[21][ext 3]\t\t# \"ISR\" lid 6 4xSDR\r\n");
  EXPECT_THAT(messages(text), IsEmpty());
  ASSERT_THAT(text.graph.nodes, SizeIs(2));
  EXPECT_EQ(text.graph.nodes[0].description, "ISR9288/ISR9096 \"Voltaire\" sFB");
  EXPECT_THAT(text.graph.cables, ElementsAre(Cable{{{{0, 21}, {1, 18}}}, {4, LaneSpeed::Sdr}}));
}

TEST(Ibnetdiscover, OneLinePerPort) {
  const FabricText text = read(
      "CA   134  1 0x7cfe9003003b4bde 4x EDR - SW  1719 10 0x7cfe9003009ce5b0 "
      "( 'o0001 HCA-1' - 'ib-i1l1s01 ' )\n"
      "SW  1719 10 0x7cfe9003009ce5b0 4x EDR - CA   134  1 0x7cfe9003003b4bde "
      "( ' ib-i1l1s01' - 'o0001 HCA-1' )\n"
      "SW  2052 37 0x506b4b03005c2740 4x ???                                    'ib-i4l1s01'\n");
  EXPECT_THAT(messages(text), IsEmpty());
  ASSERT_THAT(text.graph.nodes, SizeIs(3));
  EXPECT_EQ(text.graph.nodes[0].kind, FabricNodeKind::Adapter);
  EXPECT_EQ(text.graph.nodes[0].guid, 0x7cfe9003003b4bdeU);
  EXPECT_EQ(text.graph.nodes[0].description, "o0001 HCA-1");
  EXPECT_EQ(text.graph.nodes[1].description, "ib-i1l1s01");
  EXPECT_EQ(text.graph.nodes[2].description, "ib-i4l1s01");
  EXPECT_THAT(text.graph.cables, ElementsAre(Cable{{{{0, 1}, {1, 10}}}, {4, LaneSpeed::Edr}}));
}

TEST(Ibnetdiscover, InputOfIbsim) {
  const FabricText text = read(
      "Switch\t8 \"Switch1\"\n[1]\t\"Hca1\"[1]\n[3] \"Switch2\"[3]\tw=12\n\n"
      "Switch 8 \"Switch2\"\n[3]\t\"Switch1\"[3]\tw=12\n\nHca \t2 \"Hca1\"\n[1]\t\"Switch1\"[1]\n");
  EXPECT_THAT(messages(text), IsEmpty());
  EXPECT_EQ(text.graph.count(FabricNodeKind::Switch), 2U);
  EXPECT_EQ(text.graph.count(FabricNodeKind::Adapter), 1U);
  ASSERT_THAT(text.graph.cables, SizeIs(2));
  EXPECT_EQ(text.graph.cables[1].rate, (CableRate{12, LaneSpeed::Unknown}));
}

TEST(Ibnetdiscover, ABadLineIsLostAlone) {
  const FabricText text = read(
      "Switch\t8 \"Switch1\"\n"
      "[1] Hca1[1]\n"
      "ibwarn: [123] a timeout\n"
      "[2]\t\"Hca2\"[1]\n"
      "[9]\t\"Hca2\"[2]\n"
      "Hca\t2 \"Hca2\"\n[1]\t\"Switch1\"[2]\n");
  EXPECT_THAT(
      messages(text),
      ElementsAre(
          "warning: net.txt:2: '[1] Hca1[1]', expected a port like [1] "
          "\"S-0002c90200400000\"[2], ports 1..254; the line is left out",
          "warning: net.txt:3: 'ibwarn: [123] a timeout', expected Switch, Ca, Hca or Rt, a "
          "port in square brackets, a field like switchguid=0x..., or a line of "
          "ibnetdiscover -p; the line is left out",
          "warning: net.txt:5: port 9, expected 1..8 as its node says; the line is left "
          "out"));
  EXPECT_THAT(text.graph.nodes, SizeIs(2));
  EXPECT_THAT(text.graph.cables, SizeIs(1));
}

TEST(Ibnetdiscover, PortsBelowASpoiltHeaderAreNotThoseOfTheNodeAbove) {
  const FabricText text = read(
      "Switch\t8 \"Switch1\"\n[1]\t\"Hca1\"[1]\n\nSwitch many \"Switch2\"\n[2]\t\"Hca2\"[1]\n");
  ASSERT_THAT(text.notes, SizeIs(3));
  EXPECT_THAT(text.notes[0].message(),
              HasSubstr("net.txt:4: 'Switch many \"Switch2\"', expected 0..254 ports"));
  EXPECT_THAT(text.notes[1].message(), HasSubstr("net.txt:5: port 2 of no node"));
  EXPECT_THAT(text.graph.cables, SizeIs(1));
}

TEST(Ibnetdiscover, EndsThatContradictEachOther) {
  const FabricText text = read(
      "Switch 8 \"S1\"\n[1] \"S2\"[1] # \"b\" lid 1 4xHDR\n[2] \"S2\"[2]\n[3] \"S1\"[3]\n\n"
      "Switch 8 \"S2\"\n[1] \"S1\"[1] # \"a\" lid 1 2xHDR\n[2] \"S1\"[4]\n");
  EXPECT_THAT(
      messages(text),
      ElementsAre(
          "warning: net.txt:4: a port that leads to itself",
          "warning: net.txt:7: 2x HDR (100 Gbit/s), but 4x HDR (200 Gbit/s) at the other end: the "
          "slower counts",
          "warning: net.txt:8: a second cable in one port: before, 'a' port 2 led to 'b' port 2",
          "note: net.txt: 1 of 2 cables are named at one end only: the text may be "
          "cut"));
  EXPECT_EQ(text.graph.cables[0].rate, (CableRate{2, LaneSpeed::Hdr}));
}

TEST(Ibnetdiscover, ManyBadLinesAreCounted) {
  std::string lines = "Switch 8 \"S1\"\n";
  for (int i = 0; i < 1000; ++i) lines += "[0]\n";
  const FabricText text = read(lines);
  ASSERT_THAT(text.notes, SizeIs(kMostLinesReported + 1));
  EXPECT_EQ(text.notes.back().message(), "warning: net.txt: 900 more lines with faults");
}

TEST(Ibnetdiscover, WithoutNodesIsAnError) {
  for (const char* text : {"", "# nothing\n", "hello\n[1]"}) {
    const auto result = read_ibnetdiscover(text, "net.txt");
    ASSERT_FALSE(result) << text;
    EXPECT_EQ(result.error().message(),
              "net.txt: no switch and no adapter, expected what ibnetdiscover prints");
  }
}

// 20 x 20 x 25 = 10,000 hosts; 500 leaves, 25 x 10 switches above them, 10 x 25 at the top. Ends of
// cables: 10,000 + 500 x 10 + 250 x 25 = 21,250.
TEST(Ibnetdiscover, TenThousandHostsInTwoSeconds) {
  const test::FatTreePlan plan{{20, 20, 25}, {1, 10, 25}, {1, 1, 1}};
  const std::string text = test::subnet_text(plan);
  FabricText result;
  const double seconds = test::processor_seconds([&] { result = read(text); });
  EXPECT_THAT(messages(result), IsEmpty());
  EXPECT_EQ(result.graph.count(FabricNodeKind::Adapter), 10000U);
  EXPECT_EQ(result.graph.count(FabricNodeKind::Switch), 1000U);
  EXPECT_THAT(result.graph.cables, SizeIs(21250));
  if (test::kIsSanitized) return;
  EXPECT_LT(seconds, 2);
  EXPECT_LT(test::peak_memory_mb(), 500);
}

}  // namespace ibnetdiscover_test
}  // namespace treering::hw::fabric::readers
