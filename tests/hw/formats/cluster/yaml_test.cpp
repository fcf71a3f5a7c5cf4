#include "hw/formats/cluster/yaml.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace treering::hw::formats::cluster {
namespace yaml_test {

using core::FabricKind;

ClusterSpec spec_of(const std::string& text) {
  const auto spec = parse_cluster_yaml(text, "c.yaml");
  EXPECT_TRUE(spec) << spec.error().message();
  return spec.value_or(ClusterSpec());
}

std::string message_of(const std::string& text) {
  const auto spec = parse_cluster_yaml(text, "c.yaml");
  return spec ? "no error" : spec.error().message();
}

TEST(ClusterYaml, ReadsEveryField) {
  const ClusterSpec spec = spec_of(
      "# a pod\n"
      "node: dgx-h100\n"
      "count: 32\n"
      "fabric:\n"
      "  kind: fat_tree\n"
      "  link: roce\n"
      "  oversubscription: 2.5\n"
      "  nodes_per_leaf: 16\n"
      "  hop_latency_us: 0.3\n"
      "  source: \"site plan: page 3\"\n");
  EXPECT_EQ(spec.node, "dgx-h100");
  EXPECT_EQ(spec.count, 32);
  EXPECT_EQ(spec.fabric.kind, FabricKind::FatTree);
  EXPECT_EQ(spec.fabric.link, core::LinkKind::RoCE);
  EXPECT_DOUBLE_EQ(spec.fabric.oversubscription, 2.5);
  EXPECT_EQ(spec.fabric.nodes_per_leaf, 16);
  EXPECT_DOUBLE_EQ(spec.fabric.hop_latency.in_us(), 0.3);
  EXPECT_EQ(spec.fabric.origin, (core::Origin{core::Origin::Kind::File, "site plan: page 3"}));
}

TEST(ClusterYaml, NamesTheAdaptersOfItsJobs) {
  EXPECT_EQ(spec_of("node: dgx-h100\nnics: mlx5_0,mlx5_3\n").nics, "mlx5_0,mlx5_3");
  EXPECT_EQ(spec_of("node: dgx-h100\nnics: 4\n").nics, "4");
  EXPECT_EQ(spec_of("node: dgx-h100\n" + nics_line("=mlx5_0:1")).nics, "=mlx5_0:1");
  EXPECT_EQ(message_of("node: dgx-h100\nnics:\n  a: b\n"),
            "c.yaml:3:3: nics: a mapping, expected names of adapters like mlx5_0,mlx5_3, or a "
            "number");
}

TEST(ClusterYaml, NodeAloneIsEnough) {
  const ClusterSpec spec = spec_of("node: machines/ours.xml\n");
  EXPECT_EQ(spec.node, "machines/ours.xml");
  EXPECT_EQ(spec.node_at.line, 1);
  EXPECT_EQ(spec.node_at.column, 7);
  EXPECT_EQ(spec.count, 1);
  EXPECT_EQ(spec.fabric, core::Fabric());
}

TEST(ClusterYaml, TakesJsonStyleToo) {
  EXPECT_EQ(spec_of("{\"node\": \"summit\", \"count\": 4096}").count, 4096);
}

TEST(ClusterYaml, FabricComesFromTheFileUnlessItSaysMore) {
  const ClusterSpec spec = spec_of("node: summit\nfabric: {kind: Rail-Optimised}\n");
  EXPECT_EQ(spec.fabric.kind, FabricKind::RailOptimised);
  EXPECT_EQ(spec.fabric.origin, (core::Origin{core::Origin::Kind::File, "c.yaml"}));
}

TEST(ClusterYaml, MayNameHostsAndTheFileOfAFabric) {
  const ClusterSpec spec =
      spec_of("node: a\nhosts: n[01-03],login\nfabric:\n  file: net.txt\n  link: roce\n");
  EXPECT_THAT(spec.hosts, ::testing::ElementsAre("n01", "n02", "n03", "login"));
  EXPECT_FALSE(spec.has_count);
  EXPECT_EQ(spec.fabric_file, "net.txt");
  EXPECT_EQ(spec.fabric_file_at.line, 4);
  EXPECT_THAT(spec.fabric_fields, ::testing::ElementsAre("file", "link"));
  EXPECT_EQ(spec_of("node: a\nhosts: n[1-3]\n").count, 3);
  EXPECT_EQ(message_of("node: a\nhosts: n[3-1]\n"),
            "c.yaml:2:8: hosts: '3-1' between brackets, expected a number or a range like 001-128");
  EXPECT_EQ(message_of("node: a\nhosts:\n"),
            "c.yaml:2:1: hosts: nothing, expected names of hosts like node[01-16],login1");
}

TEST(ClusterYaml, NamesTheLineOfWhatIsWrong) {
  EXPECT_EQ(
      message_of("node: a\ncuont: 4\n"),
      "c.yaml:2:1: 'cuont' is unknown, expected node, count, hosts, nics, fabric, other_nodes, "
      "without; did you mean 'count'");
  EXPECT_EQ(message_of("node: a\ncount: four\n"),
            "c.yaml:2:8: count: 'four', expected a whole number, 1..262144");
  EXPECT_EQ(message_of("node: a\nfabric:\n  kind: fat_tre\n"),
            "c.yaml:3:9: kind: 'fat_tre' is unknown, expected one of single_switch, fat_tree, "
            "rail_optimised, dragonfly; did you mean 'fat_tree'");
  EXPECT_EQ(message_of("node: a\nfabric:\n  kind: fat_tree\n  link: nvlink\n"),
            "c.yaml:4:9: link: 'nvlink' is unknown, expected one of infiniband, roce, ethernet");
  EXPECT_EQ(message_of("node:\ncount: 1\n"),
            "c.yaml:1:1: node: nothing, expected a built-in name or a path");
  EXPECT_EQ(message_of("node: a\nfabric: fast\n"),
            "c.yaml:2:9: 'fast', expected lines with kind, link and so on below 'fabric:'");
}

TEST(ClusterYaml, WantsNodeAndKind) {
  EXPECT_EQ(message_of(""), "c.yaml: no node, expected 'node: ' with a built-in name or a path");
  EXPECT_EQ(message_of("# only a comment\n"), message_of(""));
  EXPECT_EQ(message_of("node: a\nfabric:\n  link: roce\n"),
            "c.yaml:2:1: a fabric without kind, expected 'kind: ' with one of single_switch, "
            "fat_tree, rail_optimised, dragonfly, or 'file: ' with a path");
}

TEST(ClusterYaml, RefusesAbsurdNumbers) {
  for (const std::string count :
       {"1000000", "0", "-4", "4.5", "1e3", "0x10", ".inf", "99999999999999999999", "{a: 1}"}) {
    EXPECT_THAT(message_of("node: a\ncount: " + count + "\n"),
                ::testing::AllOf(::testing::StartsWith("c.yaml:2:8: count: "),
                                 ::testing::EndsWith(", expected a whole number, 1..262144")))
        << count;
  }
  for (const std::string ratio : {"0.5", "-2", "nan", ".nan", "inf", "1e9", "two"}) {
    EXPECT_EQ(message_of("node: a\nfabric: {kind: fat_tree, oversubscription: " + ratio + "}\n"),
              "c.yaml:2:44: oversubscription: '" + ratio + "', expected a number, 1..64");
  }
  EXPECT_EQ(message_of("node: a\nfabric: {kind: fat_tree, hop_latency_us: -1}\n"),
            "c.yaml:2:42: hop_latency_us: '-1', expected a number, 0..1000000");
}

TEST(ClusterYaml, SingleSwitchHasNoLeaves) {
  EXPECT_EQ(message_of("node: a\nfabric:\n  kind: single_switch\n  oversubscription: 2\n"),
            "c.yaml:4:3: oversubscription of a single switch, expected no such line; "
            "take kind fat_tree, rail_optimised or dragonfly");
}

TEST(ClusterYaml, ReadsTheOrderOfNodes) {
  using Order = core::NodeOrder;
  const auto order = [](const std::string& text) {
    return spec_of("node: a\nfabric: {kind: dragonfly, nodes_per_leaf: 2, order: " + text + "}\n")
        .fabric.order;
  };
  EXPECT_EQ(order("sorted"), Order{});
  EXPECT_EQ(order("Unknown"), (Order{Order::Kind::Unknown, {}}));
  EXPECT_EQ(order("\"0*2, 3, 1\""), (Order{Order::Kind::Listed, {0, 0, 3, 1}}));
}

TEST(ClusterYaml, AnOrderNeedsLeavesWithRoom) {
  EXPECT_EQ(message_of("node: a\nfabric: {kind: fat_tree, order: scattered}\n"),
            "c.yaml:2:33: an order of nodes under leaf switches without such switches, expected "
            "nodes_per_leaf beside it");
  EXPECT_EQ(message_of("node: a\nfabric: {kind: fat_tree, nodes_per_leaf: 2, order: 1*3}\n"),
            "c.yaml:2:52: 3 nodes under leaf 1, expected at most 2, the nodes_per_leaf");
  EXPECT_EQ(message_of("node: a\nfabric: {kind: fat_tree, nodes_per_leaf: 2, order: 0-3}\n"),
            "c.yaml:2:52: order: '0-3' is unknown, expected sorted, scattered, unknown, or the "
            "leaf of each node, from 0 on; write a list like 0, 0, 1, 1 or 0*2, 1*2");
}

TEST(ClusterYaml, RefusesWhatIsNoPlainMapping) {
  EXPECT_EQ(message_of("- node: a\n"), "c.yaml:1:1: a list, expected 'key: value' lines");
  EXPECT_EQ(message_of("dgx-h100\n"), "c.yaml:1:1: 'dgx-h100', expected 'key: value' lines");
  EXPECT_EQ(message_of("node: a\nnode: b\n"),
            "c.yaml:2:1: 'node' given twice, expected only that of line 1");
  EXPECT_EQ(message_of("node: a\n---\nnode: b\n"),
            "c.yaml: a second document (---), expected one document");
  EXPECT_EQ(message_of("node: !!binary a\n"),
            "c.yaml:1:7: the tag 'tag:yaml.org,2002:binary', expected a plain value");
  EXPECT_EQ(message_of("fabric: {kind: {a: {b: 1}}}\n"),
            "c.yaml:1:16: a mapping, expected a single value");
  EXPECT_EQ(message_of("? {a: 1}\n: 2\n"), "c.yaml:1:3: a mapping as key, expected a name");
}

// A few lines that would grow to gigabytes where aliases are followed.
TEST(ClusterYaml, RefusesAliasBombs) {
  EXPECT_EQ(message_of("a: &a [x, x]\nb: &b [*a, *a]\nnode: *b\n"),
            "c.yaml:1:4: a list, expected 'key: value' lines");
  EXPECT_EQ(message_of("node: &n a\ncount: *n\n"),
            "c.yaml:1:7: an anchor (&), expected a plain value");
}

TEST(ClusterYaml, RefusesDepthAndSize) {
  EXPECT_THAT(message_of(std::string(10'000, '[')), ::testing::HasSubstr("expected"));
  EXPECT_THAT(message_of(std::string(10'000, '{')), ::testing::HasSubstr("expected"));
  std::string keys;
  for (int i = 0; i < 5000; ++i) keys += "k" + std::to_string(i) + ": 1\n";
  EXPECT_EQ(message_of(keys), "c.yaml:101:1: more than 100 keys, expected a few");
  EXPECT_EQ(message_of("\n" + std::string(100'000, '#')),
            "c.yaml:2: more than 65536 bytes, expected the few lines of a cluster file");
}

TEST(ClusterYaml, SaysWhereTheYamlIsBroken) {
  EXPECT_THAT(message_of("node: [a\n"), ::testing::StartsWith("c.yaml:"));
  EXPECT_EQ(message_of("node: a\n  count: 2\n"), "c.yaml:2:8: not YAML: 'illegal map value'");
  EXPECT_THAT(message_of("node: \xff\xfe\n"), ::testing::HasSubstr("is not UTF-8"));
}

TEST(ClusterYaml, IsKnownByItsKeys) {
  EXPECT_TRUE(is_cluster_yaml("# ours\nnode: a\n"));
  EXPECT_TRUE(is_cluster_yaml("nod: a\ncount: 2"));
  EXPECT_FALSE(is_cluster_yaml(""));
  EXPECT_FALSE(is_cluster_yaml("<system version=\"1\">\n"));
  EXPECT_FALSE(is_cluster_yaml("{\"node\": \"a\"}"));
  EXPECT_FALSE(is_cluster_yaml("  node: a\n"));
}

TEST(ClusterYaml, ReadsWhatItWrites) {
  core::Cluster cluster;
  cluster.node_count = 24;
  cluster.fabric = {FabricKind::FatTree,
                    core::LinkKind::Ethernet,
                    1.5,
                    8,
                    core::Duration::from_us(0.25),
                    {core::Origin::Kind::File, "a \"quoted\" \\ text with: marks #"}};
  const ClusterSpec spec = spec_of(format_cluster_yaml(cluster, {"it's: a/node.json"}));
  EXPECT_EQ(spec.node, "it's: a/node.json");
  EXPECT_EQ(spec.count, cluster.node_count);
  EXPECT_EQ(spec.fabric, cluster.fabric);
  cluster.fabric = {FabricKind::SingleSwitch,       core::LinkKind::InfiniBand, 1, 0, {},
                    {core::Origin::Kind::File, "x"}};
  EXPECT_EQ(spec_of(format_cluster_yaml(cluster, {"summit"})).fabric, cluster.fabric);
}

}  // namespace yaml_test
}  // namespace treering::hw::formats::cluster
