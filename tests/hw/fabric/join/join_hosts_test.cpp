#include "hw/fabric/join/join_hosts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hw/builtin.h"
#include "hw/fabric/analysis/fat_tree.h"
#include "hw/fabric/readers/formats.h"
#include "tests/support/subnet_text.h"

namespace treering::hw::fabric::join {
namespace join_hosts_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

FabricGraph read(std::string_view text) {
  const auto read = readers::read_ibnetdiscover(text, "net.txt");
  EXPECT_TRUE(read) << read.error().message();
  return read ? read->graph : FabricGraph();
}

core::Topology builtin(std::string_view name) {
  return load_builtin(name).value_or(core::Topology());
}

/// With two ports of 400 Gbit/s; the GUID of the first.
core::Topology node_of_two(std::uint64_t guid = 0) {
  core::TopologyBuilder builder("ours");
  builder.add({"CPU 0", core::Cpu{}, {}, {}, {}});
  const auto nic = builder.add({"NIC 0", core::Nic{}, {}, {}, {}});
  builder.add({"mlx5_0", core::NicPort{nic, 0, 400000, 1, guid}, {}, {}, {}});
  builder.add({"mlx5_1", core::NicPort{nic, 1, 400000, 1}, {}, {}, {}});
  auto built = std::move(builder).build();
  EXPECT_TRUE(built) << built.error().message();
  return built.value_or(core::Topology());
}

// 4 hosts with 2 ports at each 2 of 4 leaves; 2 cables up from each leaf: 2 : 1.
const test::FatTreePlan kRails{{4, 4}, {1, 2}, {1, 1}, 2};

JoinedHosts join(const core::Topology& node, const FabricGraph& graph, WantedHosts wanted = {}) {
  wanted.file = "net.txt";
  const auto joined = join_hosts(node, graph, wanted);
  EXPECT_TRUE(joined) << joined.error().message();
  return joined.value_or(JoinedHosts());
}

std::string message(const core::Topology& node, const FabricGraph& graph, WantedHosts wanted = {}) {
  wanted.file = "net.txt";
  const auto joined = join_hosts(node, graph, wanted);
  return joined ? "no error" : joined.error().message();
}

std::vector<std::string> texts(const JoinedHosts& joined) {
  std::vector<std::string> texts;
  for (const core::Diagnostic& note : joined.notes) texts.push_back(note.text);
  return texts;
}

TEST(JoinHosts, TakesAllThatAreAlike) {
  const JoinedHosts joined = join(node_of_two(), read(test::subnet_text(kRails)));
  EXPECT_EQ(joined.node_count, 8);
  EXPECT_EQ(joined.fabric.kind, core::FabricKind::RailOptimised);
  EXPECT_EQ(joined.fabric.nodes_per_leaf, 4);
  EXPECT_EQ(joined.fabric.oversubscription, 2);
  EXPECT_THAT(joined.notes, IsEmpty());
}

// Two hosts of each group: as many cables up as down.
TEST(JoinHosts, OversubscriptionIsThatOfTheHostsAlone) {
  const JoinedHosts joined = join(node_of_two(), read(test::subnet_text(kRails)),
                                  {{}, {"node0000", "node0001.site", "node0006", "node0007"}, {}});
  EXPECT_EQ(joined.node_count, 4);
  EXPECT_EQ(joined.fabric.nodes_per_leaf, 2);
  EXPECT_EQ(joined.fabric.oversubscription, 1);
}

TEST(JoinHosts, SaysWhenTheyAreSpreadUnevenly) {
  const JoinedHosts joined = join(node_of_two(), read(test::subnet_text(kRails)),
                                  {{}, {"node0000", "node0001", "node0004"}, {}});
  EXPECT_EQ(joined.fabric.nodes_per_leaf, 2);
  EXPECT_THAT(texts(joined), ElementsAre("leaf switches have 1 to 2 of the hosts; 2 counts"));
}

TEST(JoinHosts, FewerNodesThanHostsAreSaid) {
  const JoinedHosts joined = join(node_of_two(), read(test::subnet_text(kRails)), {{}, {}, 6});
  EXPECT_EQ(joined.node_count, 6);
  EXPECT_THAT(texts(joined), ElementsAre(HasSubstr("6 nodes of 8: the fabric is that of all")));
}

TEST(JoinHosts, LeavesOutHostsWithOtherPorts) {
  std::string text = test::subnet_text(kRails);
  text +=
      "Switch 8 \"S-000000000000beef\" # \"spare\"\n[1] \"H-0000000000000007\"[1] # \"login1 "
      "mlx5_0\" lid 1 4xEDR\n[2] \"S-2c5e000200000000\"[60] # \"x\" lid 1 4xNDR\n";
  const JoinedHosts joined = join(node_of_two(), read(text));
  EXPECT_EQ(joined.node_count, 8);
  EXPECT_THAT(texts(joined), ElementsAre("hosts with other ports than ours are left out: login1 "
                                         "with 1 port of 100 Gbit/s"));
  const JoinedHosts named = join(node_of_two(), read(text), {{}, {"node0000", "login1"}, {}});
  EXPECT_EQ(named.node_count, 2);
  EXPECT_THAT(texts(named),
              ::testing::Contains("1 of 2 hosts have other ports than ours, whose 2 ports of 400 "
                                  "Gbit/s count: login1 with 1 port of 100 Gbit/s"));
}

TEST(JoinHosts, FindsTheMachineByItsGuid) {
  std::string text = test::subnet_text(kRails);
  text +=
      "Switch 8 \"S-000000000000beef\" # \"spare\"\n[1] \"H-0000000000000007\"[1] # \"store1 "
      "mlx5_0\" lid 1 4xNDR\n[2] \"H-0000000000000008\"[1] # \"store1 mlx5_1\" lid 1 4xNDR\n"
      "[3] \"S-2c5e000200000000\"[60] # \"x\" lid 1 4xNDR\n";
  // Host 3's first adapter, as subnet_text numbers them, with its bytes in verbs' order too.
  for (const std::uint64_t guid : {0xe09d000000000006U, 0x0600000000009de0U}) {
    const JoinedHosts joined = join(node_of_two(guid), read(text));
    EXPECT_EQ(joined.node_count, 8);
    EXPECT_THAT(texts(joined), ElementsAre(HasSubstr("ours is host node0003 by the GUIDs")));
  }
  EXPECT_EQ(join(node_of_two(), read(text)).node_count, 9);
}

TEST(JoinHosts, FailsWhereNothingMatches) {
  const FabricGraph graph = read(test::subnet_text(kRails));
  EXPECT_EQ(message(builtin("dgx-h100"), graph),
            "net.txt: no host has the 8 ports of 400 Gbit/s of dgx-h100, expected some; it has 8 "
            "hosts like node0000 with 2 ports of 400 Gbit/s; name the hosts to use all the same in "
            "hosts: of the cluster file");
  EXPECT_THAT(message(node_of_two(), graph, {{}, {"a", "b", "node0001", "c", "d"}, {}}),
              StartsWith("net.txt: it lacks 4 of 5 hosts: a, b, c and 1 more, expected"));
  EXPECT_THAT(message(node_of_two(), graph, {{}, {}, 9}), HasSubstr("8 such hosts, expected 9"));
}

TEST(JoinHosts, OneLeafIsOneSwitch) {
  const JoinedHosts joined =
      join(node_of_two(), read(test::subnet_text({{4, 4}, {1, 2}, {1, 1}, 1, "4xNDR"})),
           {{}, {"node0004", "node0005"}, {}});
  EXPECT_EQ(joined.fabric.kind, core::FabricKind::SingleSwitch);
}

TEST(JoinHosts, SlurmKnowsNoPorts) {
  const auto text = readers::read_slurm_topology(
      "SwitchName=a Nodes=n[1-4]\nSwitchName=b Nodes=n[5-8]\nSwitchName=c Switches=a,b\n", "t");
  ASSERT_TRUE(text);
  const JoinedHosts joined = join(builtin("dgx-h100"), text->graph, {{}, {"n1", "n2", "n5"}, {}});
  EXPECT_EQ(joined.node_count, 3);
  EXPECT_EQ(joined.fabric.kind, core::FabricKind::FatTree);
  EXPECT_EQ(joined.fabric.nodes_per_leaf, 2);
}

// n1-4 are under one leaf, n5-8 under the other; leaves are numbered as they come. The fullest has
// three of the five.
TEST(JoinHosts, NamedHostsAreTheNodesInTheirOrder) {
  const auto text = readers::read_slurm_topology(
      "SwitchName=a Nodes=n[1-4]\nSwitchName=b Nodes=n[5-8]\nSwitchName=c Switches=a,b\n", "t");
  ASSERT_TRUE(text);
  const JoinedHosts joined =
      join(builtin("dgx-h100"), text->graph, {{}, {"n5", "n1", "n6", "n2", "n7"}, {}});
  EXPECT_EQ(joined.fabric.order, (core::NodeOrder{core::NodeOrder::Kind::Listed, {0, 1, 0, 1, 0}}));
  EXPECT_EQ(joined.fabric.nodes_per_leaf, 3);
  // Nobody says in which order a job has hosts that are only found.
  EXPECT_EQ(join(builtin("dgx-h100"), text->graph).fabric.order, core::NodeOrder{});
}

// The leaf of the first rail stands for its group.
TEST(JoinHosts, HostsOfAGroupOfRailsAreUnderOneLeaf) {
  const JoinedHosts joined = join(node_of_two(), read(test::subnet_text(kRails)),
                                  {{}, {"node0000", "node0006", "node0001", "node0007"}, {}});
  EXPECT_EQ(joined.fabric.kind, core::FabricKind::RailOptimised);
  EXPECT_EQ(joined.fabric.order, (core::NodeOrder{core::NodeOrder::Kind::Listed, {0, 1, 0, 1}}));
}

// A rack of 18 hosts is one node.
TEST(JoinHosts, BlocksOfSlurmCountNodesOfSeveralHosts) {
  const auto text =
      readers::read_slurm_topology("BlockName=a Nodes=n[1-18]\nBlockName=b Nodes=n[19-36]\n", "t");
  ASSERT_TRUE(text);
  const JoinedHosts joined = join(builtin("gb200-nvl72"), text->graph);
  EXPECT_EQ(joined.node_count, 2);
  EXPECT_EQ(joined.fabric.kind, core::FabricKind::Unspecified);
  EXPECT_THAT(texts(joined), ElementsAre("it has no switches; only the hosts are counted"));
}

// 2 x 2 x 2 leaves in a tree of three levels: two neighbours need no more than their own spine.
TEST(Part, EndsAtTheLevelThatReachesAll) {
  const FabricGraph graph = read(test::subnet_text({{4, 2, 2}, {1, 2, 2}, {1, 1, 1}}));
  const analysis::FabricHosts hosts = analysis::hosts_of(graph);
  const analysis::FatTree tree = analysis::find_fat_tree(graph, hosts);
  const auto part_with = [&](std::initializer_list<std::size_t> wanted) {
    std::vector<analysis::HostPort> ports;
    for (const std::size_t i : wanted) ports.push_back(hosts.hosts.at(i).ports.front());
    return part_of(graph, tree, ports);
  };
  EXPECT_EQ(part_with({0, 1}).count(FabricNodeKind::Switch), 1U);
  // Two leaves and the two spines above both.
  EXPECT_EQ(part_with({0, 4}).count(FabricNodeKind::Switch), 4U);
  EXPECT_EQ(part_with({0, 4}).cables.size(), 6U);
  // Two leaves, two spines each, four switches at the top.
  EXPECT_EQ(part_with({0, 8}).count(FabricNodeKind::Switch), 10U);
}

}  // namespace join_hosts_test
}  // namespace treering::hw::fabric::join
