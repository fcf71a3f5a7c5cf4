#include <algorithm>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "core/topology/cluster.h"

namespace treering::core {
namespace node_classes_test {

Topology of_gpus(int gpus, const std::string& name, int compute_capability = 90) {
  TopologyBuilder builder(name);
  for (int i = 0; i < gpus; ++i) {
    builder.add(
        {"GPU " + std::to_string(i), Gpu{i, compute_capability, true}, std::nullopt, {}, {}});
  }
  return std::move(builder).build().value();
}

Cluster even(int nodes) {
  return {of_gpus(8, "whole"), nodes, {}};
}

std::vector<std::string> names_by_node(const Cluster& cluster) {
  std::vector<std::string> names;
  for (int node = 0; node < cluster.node_count; ++node) {
    names.push_back(topology_of(cluster, node).name());
  }
  return names;
}

using Names = std::vector<std::string>;

TEST(NodeClasses, EqualNodesHaveNone) {
  EXPECT_TRUE(is_even(even(4)));
  EXPECT_TRUE(classes_by_node(even(4)).empty());
  EXPECT_EQ(with_node(even(4), 2, of_gpus(8, "whole")), even(4));
}

TEST(NodeClasses, NodesWithTheSameTopologyAreOneClass) {
  Cluster cluster = with_node(even(5), 3, of_gpus(8, "broken"));
  cluster = with_node(std::move(cluster), 1, of_gpus(8, "broken"));
  ASSERT_EQ(cluster.others.size(), 1U);
  EXPECT_EQ(cluster.others.front().nodes, (std::vector{1, 3}));
  EXPECT_EQ(classes_by_node(cluster), (std::vector{0, 1, 0, 1, 0}));
  EXPECT_EQ(nodes_of_class(cluster, 0), (std::vector{0, 2, 4}));
  EXPECT_EQ(names_by_node(cluster), (Names{"whole", "broken", "whole", "broken", "whole"}));
  cluster = with_node(std::move(cluster), 1, of_gpus(8, "whole"));
  EXPECT_EQ(with_node(std::move(cluster), 3, of_gpus(8, "whole")), even(5)) << "mended";
}

TEST(NodeClasses, SomeNodeIsAlwaysOfTheFirstClass) {
  Cluster cluster = with_node(even(2), 0, of_gpus(8, "a"));
  cluster = with_node(std::move(cluster), 1, of_gpus(8, "b"));
  EXPECT_EQ(names_by_node(cluster), (Names{"a", "b"}));
  EXPECT_EQ(cluster.others.size(), 1U);
  EXPECT_TRUE(is_even(of_size(cluster, 1)));
  EXPECT_EQ(names_by_node(of_size(cluster, 1)), Names{"a"});
}

TEST(NodeClasses, FurtherNodesAreLikeTheFirstClass) {
  const Cluster cluster = with_node(even(2), 1, of_gpus(8, "broken"));
  EXPECT_EQ(names_by_node(of_size(cluster, 4)), (Names{"whole", "broken", "whole", "whole"}));
  EXPECT_EQ(of_size(even(2), 4), even(4));
}

RC_GTEST_PROP(NodeClasses, TheLastChangeOfANodeCounts, ()) {
  const int nodes = *rc::gen::inRange(1, 9);
  Cluster cluster = even(nodes);
  Names expected(static_cast<std::size_t>(nodes), "whole");
  for (int i = *rc::gen::inRange(0, 12); i > 0; --i) {
    const int node = *rc::gen::inRange(0, nodes);
    const std::string name(1, *rc::gen::elementOf(std::string("abw")));
    const std::string full = name == "w" ? "whole" : name;
    cluster = with_node(std::move(cluster), node, of_gpus(8, full));
    expected[static_cast<std::size_t>(node)] = full;
  }
  RC_ASSERT(names_by_node(cluster) == expected);
  RC_ASSERT(std::ranges::is_sorted(cluster.others, {},
                                   [](const NodeClass& one) { return one.nodes.front(); }));
  RC_ASSERT(!nodes_of_class(cluster, 0).empty());
}

TEST(NodeClasses, HaveTheSameGpus) {
  const auto objection = [](Topology other) {
    const auto checked = check_classes(with_node(even(4), 2, std::move(other)), "x.yaml");
    return checked ? "" : checked.error().message();
  };
  EXPECT_EQ(objection(of_gpus(8, "broken")), "");
  EXPECT_EQ(objection(of_gpus(7, "broken")),
            "x.yaml: node 2 has 7 GPUs, expected 8, as on the other nodes; nodes may differ in all "
            "but their GPUs");
  EXPECT_EQ(objection(of_gpus(8, "old", 80)),
            "x.yaml: node 2 has GPUs of compute capability 8.0, expected 9.0, as on the other "
            "nodes; nodes may differ in all but their GPUs");
}

TEST(NodeClasses, APartHasTheNodesAskedFor) {
  Cluster cluster = with_node(even(6), 3, of_gpus(8, "broken"));
  cluster = with_node(std::move(cluster), 4, of_gpus(8, "small"));
  EXPECT_EQ(names_by_node(part_of(cluster, {3, 0, 4})), (Names{"broken", "whole", "small"}));
  EXPECT_EQ(part_of(cluster, {0, 1, 5}), even(3));
  EXPECT_TRUE(is_even(part_of(cluster, {4})));
  EXPECT_EQ(part_of(even(4), {1, 3}), even(2));
}

TEST(NodeClasses, NumbersInARow) {
  EXPECT_EQ(number_ranges({3}), "3");
  EXPECT_EQ(number_ranges({1, 2, 3, 7, 9, 10}), "1-3, 7, 9-10");
}

}  // namespace node_classes_test
}  // namespace treering::core
