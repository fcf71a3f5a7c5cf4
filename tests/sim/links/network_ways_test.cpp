#include "sim/links/network_ways.h"

#include <gtest/gtest.h>

#include "sim/nccl/plan.h"
#include "tests/support/assembly.h"
#include "tests/support/small_machines.h"

namespace treering::sim::links {
namespace network_ways_test {

using core::Collective;
using cost::terms::BusiestLink;
using cost::terms::InsideWay;
using cost::terms::NetworkWays;
using cost::terms::PairLoad;
using cost::terms::RailUse;
using nccl::Algorithm;

/// A job with all that is asked of it here.
struct Bench {
  core::Cluster cluster;
  nccl::Plan plan;

  Bench(core::Topology node, job::JobSpec job) : cluster{std::move(node)} {
    cluster.node_count = job.nodes;
    plan = nccl::make_plan(cluster, job);
  }

  std::vector<NetworkWays> ways(Algorithm algorithm) const {
    std::vector<NetworkWays> ways;
    for (const ChannelWays& one : all(algorithm, 0)) ways.push_back(one.network);
    return ways;
  }
  std::vector<InsideWay> inside(Algorithm algorithm, double counted = 0) const {
    std::vector<InsideWay> ways;
    for (const ChannelWays& one : all(algorithm, counted)) ways.push_back(one.inside);
    return ways;
  }
  std::vector<InsideWay> memory(Algorithm algorithm) const {
    std::vector<InsideWay> ways;
    for (const ChannelWays& one : all(algorithm, 0)) ways.push_back(one.memory);
    return ways;
  }
  int channels_of_a_peer() const {
    return nccl::connections::Connections(cluster, plan).pair_channels().per_peer;
  }
  PairLoad load(Collective collective) const {
    return pair_load({cluster, plan}, NodeLinks(cluster.node, plan.job), collective);
  }

