#include "sim/links/node_links.h"

#include <utility>

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
  EXPECT_EQ(first.kind, NodeLinkKind::NvLink);
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
    if (one.kind != NodeLinkKind::Port) continue;
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

/// Two GPUs on each of two sockets, every one behind a switch of its own.
core::Topology four_on_pcie(testing::CpuModel cpu) {
  return testing::pcie_box({.cpu = cpu,
                            .sockets = 2,
                            .switches_per_socket = 2,
                            .gpus_per_switch = 1,
                            .compute_capability = 120,
                            .speed = testing::PcieSpeed::Gen5});
}

// Eight channels of DDR5-4800 move 307.2 GB/s. A byte that passes is written and read.
TEST(NodeLinks, DataThroughTheHostPassesTheReceiversMemory) {
  const NodeLinks node(four_on_pcie(testing::CpuModel::SapphireRapids), job::JobSpec{});
  for (const auto& [to, memory] : {std::pair{1, "memory of CPU 0"}, {3, "memory of CPU 1"}}) {
    const LinkList route = node.through_memory(0, to);
    const NodeLink& last = node.links()[static_cast<std::size_t>(route.back())];
    EXPECT_EQ(last.name, memory);
    EXPECT_EQ(last.kind, NodeLinkKind::Memory);
    EXPECT_DOUBLE_EQ(last.gb_per_s, 153.6);
    EXPECT_EQ(route.size(), node.between(0, to).size() + 1);
  }
}

// NCCL counts 22 GB/s from socket to socket, which is what GPUs reach that write to each other.
TEST(NodeLinks, WhatGoesToMemoryHasAllOfTheLinkBetweenSockets) {
  const NodeLinks node(four_on_pcie(testing::CpuModel::SapphireRapids), job::JobSpec{});
  const auto slowest = [&](const LinkList& route) {
    double least = 1e9;
    for (const int link : route) {
      least = std::min(least, usual_rate(node.links()[static_cast<std::size_t>(link)], {}));
    }
    return least;
  };
  EXPECT_GT(slowest(node.through_memory(0, 3)), slowest(node.between(0, 3)));
}

TEST(NodeLinks, UnknownMemoryIsNoLimit) {
  const NodeLinks node(testing::grace_box(2), job::JobSpec{});
  EXPECT_EQ(node.through_memory(0, 1), node.between(0, 1));
}

/// The memory among the links of a route; empty: none.
std::string memory_on(const NodeLinks& node, const LinkList& route) {
  for (const int link : route) {
    const NodeLink& one = node.links()[static_cast<std::size_t>(link)];
    if (one.kind == NodeLinkKind::Memory) return one.name;
  }
  return "";
}

// The adapter reads there what the GPU has written, or the GPU what the adapter has.
TEST(NodeLinks, AWayThroughTheHostPassesItsMemory) {
  const NodeLinks node(testing::pcie_box({.sockets = 2, .nic_mbps = 200'000}), two_nodes());
  for (const auto& [gpu, memory] : {std::pair{0, "memory of CPU 0"}, {2, "memory of CPU 1"}}) {
    EXPECT_EQ(memory_on(node, node.out(gpu, gpu, {0, true})), memory);
    EXPECT_EQ(memory_on(node, node.in({0, true}, gpu)), memory);
    EXPECT_EQ(memory_on(node, node.out(gpu, gpu, {0, false})), "");
    EXPECT_EQ(memory_on(node, node.in({0, false}, gpu)), "");
  }
}

TEST(NodeLinks, SomeGpusReachTheirHostByFasterLinksThanPcie) {
  EXPECT_TRUE(NodeLinks(testing::pcie_box({}), two_nodes()).has_pcie_to_host(0));
  EXPECT_TRUE(NodeLinks(testing::nvswitch_machine(2, 90), two_nodes()).has_pcie_to_host(1));
  EXPECT_FALSE(NodeLinks(testing::power_box(2), two_nodes()).has_pcie_to_host(0));
  EXPECT_FALSE(NodeLinks(testing::grace_box(2), two_nodes()).has_pcie_to_host(0));
}

}  // namespace node_links_test
}  // namespace treering::sim::links
