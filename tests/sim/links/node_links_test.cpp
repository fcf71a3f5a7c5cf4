#include "sim/links/node_links.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/small_machines.h"

namespace treering::sim::links {
namespace node_links_test {

using ::testing::ElementsAre;

std::vector<std::string> names(const NodeLinks& node, const LinkList& list) {
  std::vector<std::string> result;
  for (const int link : list) result.push_back(node.links()[static_cast<std::size_t>(link)].name);
  return result;
}

job::JobSpec two_nodes() {
  job::JobSpec job;
  job.nodes = 2;
  return job;
}

TEST(NodeLinks, GpusMeetAtTheSwitch) {
  const NodeLinks node(testing::nvswitch_machine(4, 90), job::JobSpec{});
  const LinkList route = node.between(1, 3);
  EXPECT_THAT(names(node, route), ElementsAre("GPU 1 -> NVSwitch", "NVSwitch -> GPU 3"));
  // Four links at 25 GB/s; NCCL counts with less.
  const NodeLink& first = node.links()[static_cast<std::size_t>(route[0])];
  EXPECT_EQ(first.kind, LinkKind::NvLink);
  EXPECT_TRUE(first.to_switch);
  EXPECT_DOUBLE_EQ(first.gb_per_s, 100);
  EXPECT_LT(first.nccl_rate, 100);
  EXPECT_EQ(node.to_nvswitch(1), LinkList{route[0]});
  EXPECT_EQ(node.from_nvswitch(3), LinkList{route[1]});
}

TEST(NodeLinks, AWayOutEndsAtThePort) {
  const NodeLinks node(testing::nvswitch_machine(2, 90), two_nodes());
  constexpr std::int64_t net = 0;
  int ports = 0;
  for (const int link : node.out(0, 0, {net})) {
    const NodeLink& one = node.links()[static_cast<std::size_t>(link)];
    if (one.kind != LinkKind::Port) continue;
    ++ports;
    EXPECT_DOUBLE_EQ(one.gb_per_s, 25) << one.name;
  }
  EXPECT_EQ(ports, 1);
  EXPECT_FALSE(node.in({net}, 0).empty());
}

// Both sockets' GPUs meet over the link between the CPUs, which the machine gives 10 GB/s.
TEST(NodeLinks, TheMachinesOwnRatesStand) {
  const NodeLinks node(testing::two_sockets(), job::JobSpec{});
  double least = 1e9;
  for (const int link : node.between(0, 2)) {
    least = std::min(least, node.links()[static_cast<std::size_t>(link)].gb_per_s);
  }
  EXPECT_DOUBLE_EQ(least, 10);
}

}  // namespace node_links_test
}  // namespace treering::sim::links