 private:
  std::vector<ChannelWays> all(Algorithm algorithm, double counted) const {
    return channel_ways({cluster, plan}, NodeLinks(cluster.node, plan.job), algorithm, {counted});
  }
};

job::JobSpec nodes(int count) {
  job::JobSpec job;
  job.nodes = count;
  return job;
}

/// Four GPUs with 100 GB/s to their NVSwitch, and beside each a port of 25 GB/s.
core::Topology box() {
  testing::NvswitchBox box;
  box.gpus = 4;
  box.links = 4;
  box.nic_mbps = 200'000;
  return testing::nvswitch_box(box);
}

TEST(NetworkWays, MoreChannelsTakeMorePorts) {
  const auto ways = Bench(box(), nodes(2)).ways(Algorithm::Ring);
  ASSERT_GE(ways.size(), 4U);
  EXPECT_EQ(ways.front().nets, 1);
  EXPECT_EQ(ways.front().senders, 1);
  EXPECT_DOUBLE_EQ(ways.front().gb_per_s, 25);
  EXPECT_EQ(ways.back().nets, 4);
  EXPECT_EQ(ways.back().senders, 4);
  EXPECT_DOUBLE_EQ(ways.back().gb_per_s, 100);
}

TEST(NetworkWays, OneNodeHasNone) {
  for (const NetworkWays& ways : Bench(box(), nodes(1)).ways(Algorithm::Ring)) {
    EXPECT_EQ(ways, NetworkWays{});
  }
}

// A GPU sends what each channel carries once in a ring, by its 100 GB/s to the switch, and NCCL
// may count less of them.
TEST(InsideWay, RingsCrossTheLinksOfAGpuOnce) {
  const Bench bench(box(), nodes(1));
  const InsideWay all = bench.inside(Algorithm::Ring).back();
  EXPECT_DOUBLE_EQ(all.share, 1);
  EXPECT_DOUBLE_EQ(all.usual, 100);
  EXPECT_DOUBLE_EQ(all.full, 100);
  EXPECT_DOUBLE_EQ(all.mean_ns_per_byte, 0.01);
  const InsideWay counted = bench.inside(Algorithm::Ring, 80).back();
  EXPECT_DOUBLE_EQ(counted.usual, 80);
  EXPECT_DOUBLE_EQ(counted.full, 100);
}

// In a tree the GPUs of a node are a chain: those in its middle send up and down. Which ones these
// are differs between channels.
TEST(InsideWay, TreesCrossThoseInTheMiddleTwice) {
  const auto ways = Bench(box(), nodes(1)).inside(Algorithm::Tree);
  EXPECT_DOUBLE_EQ(ways.front().share, 2);
  EXPECT_DOUBLE_EQ(ways.back().share, 1.5);
}

// Without peer-to-peer over CPUs each GPU writes to the memory of the next one's CPU, of which two
// share one.
TEST(InsideWay, RingsOnPcieShareTheHostsMemory) {
  const Bench bench(testing::pcie_box({.sockets = 2,
                                       .switches_per_socket = 2,
                                       .gpus_per_switch = 1,
                                       .compute_capability = 120,
                                       .speed = testing::PcieSpeed::Gen5}),
                    nodes(1));
  const InsideWay memory = bench.memory(Algorithm::Ring).back();
  EXPECT_DOUBLE_EQ(memory.share, 2);
  EXPECT_DOUBLE_EQ(memory.usual, 153.6);
  EXPECT_EQ(bench.load(Collective::SendRecv).memory, (BusiestLink{2, 153.6}));
  for (const InsideWay& none : Bench(box(), nodes(1)).memory(Algorithm::Ring)) {
    EXPECT_EQ(none.usual, 0);
  }
}

job::JobSpec without_gpu_direct(int count) {
  job::JobSpec job = nodes(count);
  job.settings.paths.gpu_direct_reach = nccl::PathType::Loc;
  return job;
}

// Eight channels of DDR5-4800 move 307.2 GB/s, and a byte that passes is written and read. What
// each channel sends and receives passes once each.
TEST(NetworkWays, WithoutGpuDirectPassTheHostsMemory) {
  for (const NetworkWays& ways : Bench(box(), nodes(2)).ways(Algorithm::Ring)) {
    EXPECT_FALSE(ways.is_staged);
  }
  const Bench bench(box(), without_gpu_direct(2));
  for (const NetworkWays& ways : bench.ways(Algorithm::Ring)) EXPECT_TRUE(ways.is_staged);
  const InsideWay memory = bench.memory(Algorithm::Ring).back();
  EXPECT_DOUBLE_EQ(memory.share, 2);
  EXPECT_DOUBLE_EQ(memory.of_network, 2);
  EXPECT_DOUBLE_EQ(memory.usual, 153.6);
}

// Each of four GPUs sends half of the size to the other node, and gets as much. A message of
// sendrecv is spread over the channels of its peer.
TEST(PairLoad, WithoutGpuDirectPassesTheHostsMemory) {
  EXPECT_EQ(Bench(box(), nodes(2)).load(Collective::AllToAll).staged, 0);
  const Bench bench(box(), without_gpu_direct(2));
  const PairLoad all = bench.load(Collective::AllToAll);
  EXPECT_DOUBLE_EQ(all.memory.share, 4);
  EXPECT_DOUBLE_EQ(all.memory.gb_per_s, 153.6);
  EXPECT_GT(all.staged, 0);
  EXPECT_LE(all.staged, 0.5);
  const PairLoad next = bench.load(Collective::SendRecv);
  EXPECT_DOUBLE_EQ(next.staged, 1.0 / bench.channels_of_a_peer());
}

// NVLinks to the CPU and C2C are as fast as memory.
TEST(NetworkWays, OnlyPcieIsAStage) {
  const Bench power(testing::power_box(2), nodes(2));
  for (const NetworkWays& ways : power.ways(Algorithm::Ring)) EXPECT_FALSE(ways.is_staged);
  EXPECT_EQ(power.load(Collective::AllToAll).staged, 0);
}

// With PXN the root of a scatter leaves by the rails of its receivers; a gather arrives by the
// root's own.
TEST(PairLoad, ScatterLeavesByAllPortsAndGatherArrivesByOne) {
  const Bench bench(box(), nodes(2));
  const BusiestLink scatter = bench.load(Collective::Scatter).outside;
  const BusiestLink gather = bench.load(Collective::Gather).outside;
  EXPECT_EQ(scatter, (BusiestLink{1.0 / 8, 25}));
  EXPECT_EQ(gather, (BusiestLink{4.0 / 8, 25}));

  job::JobSpec without = nodes(2);
  without.settings.paths.pxn = false;
  EXPECT_EQ(Bench(box(), without).load(Collective::Scatter).outside, gather);
}

// Each GPU sends half of the size to the other node, by a port of its own.
TEST(PairLoad, AllToAllTakesAllPorts) {
  const PairLoad load = Bench(box(), nodes(2)).load(Collective::AllToAll);
  EXPECT_EQ(load.outside, (BusiestLink{0.5, 25}));
  EXPECT_DOUBLE_EQ(load.by_proxy, 0.5);
  EXPECT_DOUBLE_EQ(load.inside.gb_per_s, 100);
}

// All channels of a ring take all four rails alike, and its first one alone. With PXN messages stay
// on the rail of their receiver, without it three of four GPUs of another node are on another rail.
// A gather arrives by the rail of the root.
TEST(RailUse, FollowsFromTheNicsOfConnections) {
  const Bench with(box(), nodes(4));
  EXPECT_EQ(with.ways(Algorithm::Ring).front().rails, (RailUse{4, 0}));
  EXPECT_EQ(with.ways(Algorithm::Ring).back().rails, RailUse{});
  EXPECT_NEAR(with.load(Collective::AllToAll).rails.most, 1, 1e-9);
  EXPECT_EQ(with.load(Collective::AllToAll).rails.off, 0);
  EXPECT_NEAR(with.load(Collective::Gather).rails.most, 4, 1e-9);

  job::JobSpec job = nodes(4);
  job.settings.paths.pxn = false;
  const RailUse without = Bench(box(), job).load(Collective::AllToAll).rails;
  EXPECT_NEAR(without.most, 1, 1e-9);
  EXPECT_NEAR(without.off, 0.75, 1e-9);
}

// Those left out are like those that are looked at.
TEST(PairLoad, ManyNodesAreLikeFewer) {
  const PairLoad load = Bench(box(), nodes(64)).load(Collective::AllToAll);
  EXPECT_NEAR(load.outside.share, 63.0 / 64, 1e-9);
}

TEST(PairLoad, SendRecvLeavesByTheLastRank) {
  const PairLoad load = Bench(box(), nodes(2)).load(Collective::SendRecv);
  EXPECT_DOUBLE_EQ(load.outside.share, 1);
  EXPECT_DOUBLE_EQ(load.by_proxy, 1);
}

TEST(PairLoad, SwitchesGiveAnyPairAllLinks) {
  const Bench bench(box(), nodes(1));
  EXPECT_EQ(bench.load(Collective::AllToAll).inside, (BusiestLink{0.75, 100}));
  EXPECT_EQ(bench.load(Collective::SendRecv).inside, (BusiestLink{1, 100}));
  EXPECT_EQ(bench.load(Collective::Gather).inside, (BusiestLink{0.75, 100}));
  EXPECT_EQ(bench.load(Collective::Gather).outside, BusiestLink{});
}

// Two GPUs on each of two sockets: of what each sends, two thirds cross the one link between these.
TEST(PairLoad, SocketsShareTheLinkBetweenThem) {
  constexpr double kBetween = 8;
  testing::Assembly assembly("sockets");
  const auto first = assembly.cpu();
  const auto second = assembly.cpu();
  for (const auto cpu : {first, first, second, second}) assembly.gpu(cpu);
  assembly.join(core::LinkKind::InterSocket, first, second, kBetween);
  const Bench bench(std::move(assembly).build(), nodes(1));
  EXPECT_EQ(bench.load(Collective::AllToAll).inside, (BusiestLink{1, kBetween}));
  EXPECT_EQ(bench.load(Collective::SendRecv).inside, (BusiestLink{1, kBetween}));
  EXPECT_EQ(bench.load(Collective::Scatter).inside, (BusiestLink{0.5, kBetween}));
}

// NCCL rates the way between two sockets by their make; messages reach no more than rings do. Of
// Arm it has a label alone, 6 GB/s, and the machine's own figure counts.
TEST(PairLoad, SocketsHaveTheRateThatNcclCounts) {
  constexpr double kOwn = 100;
  const auto load_on = [](std::string_view arch, std::string_view vendor) {
    testing::Assembly assembly("sockets");
    const auto first = assembly.cpu();
    const auto second = assembly.cpu();
    for (const auto cpu : {first, second}) {
      std::get<core::Cpu>(assembly.device(cpu).info).arch = arch;
      std::get<core::Cpu>(assembly.device(cpu).info).vendor = vendor;
      assembly.gpu(cpu);
    }
    assembly.join(core::LinkKind::InterSocket, first, second, kOwn);
    return Bench(std::move(assembly).build(), nodes(1)).load(Collective::SendRecv).inside;
  };
  const BusiestLink amd = load_on("x86_64", "AuthenticAMD");
  EXPECT_DOUBLE_EQ(amd.gb_per_s, 16);
  EXPECT_GT(amd.most(), 16);
  EXPECT_GT(load_on("arm64", "NVIDIA").gb_per_s, 6);
}

// Of the channels of a large job a peer gets one (NVIDIA/nccl#1272).
TEST(PairLoad, ChannelsOfAPeerFallWithTheJob) {
  EXPECT_EQ(Bench(box(), nodes(2)).channels_of_a_peer(), 2);
  EXPECT_EQ(Bench(box(), nodes(16)).channels_of_a_peer(), 1);
}

TEST(PairLoad, ALoneGpuSendsToNobody) {
  const PairLoad load =
      Bench(testing::nvswitch_machine(1, 90), nodes(1)).load(Collective::AllToAll);
  EXPECT_EQ(load.inside, BusiestLink{});
  EXPECT_EQ(load.outside, BusiestLink{});
}

}  // namespace network_ways_test
}  // namespace treering::sim::links
