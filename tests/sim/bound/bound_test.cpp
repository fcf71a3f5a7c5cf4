#include "sim/bound/bound.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/support/small_machines.h"

namespace treering::sim::bound {
namespace bound_test {

using core::Bytes;
using core::Collective;

// 1 GB/s moves 1000 bytes per microsecond, so that this size takes 1000 us at 1 GB/s.
constexpr Bytes kSize = Bytes::of(1'000'000);

WireBound bound_of(const core::Topology& node, int nodes) {
  job::JobSpec job;
  job.nodes = nodes;
  return {core::Cluster{node, nodes, {}}, job};
}

double us(const WireBound& bound, Collective collective) {
  return bound.time(collective, kSize).in_us();
}

TEST(WireBound, OneNodeWithoutSwitchReduction) {
  // 4 GPUs, each 100 GB/s of NVLink; PCIe carries nothing. All-reduce 2 * 3/4 S, all-gather and
  // all-to-all 3/4 S, broadcast S; S over 100 GB/s is 10 us.
  const WireBound bound = bound_of(testing::nvswitch_machine(4, 80), 1);
  EXPECT_DOUBLE_EQ(us(bound, Collective::AllReduce), 15);
  EXPECT_DOUBLE_EQ(us(bound, Collective::AllGather), 7.5);
  EXPECT_DOUBLE_EQ(us(bound, Collective::ReduceScatter), 7.5);
  EXPECT_DOUBLE_EQ(us(bound, Collective::AllToAll), 7.5);
  EXPECT_DOUBLE_EQ(us(bound, Collective::Gather), 7.5);
  EXPECT_DOUBLE_EQ(us(bound, Collective::Scatter), 7.5);
  EXPECT_DOUBLE_EQ(us(bound, Collective::Broadcast), 10);
  EXPECT_DOUBLE_EQ(us(bound, Collective::Reduce), 10);
  EXPECT_DOUBLE_EQ(us(bound, Collective::SendRecv), 10);
}

TEST(WireBound, SwitchThatReducesHalvesAllReduce) {
  // Hopper: each GPU sends S once and receives S once.
  const WireBound bound = bound_of(testing::nvswitch_machine(4, 90), 1);
  EXPECT_DOUBLE_EQ(us(bound, Collective::AllReduce), 10);
}

TEST(WireBound, PortsOfANodeBindBetweenNodes) {
  // 2 nodes of 4 ports at 25 GB/s: 100 GB/s, S takes 10 us. All-reduce 2 * 1/2 S; half of an
  // all-gather crosses; of an all-to-all 4 ranks * 4/8 S = 2 S crosses.
  const WireBound bound = bound_of(testing::nvswitch_machine(4, 90), 2);
  EXPECT_DOUBLE_EQ(us(bound, Collective::AllReduce), 10);
  EXPECT_DOUBLE_EQ(us(bound, Collective::AllToAll), 20);
  EXPECT_EQ(bound.tightest(Collective::AllReduce)->name, "the network ports of each node");
  // Half an all-gather over 100 GB/s takes 5 us, but 7/8 of it into a GPU at 125 GB/s take 7.
  EXPECT_DOUBLE_EQ(us(bound, Collective::AllGather), 7);
  EXPECT_EQ(bound.tightest(Collective::AllGather)->name, "the links of each GPU");
}

TEST(WireBound, NvlinksFromAGpuToItselfCarryNothing) {
  testing::Assembly assembly("own_links");
  const auto cpu = assembly.cpu();
  for (int i = 0; i < 2; ++i) {
    const auto gpu = assembly.gpu(cpu);
    assembly.nvlink(gpu, gpu, 12);
  }
  const core::Topology node = std::move(assembly).build();
  const double with_own_links = us(bound_of(node, 1), Collective::Broadcast);
  testing::Assembly plain("plain");
  const auto plain_cpu = plain.cpu();
  for (int i = 0; i < 2; ++i) plain.gpu(plain_cpu);
  EXPECT_DOUBLE_EQ(with_own_links,
                   us(bound_of(std::move(plain).build(), 1), Collective::Broadcast));
}

TEST(WireBound, PcieLinkOfANicBindsItsPorts) {
  // nic0 has two ports of 12.5 GB/s behind 20 GB/s of PCIe, nic1 one of 12.5: 32.5 GB/s.
  // All-reduce on 2 nodes moves S: 10^6 bytes at 32.5 GB/s; one GPU has but 20 GB/s, and
  // 2 * 7/8 S take longer there.
  const WireBound bound = bound_of(testing::two_sockets(), 2);
  EXPECT_DOUBLE_EQ(bound.levels()[1].mean_rate.in_gb_per_s(), 32.5);
  EXPECT_DOUBLE_EQ(us(bound, Collective::AllReduce), 2 * 7.0 / 8 * 1000 / 20);
}

TEST(WireBound, UplinksBindInAnOversubscribedFatTree) {
  // 8 nodes, 2 under a leaf, 4 : 1 oversubscribed: a leaf's uplinks carry 2 * 100 / 4 = 50 GB/s.
  // 4 leaves: all-reduce moves 2 * 3/4 S = 1.5 S through each, 30 us.
  job::JobSpec job;
  job.nodes = 8;
  core::Cluster cluster{testing::nvswitch_machine(4, 90), 8, {}};
  cluster.fabric.kind = core::FabricKind::FatTree;
  cluster.fabric.oversubscription = 4;
  cluster.fabric.nodes_per_leaf = 2;
  const WireBound bound(cluster, job);
  EXPECT_DOUBLE_EQ(us(bound, Collective::AllReduce), 30);
  EXPECT_EQ(bound.tightest(Collective::AllReduce)->name, "the uplinks of each leaf switch");
}

// 128 DGX H100, 32 in a group of rails with a quarter of their 400 GB/s up: of the S that each GPU
// has for all, 3/4 leave the group, 256 x 3/4 S over 3200 GB/s.
TEST(WireBound, UplinksOfRailsBindToo) {
  job::JobSpec job;
  job.nodes = 128;
  core::Cluster cluster{testing::nvswitch_box({}), 128, {}};
  cluster.fabric.kind = core::FabricKind::RailOptimised;
  cluster.fabric.oversubscription = 4;
  cluster.fabric.nodes_per_leaf = 32;
  const WireBound bound(cluster, job);
  EXPECT_NEAR(us(bound, Collective::AllToAll), 256 * 0.75 * kSize.count() / 3200e3, 1e-9);
}

/// 6 nodes with 100 GB/s of ports, 4 under a leaf at 4 : 1: 100 GB/s up from it.
WireBound bound_in(const core::NodeOrder& order) {
  job::JobSpec job;
  job.nodes = 6;
  core::Cluster cluster{testing::nvswitch_machine(4, 90), 6, {}};
  cluster.fabric.kind = core::FabricKind::FatTree;
  cluster.fabric.oversubscription = 4;
  cluster.fabric.nodes_per_leaf = 4;
  cluster.fabric.order = order;
  return {cluster, job};
}

// alltoall: of 24 ranks those of k nodes have 4k (24 - 4k) / 24 S for the others, 4 and 2 nodes
// 5.33 S, 3 and 3 nodes 6 S: 53.3 and 60 us. Of 1, 1 and 4 nodes the last send most.
TEST(WireBound, UplinksBindByTheOrderOfNodes) {
  using Order = core::NodeOrder;
  EXPECT_NEAR(us(bound_in({}), Collective::AllToAll), 160 / 3.0, 1e-9);
  EXPECT_DOUBLE_EQ(us(bound_in({Order::Kind::Scattered, {}}), Collective::AllToAll), 60);
  EXPECT_NEAR(us(bound_in({Order::Kind::Listed, {7, 2, 2, 0, 2, 2}}), Collective::AllToAll),
              160 / 3.0, 1e-9);
  EXPECT_EQ(bound_in({Order::Kind::Listed, {7, 2, 2, 0, 2, 2}}).levels().back().parts, 3);
}

// Nodes of unknown order may be under any leaf: no cut is sure.
TEST(WireBound, UplinksBindNothingInUnknownOrder) {
  EXPECT_EQ(bound_in({core::NodeOrder::Kind::Unknown, {}}).levels().size(), 2U);
}

TEST(WireBound, OnlyTheJobsGpusCount) {
  job::JobSpec job;
  job.devices = {0, 1};
  const WireBound bound({testing::nvswitch_machine(4, 80), 1, {}}, job);
  EXPECT_DOUBLE_EQ(us(bound, Collective::AllReduce), 10);  // 2 * 1/2 S over 100 GB/s
}

TEST(WireBound, ALoneGpuOfANodeReachesThePortsThroughPcieAlone) {
  // Two nodes of 4 x 25 GB/s of ports, one GPU of each in the job: its PCIe link has 25 GB/s, and
  // its NVLinks lead to nobody. S over 25 GB/s is 40 us, not 10 us over all ports.
  job::JobSpec job;
  job.nodes = 2;
  job.devices = {0};
  const WireBound bound({testing::nvswitch_machine(4, 90), 2, {}}, job);
  EXPECT_DOUBLE_EQ(us(bound, Collective::AllReduce), 40);
}

// The tightest limit is reported with its own rate, not with the mean of all.
TEST(WireBound, TheSlowestGpuIsNamedWithItsRate) {
  testing::Assembly assembly("bridged");
  const auto cpu = assembly.cpu();
  const auto a = assembly.gpu(cpu);
  const auto b = assembly.gpu(cpu);
  const auto lone = assembly.gpu(cpu);
  assembly.nvlink(a, b, 2);
  const core::Topology node = std::move(assembly).build();
  double pcie = 0;
  for (const core::Link& link : node.links()) {
    if (link.from == lone) pcie += link.bandwidth.in_gb_per_s();
  }
  const WireBound bound = bound_of(node, 1);
  EXPECT_EQ(bound.tightest(Collective::Broadcast)->name, "the links of the slowest GPU");
  EXPECT_DOUBLE_EQ(bound.tightest_rate(Collective::Broadcast).in_gb_per_s(), pcie);
  EXPECT_DOUBLE_EQ(us(bound, Collective::Broadcast), 1000 / pcie);
}

// A lone GPU on PCIe stands first in the document but is rank 2. A gather takes a third of S out of
// it. If it were the root, two thirds of S would enter it.
TEST(WireBound, TheRootIsRankZeroWhateverTheOrderOfTheDocument) {
  testing::Assembly assembly("lone_first");
  const auto cpu = assembly.cpu();
  const auto lone = assembly.gpu(cpu);
  const auto a = assembly.gpu(cpu);
  const auto b = assembly.gpu(cpu);
  assembly.info<core::Gpu>(lone).index = 2;
  assembly.info<core::Gpu>(a).index = 0;
  assembly.info<core::Gpu>(b).index = 1;
  assembly.nvlink(a, b, 4);
  const core::Topology node = std::move(assembly).build();
  double pcie = 0;
  for (const core::Link& link : node.links()) {
    if (link.from == lone) pcie += link.bandwidth.in_gb_per_s();
  }
  EXPECT_DOUBLE_EQ(us(bound_of(node, 1), Collective::Gather), 1000 / 3.0 / pcie);
}

TEST(WireBound, WherePairsAreBridgedTheOthersUsePcie) {
  // GPUs 0 and 1 are joined by 2 NVLinks, 2 and 3 are on PCIe: all their links count.
  testing::Assembly assembly("bridged");
  const auto cpu = assembly.cpu();
  const auto a = assembly.gpu(cpu);
  const auto b = assembly.gpu(cpu);
  assembly.gpu(cpu);
  assembly.nvlink(a, b, 2);
  const core::Topology node = std::move(assembly).build();
  testing::Assembly bare("bare");
  const auto other = bare.cpu();
  for (int i = 0; i < 3; ++i) bare.gpu(other);
  // The third has PCIe alone, which binds a broadcast.
  EXPECT_DOUBLE_EQ(us(bound_of(node, 1), Collective::Broadcast),
                   us(bound_of(std::move(bare).build(), 1), Collective::Broadcast));
  job::JobSpec pair;
  pair.devices = {0, 1};
  EXPECT_LT(WireBound({node, 1, {}}, pair).time(Collective::Broadcast, kSize),
            bound_of(node, 1).time(Collective::Broadcast, kSize));
}

TEST(WireBound, OneRankMovesNothing) {
  const WireBound bound = bound_of(testing::nvswitch_machine(1, 90), 1);
  for (const Collective collective : core::all_collectives()) {
    EXPECT_EQ(us(bound, collective), 0);
    EXPECT_EQ(bound.tightest(collective), nullptr);
  }
}

/// Rates from 1 to 100 GB/s, 2 to 64 equal parts.
CutLevel any_level(int parts, int rate) {
  const auto speed = core::Bandwidth::from_gb_per_s(rate);
  return {"level", parts, speed, false, {{1, speed, speed, true}, {1, speed, speed, false}}};
}

RC_GTEST_PROP(WireBoundProperty, NothingBeatsTheBusBandwidthOfItsLinks, ()) {
  // With equal parts and no switch reduction, busbw (nccl-tests) is at most the links' rate: its
  // factors are made for that. It equals the rate where the root is no special case.
  const int parts = *rc::gen::inRange(2, 65);
  const int rate = *rc::gen::inRange(1, 101);
  const WireBound bound({any_level(parts, rate)}, parts);
  for (const Collective collective : core::all_collectives()) {
    const core::Bandwidth algbw = kSize / bound.time(collective, kSize);
    const double busbw = algbw.in_gb_per_s() * core::bus_factor(collective, parts);
    RC_ASSERT(busbw <= rate * (1 + 1e-12));
    RC_ASSERT(busbw >= rate * (1 - 1e-12));
  }
}

RC_GTEST_PROP(WireBoundProperty, GrowsWithSizeAndWithAnotherCut, ()) {
  const int parts = *rc::gen::inRange(2, 65);
  const CutLevel first = any_level(parts, *rc::gen::inRange(1, 101));
  const CutLevel second = any_level(parts, *rc::gen::inRange(1, 101));
  const auto bytes = Bytes::of(*rc::gen::inRange<std::uint64_t>(1, 1ULL << 40));
  for (const Collective collective : core::all_collectives()) {
    const core::Duration one = WireBound({first}, parts).time(collective, bytes);
    const core::Duration both = WireBound({first, second}, parts).time(collective, bytes);
    RC_ASSERT(one <= both);
    RC_ASSERT(one <= WireBound({first}, parts).time(collective, bytes + Bytes::of(1)));
  }
}

}  // namespace bound_test
}  // namespace treering::sim::bound
