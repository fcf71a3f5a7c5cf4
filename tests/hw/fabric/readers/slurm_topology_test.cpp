#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hw/fabric/analysis/fabric.h"
#include "hw/fabric/readers/formats.h"

namespace treering::hw::fabric::readers {
namespace slurm_topology_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;

FabricText read(std::string_view text) {
  const auto read = read_slurm_topology(text, "topology.conf");
  EXPECT_TRUE(read) << read.error().message();
  return read.value_or(FabricText());
}

FabricText read_yaml(std::string_view text) {
  const auto read = read_slurm_yaml(text, "topology.yaml");
  EXPECT_TRUE(read) << read.error().message();
  return read.value_or(FabricText());
}

std::vector<std::string> texts(const FabricText& text) {
  std::vector<std::string> texts;
  for (const core::Diagnostic& note : text.notes) texts.push_back(note.where + ": " + note.text);
  return texts;
}

constexpr std::string_view kTree =
    "# two levels\n"
    "SwitchName=leaf1 Nodes=node[001-016] LinkSpeed=400\n"
    "switchname=leaf2 nodes=node[017-032]  # the other half\n"
    "SwitchName=spine \\\n   Switches=leaf[1-2]\n";

TEST(SlurmTopology, IsATreeOfSwitchesAndHosts) {
  const FabricText text = read(kTree);
  EXPECT_EQ(text.graph.count(FabricNodeKind::Switch), 3U);
  EXPECT_EQ(text.graph.count(FabricNodeKind::Adapter), 32U);
  EXPECT_EQ(text.graph.cables.size(), 34U);
  EXPECT_FALSE(text.graph.knows_cables);
  const analysis::FoundFabric found = analysis::fabric_of(text.graph, "topology.conf");
  EXPECT_EQ(found.tree.why_not, "");
  EXPECT_EQ(found.fabric.kind, core::FabricKind::FatTree);
  EXPECT_EQ(found.fabric.nodes_per_leaf, 16);
  EXPECT_EQ(found.host_count, 32);
  // 16 hosts over one cable, were it one.
  EXPECT_EQ(found.fabric.oversubscription, 1);
  EXPECT_THAT(found.findings, SizeIs(0));
  EXPECT_THAT(texts(text), ElementsAre(HasSubstr("oversubscription is unknown")));
}

TEST(SlurmTopology, ThreeLevelsOfUnequalLeaves) {
  const FabricText text = read(
      "SwitchName=l1 Nodes=n[1-8]\nSwitchName=l2 Nodes=n[9-16]\nSwitchName=l3 Nodes=n[17-20]\n"
      "SwitchName=pod1 Switches=l1,l2\nSwitchName=pod2 Switches=l3\n"
      "SwitchName=core Switches=pod[1-2]\n");
  const analysis::FoundFabric found = analysis::fabric_of(text.graph, "t");
  EXPECT_EQ(found.tree.why_not, "");
  ASSERT_EQ(found.tree.levels.size(), 3U);
  EXPECT_EQ(found.fabric.nodes_per_leaf, 8);
}

// Slurm lists at every level the hosts of all levels below.
TEST(SlurmTopology, ReadsWhatScontrolPrints) {
  const FabricText text = read(
      "SwitchName=s0 Level=0 LinkSpeed=1 Nodes=tux[0-3]\n"
      "SwitchName=s1 Level=0 LinkSpeed=1 Nodes=tux[4-7]\n"
      "SwitchName=s2 Level=1 LinkSpeed=1 Nodes=tux[0-7] Switches=s[0-1]\n");
  EXPECT_EQ(text.graph.cables.size(), 10U);
  EXPECT_EQ(analysis::fabric_of(text.graph, "t").fabric.nodes_per_leaf, 4);
}

TEST(SlurmTopology, TreesThatDoNotMeetAreNone) {
  const FabricText text = read("SwitchName=a Nodes=n[1-4]\nSwitchName=b Nodes=m[1-4]\n");
  const analysis::FoundFabric found = analysis::fabric_of(text.graph, "t");
  EXPECT_EQ(found.fabric.kind, core::FabricKind::Unspecified);
  EXPECT_EQ(found.tree.why_not, "no switch at the top reaches all leaves: at most 1 of 2");
}

TEST(SlurmTopology, BlocksAreGroupsOfHosts) {
  const FabricText text =
      read("BlockName=rack1 Nodes=n[01-18]\nBlockName=rack2 Nodes=n[19-36]\nBlockSizes=18,36\n");
  EXPECT_THAT(text.graph.nodes, SizeIs(0));
  ASSERT_THAT(text.graph.blocks, SizeIs(2));
  EXPECT_EQ(text.graph.blocks[1].name, "rack2");
  EXPECT_EQ(text.graph.blocks[1].hosts.front(), "n19");
  EXPECT_THAT(text.graph.blocks[1].hosts, SizeIs(18));
  EXPECT_THAT(texts(text), ElementsAre(HasSubstr("blocks are read as NVLink domains")));
}

TEST(SlurmTopology, AggregatedBlocksOfScontrolAreLeftOut) {
  const FabricText text = read(
      "BlockName=b1 BlockIndex=0 Nodes=n[1-2] BlockSize=2\n"
      "AggregatedBlock=b[1-2] BlockIndex=2 Nodes=n[1-4] BlockSize=4\n");
  EXPECT_THAT(text.graph.blocks, SizeIs(1));
}

TEST(SlurmTopology, AFaultCostsItsLineOnly) {
  const FabricText text = read(
      "SwitchName=a Nodes=n[1-\n"
      "Include other.conf\n"
      "SwitchName=b Switches=c,b\n"
      "nonsense\n"
      "NodeName=n1\n"
      "SwitchName=d Nodes=n[1-4]\n");
  EXPECT_THAT(texts(text),
              ElementsAre(HasSubstr("the file that it includes is not read: 'other.conf'"),
                          "topology.conf:4: 'nonsense', expected NAME=VALUE as in SwitchName=leaf1 "
                          "Nodes=node[001-016]; the line is left out",
                          HasSubstr("'nodename=n1', expected SwitchName= or BlockName="),
                          "topology.conf:3: 'c' is named, but has no line",
                          "topology.conf:3: 'b' is below itself: left out",
                          HasSubstr("'[1-', expected ']' behind it; the list is left out"),
                          HasSubstr("oversubscription is unknown")));
  EXPECT_EQ(text.graph.count(FabricNodeKind::Adapter), 4U);
}

TEST(SlurmTopology, NothingInItIsAnError) {
  const auto read = read_slurm_topology("# empty\n", "t");
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().message(),
            "t: no switch and no adapter, expected lines with SwitchName= or BlockName=");
}

