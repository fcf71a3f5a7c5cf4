#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hw/fabric/readers/formats.h"

namespace treering::hw::fabric::readers {
namespace iblinkinfo_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;

FabricText read(std::string_view text) {
  const auto read = read_iblinkinfo(text, "f");
  EXPECT_TRUE(read) << read.error().message();
  return read.value_or(FabricText());
}

std::vector<std::string> texts(const FabricText& text) {
  std::vector<std::string> texts;
  for (const core::Diagnostic& note : text.notes) texts.push_back(note.where + ": " + note.text);
  return texts;
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
  const FabricText text = read(kSections);
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
  const FabricText text = read(
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

TEST(Iblinkinfo, WithoutANodeIsAnError) {
  const auto read = read_iblinkinfo("\n", "f");
  ASSERT_FALSE(read);
  EXPECT_THAT(read.error().message(), HasSubstr("f: no switch and no adapter, expected"));
}

}  // namespace iblinkinfo_test
}  // namespace treering::hw::fabric::readers
