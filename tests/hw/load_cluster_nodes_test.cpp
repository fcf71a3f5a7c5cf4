// Cluster files whose nodes differ.
#include <map>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/topology/cluster.h"
#include "core/topology/json.h"
#include "hw/builtin.h"
#include "hw/formats/cluster/json.h"
#include "hw/load_cluster.h"
#include "tests/support/fake_files.h"

namespace treering::hw {
namespace load_cluster_nodes_test {

using ::testing::HasSubstr;

core::Topology builtin(std::string_view name) {
  return load_builtin(name).value_or(core::Topology());
}

core::Result<formats::LoadedCluster> load(const std::string& nodes,
                                          std::map<std::string, std::string> files = {}) {
  files["c.yaml"] = "node: dgx-h100\ncount: 6\n" + nodes;
  return load_cluster("c.yaml", support::FakeFiles(std::move(files)));
}

core::Cluster cluster_of(const std::string& nodes, std::map<std::string, std::string> files = {}) {
  const auto loaded = load(nodes, std::move(files));
  EXPECT_TRUE(loaded) << loaded.error().message();
  return loaded ? loaded->cluster : core::Cluster();
}

std::string message_of(const std::string& nodes) {
  const auto loaded = load(nodes);
  return loaded ? "no error" : loaded.error().message();
}

std::size_t ports_of(const core::Topology& node) {
  return node.of_kind(core::DeviceKind::NicPort).size();
}

TEST(LoadClusterNodes, SomeLackDevices) {
  const core::Cluster cluster = cluster_of("without:\n  1, 3-4: mlx5_0, NIC 1\n  5: mlx5_0\n");
  EXPECT_EQ(cluster.node, builtin("dgx-h100"));
  ASSERT_EQ(cluster.others.size(), 2U);
  EXPECT_EQ(cluster.others[0].nodes, (std::vector{1, 3, 4}));
  EXPECT_EQ(ports_of(cluster.others[0].node), 6U);
  EXPECT_EQ(cluster.others[1].nodes, std::vector{5});
  EXPECT_EQ(ports_of(cluster.others[1].node), 7U);
}

TEST(LoadClusterNodes, SomeAreOfAnotherKind) {
  const core::Cluster cluster =
      cluster_of("other_nodes:\n  0-1: dgx-h200\n  2: n.json\nwithout:\n  1-2: mlx5_0\n",
                 {{"n.json", core::topology_to_json(builtin("dgx-h200"))}});
  EXPECT_EQ(topology_of(cluster, 0), builtin("dgx-h200"));
  EXPECT_EQ(topology_of(cluster, 1), topology_of(cluster, 2));
  EXPECT_EQ(ports_of(topology_of(cluster, 1)), 7U);
  EXPECT_EQ(topology_of(cluster, 5), builtin("dgx-h100"));
}

TEST(LoadClusterNodes, SurviveBeingWritten) {
  const core::Cluster cut = cluster_of("without:\n  1, 3: mlx5_0\n  4: GPU 0-NVSwitch\n");
  const std::string text = render_cluster(cut, "json").value();
  const auto again = formats::cluster::cluster_from_json(text, "c.json");
  ASSERT_TRUE(again) << again.error().message();
  EXPECT_EQ(*again, cut);
  EXPECT_THAT(render_cluster(cut, "yaml").error().message(), HasSubstr("not a built-in"));
  EXPECT_THAT(render_cluster(cut, "nccl-xml").error().message(), HasSubstr("nodes that differ"));

  const core::Cluster mixed = cluster_of("other_nodes:\n  1, 3: dgx-h200\n");
  const std::string yaml = render_cluster(mixed, "yaml").value();
  const auto read = load_cluster("y.yaml", support::FakeFiles({{"y.yaml", yaml}}));
  ASSERT_TRUE(read) << read.error().message();
  EXPECT_EQ(read->cluster, mixed);
}

TEST(LoadClusterNodes, ErrorsNameTheirPlace) {
  EXPECT_EQ(message_of("without:\n  6: mlx5_0\n"),
            "c.yaml:4:3: the cluster has no node 6, expected 0 to 5");
  EXPECT_EQ(message_of("without:\n  2-x: mlx5_0\n"),
            "c.yaml:4:3: '2-x', expected numbers of nodes from 0 on, such as 3, 7-9");
  EXPECT_EQ(message_of("without:\n  3-2: mlx5_0\n"),
            "c.yaml:4:3: '3-2', expected numbers of nodes from 0 on, such as 3, 7-9");
  EXPECT_EQ(message_of("without:\n  2: mlx5_0\n  1-3: mlx5_3\n"),
            "c.yaml:5:3: node 2 given twice, each at most once");
  EXPECT_EQ(message_of("without:\n  2:\n"),
            "c.yaml:4:3: nothing, expected something about nodes 2");
  EXPECT_THAT(message_of("without:\n  2: mlx5_x\n"), HasSubstr("c.yaml:4:6: found 'mlx5_x'"));
  EXPECT_THAT(message_of("without:\n  2: GPU 3\n"), HasSubstr("c.yaml:4:6: GPU 3 is down then"));
  EXPECT_THAT(message_of("without: mlx5_0\n"), HasSubstr("c.yaml:3:10: without: no nodes"));
  EXPECT_THAT(message_of("other_nodes:\n  2: no.json\n"), HasSubstr("c.yaml:4:6: no.json: file"));
  EXPECT_THAT(message_of("other_nodes:\n  2: hgx-h100-4\n"), HasSubstr("node 2 has 4 GPUs"));
}

TEST(LoadClusterNodes, ErrorsInJsonHaveAPointer) {
  const std::string node = core::topology_to_json(builtin("pcie-4"));
  const auto message = [&](const std::string& others) {
    const auto read = formats::cluster::cluster_from_json(
        R"({"schema": "treering.cluster/1", "node_count": 2, "other_nodes": )" + others +
            R"(, "node": )" + node + "}",
        "c.json");
    return read ? "no error" : read.error().message();
  };
  EXPECT_EQ(message("[]"), "no error");
  EXPECT_EQ(message(R"([{"nodes": "1", "node": )" + node + "}]"), "no error");
  EXPECT_THAT(message(R"([{"nodes": "2", "node": )" + node + "}]"),
              HasSubstr("/other_nodes/0/nodes: '2', expected numbers of nodes such as 3, 7-9"));
  EXPECT_THAT(message(R"([{"nodes": "1"}])"), HasSubstr("/other_nodes/0"));
  EXPECT_THAT(message("3"), HasSubstr("/other_nodes"));
}

}  // namespace load_cluster_nodes_test
}  // namespace treering::hw