// Each line alone is within bounds.
TEST(SlurmTopology, AllListsTogetherHaveABound) {
  std::string text;
  for (int i = 0; i < 100; ++i) text += fmt::format("SwitchName=s{} Nodes=n[1-200000]\n", i);
  EXPECT_THAT(texts(read(text)), ::testing::Contains(HasSubstr("names in all")));
}

constexpr std::string_view kYaml =
    "---\n"
    "- topology: plain\n"
    "  flat: true\n"
    "- topology: tree1\n"
    "  cluster_default: true\n"
    "  tree:\n"
    "    switches:\n"
    "      - switch: root\n"
    "        children: leaf[1-2]\n"
    "      - switch: leaf1\n"
    "        nodes: \"n[01-04]\"\n"
    "      - switch: leaf2\n"
    "        nodes: n[05-08]   # a comment\n"
    "- topology: blocks\n"
    "  block:\n"
    "    block_sizes:\n"
    "      - 4\n"
    "    blocks:\n"
    "      - block: b1\n"
    "        nodes: n[01-04]\n";

TEST(SlurmYaml, TakesTheDefaultOfSeveral) {
  const FabricText text = read_yaml(kYaml);
  EXPECT_EQ(text.graph.cables.size(), 10U);
  EXPECT_THAT(text.graph.blocks, SizeIs(0));
  EXPECT_THAT(texts(text), ElementsAre("topology.yaml: of 3 topologies 'tree1' is taken",
                                       HasSubstr("oversubscription is unknown")));
}

TEST(SlurmYaml, HasBlocksToo) {
  const FabricText text = read_yaml(kYaml.substr(kYaml.find("- topology: blocks")));
  ASSERT_THAT(text.graph.blocks, SizeIs(1));
  EXPECT_THAT(text.graph.blocks[0].hosts, SizeIs(4));
}

TEST(SlurmYaml, AFlatOneHasNothing) {
  EXPECT_FALSE(read_slurm_yaml("- topology: plain\n  flat: true\n", "t"));
}

}  // namespace slurm_topology_test
}  // namespace treering::hw::fabric::readers
