#include "sim/machine/job_links.h"

#include <gtest/gtest.h>

#include "core/topology/cluster.h"
#include "tests/support/small_machines.h"

namespace treering::sim::machine {
namespace job_links_test {

core::Topology box(int gpus, int nic_mbps = 400000) {
  testing::NvswitchBox box;
  box.gpus = gpus;
  box.nic_mbps = nic_mbps;
  return testing::nvswitch_box(box);
}

TEST(JobLinks, AreNumberedNodeByNode) {
  job::JobSpec job;
  job.nodes = 3;
  const core::Cluster cluster{box(2), 3, {}};
  const ClassLinks classes = links::class_links(cluster, job);
  const JobLinks links(classes, 3, {2});
  const int per_node = static_cast<int>(classes.of(0).links().size());
  EXPECT_TRUE(links.are_equal());
  EXPECT_EQ(links.first(2), 2 * per_node);
  EXPECT_EQ(links.down(1, 0), 3 * per_node + 3);
  EXPECT_EQ(links.node_of(2 * per_node - 1), 1);
  EXPECT_EQ(links.of_equal(5).count(), 5 * per_node);
}

TEST(JobLinks, EachRailOfALeafHasUplinks) {
  job::JobSpec job;
  job.nodes = 2;
  const ClassLinks classes = links::class_links({box(2), 2, {}}, job);
  const JobLinks links(classes, 2, {2, 4});
  EXPECT_EQ(links.count(), links.first(2) + 2 * 2 * 4);
  EXPECT_EQ(links.name(links.up(1, 3)), "leaf 1, rail 3 up");
  EXPECT_EQ(links.name(links.down(0, 1)), "leaf 0, rail 1 down");
  EXPECT_EQ(links.down(1, 3) + 1, links.count());
}

TEST(JobLinks, OfNodesThatDifferAreTheirOwn) {
  job::JobSpec job;
  job.nodes = 3;
  job.devices = {0, 1};
  core::Cluster cluster{box(2), 3, {}};
  cluster = core::with_node(std::move(cluster), 1, box(4));
  const ClassLinks classes = links::class_links(cluster, job);
  const JobLinks links(classes, 3, {1});
  const int usual = static_cast<int>(classes.of(0).links().size());
  const int other = static_cast<int>(classes.of(1).links().size());
  ASSERT_GT(other, usual);
  EXPECT_FALSE(links.are_equal());
  EXPECT_EQ(links.first(1), usual);
  EXPECT_EQ(links.first(2), usual + other);
  EXPECT_EQ(links.count(), 2 * usual + other + 2);
  for (int node = 0; node < 3; ++node) {
    EXPECT_EQ(links.node_of(links.first(node)), node);
    EXPECT_EQ(links.node_of(links.first(node + 1) - 1), node);
    EXPECT_EQ(links[links.first(node + 1) - 1].name, classes.of(node).links().back().name);
  }
  EXPECT_EQ(links.name(usual), "node 1: " + classes.of(1).links().front().name);
  EXPECT_EQ(links.name(links.up(0, 0)), "leaf 0 up");
}

}  // namespace job_links_test
}  // namespace treering::sim::machine
