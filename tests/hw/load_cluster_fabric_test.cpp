// Cluster files that take their fabric from a file beside them.
#include <map>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/topology/json.h"
#include "hw/builtin.h"
#include "hw/load_cluster.h"
#include "tests/support/fake_files.h"
#include "tests/support/subnet_text.h"

namespace treering::hw {
namespace load_cluster_fabric_test {

using core::FabricKind;
using ::testing::HasSubstr;
using ::testing::StartsWith;

formats::LoadedCluster load(const std::string& name, std::map<std::string, std::string> texts) {
  const auto loaded = load_cluster(name, support::FakeFiles(std::move(texts)));
  EXPECT_TRUE(loaded) << loaded.error().message();
  return loaded.value_or(formats::LoadedCluster());
}

/// 8 ports of 400 Gbit/s for each of 32 hosts in two groups of 8 leaves, and as much upwards.
std::map<std::string, std::string> pod(const std::string& yaml) {
  const test::FatTreePlan plan{{16, 16}, {1, 16}, {1, 1}, 8};
  return {{"site/pod.yaml", yaml}, {"site/net.txt", test::subnet_text(plan)}};
}

TEST(LoadClusterWithFabric, TakesTheFabricFromAFileBesideIt) {
  const formats::LoadedCluster loaded =
      load("site/pod.yaml", pod("node: dgx-h100\nfabric: {file: net.txt, hop_latency_us: 0.3}\n"));
  EXPECT_EQ(loaded.cluster.node_count, 32);
  const core::Fabric& fabric = loaded.cluster.fabric;
  EXPECT_EQ(fabric.kind, FabricKind::RailOptimised);
  EXPECT_EQ(fabric.nodes_per_leaf, 16);
  EXPECT_EQ(fabric.oversubscription, 1);
  EXPECT_EQ(fabric.origin, (core::Origin{core::Origin::Kind::File, "net.txt"}));
  EXPECT_DOUBLE_EQ(fabric.hop_latency.in_us(), 0.3);
  EXPECT_TRUE(loaded.notes.empty());
}

TEST(LoadClusterWithFabric, TakesOnlyTheHostsThatAreNamed) {
  const formats::LoadedCluster loaded = load(
      "site/pod.yaml", pod("node: dgx-h100\nhosts: node[0008-0023]\nfabric:\n  file: net.txt\n"));
  EXPECT_EQ(loaded.cluster.node_count, 16);
  EXPECT_EQ(loaded.cluster.fabric.nodes_per_leaf, 8);
}

TEST(LoadClusterWithFabric, SaysWhereTheFabricIsWrong) {
  const auto message = [](const std::string& yaml) {
    auto files = pod(yaml);
    files["site/node.json"] = core::topology_to_json(load_builtin("summit").value());
    const auto loaded = load_cluster("site/pod.yaml", support::FakeFiles(std::move(files)));
    return loaded ? "no error" : loaded.error().message();
  };
  EXPECT_THAT(message("node: summit\nfabric: {file: net.txt}\n"),
              StartsWith("site/pod.yaml:2:16: net.txt: no host has the 2 ports of 100 Gbit/s of "));
  EXPECT_EQ(message("node: dgx-h100\nfabric: {file: nat.txt}\n"),
            "site/pod.yaml:2:16: site/nat.txt: file not found");
  EXPECT_THAT(message("node: dgx-h100\nfabric: {file: node.json}\n"),
              StartsWith("site/pod.yaml:2:16: site/node.json: treering JSON, of a machine or a "
                         "cluster, expected a fabric: ibnetdiscover, iblinkinfo, "));
  EXPECT_THAT(message("node: dgx-h100\nhosts: node[0030-0032]\nfabric: {file: net.txt}\n"),
              HasSubstr("net.txt: it lacks 1 of 3 hosts: node0032, expected"));
  EXPECT_THAT(message("node: dgx-h100\ncount: 40\nfabric: {file: net.txt}\n"),
              HasSubstr("net.txt: 32 such hosts, expected 40 for 40 of dgx-h100"));
}

// Nothing follows from an oversubscription of nobody knows what; it is not kept in silence.
TEST(LoadClusterWithFabric, LeavesOutWhatIsSaidOfAnUnknownKind) {
  const std::string fabric = "Ca 1 \"H-e09d7303007a4bd8\"  # \"other mlx5_0\"\n";
  const auto loaded_with = [&](const std::string& fields) {
    return load("site/pod.yaml", {{"site/pod.yaml",
                                   "node: pcie-4\nhosts: node[01-02]\nfabric:\n"
                                   "  file: net.txt\n" +
                                       fields},
                                  {"site/net.txt", fabric}});
  };
  const formats::LoadedCluster loaded = loaded_with("  oversubscription: 2\n  hop_latency_us: 1\n");
  EXPECT_EQ(loaded.cluster.fabric, core::Fabric{});
  ASSERT_FALSE(loaded.notes.empty());
  EXPECT_EQ(loaded.notes.back().message(),
            "warning: net.txt: does not show what kind of fabric it is, so that oversubscription, "
            "hop_latency_us are left out; expected 'kind: ' with one of single_switch, fat_tree, "
            "rail_optimised, dragonfly beside 'file: '");
  const formats::LoadedCluster named = loaded_with("  kind: fat_tree\n  oversubscription: 2\n");
  EXPECT_EQ(named.cluster.fabric.oversubscription, 2);
}

}  // namespace load_cluster_fabric_test
}  // namespace treering::hw
