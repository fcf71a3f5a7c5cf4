#include "sim/nccl/connections/connections.h"

#include <algorithm>
#include <array>
#include <optional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/small_machines.h"

namespace treering::sim::nccl::connections {
namespace connections_test {

using ::testing::AllOf;
using ::testing::Each;
using ::testing::IsEmpty;
using ::testing::Not;
using testing::NvswitchBox;

/// A job, what NCCL finds and makes, and its connections.
struct Made {
  core::Cluster cluster;
  Plan plan;

  Made(core::Topology node, const job::JobSpec& job)
      : cluster{std::move(node), job.nodes, {}}, plan(make_plan(cluster, job)) {}
  Made(core::Topology node, const job::JobSpec& job, const search::NodeSearch& found)
      : cluster{std::move(node), job.nodes, {}}, plan(make_plan(job, found)) {}

  Connections connections() const { return {cluster, plan}; }
};

job::JobSpec on_nodes(int nodes) {
  job::JobSpec job;
  job.nodes = nodes;
  return job;
}

/// Four Hopper GPUs on an NVSwitch, each with a NIC of its own.
core::Topology box_of_four() {
  NvswitchBox box;
  box.gpus = 4;
  return testing::nvswitch_box(box);
}

std::vector<std::int64_t> nets_left_by(const std::vector<Connection>& all) {
  std::vector<std::int64_t> nets;
  for (const Connection& one : all) {
    if (one.net >= 0) nets.push_back(one.net);
  }
  return nets;
}

TEST(Connections, CopiesFollowTheFewerOfRingsAndTrees) {
  // One ring by NET 0, and a tree more by NET 1, which NCCL drops: both copies of the first use
  // NET 0.
  const job::JobSpec job = on_nodes(2);
  search::NodeSearch found = search::search_node(box_of_four(), job);
  const auto channel_by = [](std::int64_t net) { return NodeChannel{{0, 1, 2, 3}, {net, net}}; };
  found.graphs.ring.channels = {channel_by(0)};
  found.graphs.tree.channels = {channel_by(0), channel_by(1)};
  const Made made(box_of_four(), job, found);
  ASSERT_GE(made.plan.channels.count(), 2);
  for (const Algorithm algorithm : {Algorithm::Ring, Algorithm::Tree}) {
    const auto nets = nets_left_by(made.connections().of(algorithm));
    EXPECT_THAT(nets, AllOf(Not(IsEmpty()), Each(0)));
  }
}

TEST(Connections, HeadsTakeTurnsOfTheirNets) {
  // GPU 0 heads two NVLS channels, by NETs 2 and 3. NVLSTree's channels take them in turns.
  job::JobSpec job = on_nodes(2);
  search::NodeSearch found = search::search_node(box_of_four(), job);
  found.graphs.nvls.channels = {{{0, 1, 2, 3}, {2, 2}}, {{0, 1, 2, 3}, {3, 3}}};
  const Made made(box_of_four(), job, found);
  ASSERT_TRUE(made.plan.channels.uses_nvls());
  for (const Connection& one : made.connections().of(Algorithm::NvlsTree)) {
    EXPECT_EQ(one.net, 2 + one.channel % 2);
    EXPECT_EQ(one.to_net, one.net);
  }
}

TEST(Connections, TheFirstAlgorithmDecides) {
  // The ring 0-1-2-3 goes by NET 0, the tree 3-0-1-2 by NET 1. The ring sends from 3 to 4 and from
  // 7 to 0, the tree between 3 and 7; inside a node both send from 0 to 1 and from 1 to 2.
  const job::JobSpec job = on_nodes(2);
  search::NodeSearch found = search::search_node(box_of_four(), job);
  found.graphs.ring.channels = {{{0, 1, 2, 3}, {0, 0}}};
  found.graphs.tree.channels = {{{3, 0, 1, 2}, {1, 1}}};
  found.graphs.tree.pattern = Pattern::Tree;
  const Made made(box_of_four(), job, found);
  const Connections all = made.connections();
  const auto both = [&](std::array<Algorithm, 2> order) { return all.of(order); };
  const std::vector<Connection> ring_first = both({Algorithm::Ring, Algorithm::Tree});
  const std::vector<Connection> tree_first = both({Algorithm::Tree, Algorithm::Ring});
  ASSERT_EQ(ring_first.size(), tree_first.size());
  for (std::size_t i = 0; i < ring_first.size(); ++i) {
    const Connection& one = ring_first[i];
    EXPECT_EQ(one.algorithms, tree_first[i].algorithms);
    if (one.transport != Transport::Net) continue;
    const bool is_of_ring = one.algorithms.test(static_cast<std::size_t>(Algorithm::Ring));
    const bool is_of_tree = one.algorithms.test(static_cast<std::size_t>(Algorithm::Tree));
    EXPECT_EQ(one.net, is_of_ring ? 0 : 1);
    EXPECT_EQ(tree_first[i].net, is_of_tree ? 1 : 0);
  }
}

/// A message from rank 0 to the third GPU of the second node.
Connection message(const job::Settings& settings) {
  job::JobSpec job = on_nodes(2);
  job.settings = settings;
  return Made(box_of_four(), job).connections().between(0, 6).front();
}

TEST(Connections, MessagesLeaveByTheRailOfTheReceiver) {
  // NET 2 is the third GPU's, on both nodes: rank 2 sends for rank 0, and rank 6 receives by its
  // own.
  const Connection one = message({});
  EXPECT_EQ(one.transport, Transport::Net);
  EXPECT_EQ(one.index, 1);
  EXPECT_EQ(one.net, 2);
  EXPECT_EQ(one.proxy, 2);
  EXPECT_EQ(one.to_net, 2);
  EXPECT_EQ(one.gpu_direct, GpuDirect::On);
  EXPECT_TRUE(one.algorithms.none());
}

TEST(Connections, WithoutPxnMessagesLeaveByTheSendersOwnRail) {
  job::Settings settings;
  settings.paths.pxn = false;
  EXPECT_EQ(message(settings).net, 0);
  EXPECT_EQ(message(settings).proxy, -1);
  EXPECT_EQ(message(settings).to_net, 2);
  // Unless rails are never crossed: then by the receiver's, without a proxy.
  settings.cross_nic = job::CrossNic::Never;
  EXPECT_EQ(message(settings).net, 2);
  EXPECT_EQ(message(settings).proxy, -1);
}

TEST(Connections, LevelsOfPxnForMessages) {
  job::Settings settings;
  settings.pairs.pxn_level = 0;
  EXPECT_EQ(message(settings).net, 0);
  EXPECT_EQ(message(settings).proxy, -1);
  // Level 1 takes the way of rank 0 to NET 2, which leads through rank 2.
  settings.pairs.pxn_level = 1;
  EXPECT_EQ(message(settings).net, 2);
  EXPECT_EQ(message(settings).proxy, 2);
}

TEST(Connections, SettingsLimitTheChannelsOfPairs) {
  const auto channels = [](const job::PairLimits& limits) {
    job::JobSpec job = on_nodes(2);
    job.settings.pairs = limits;
    return Made(box_of_four(), job).connections().pair_channels();
  };
  job::PairLimits limits;
  limits.max_channels = 3;  // rounded up to a power of two, and too few for two a peer: 2 x 8 > 12
  EXPECT_EQ(channels(limits), (PairChannels{4, 1}));
  limits = {};
  limits.min_channels = 40;
  EXPECT_EQ(channels(limits).channels, 64);
  limits = {};
  limits.channels_per_network = 5;
  EXPECT_EQ(channels(limits).per_peer, 8);
}

TEST(Connections, TransportsOfPairsInANode) {
  const auto transport = [](const core::Topology& node, const job::JobSpec& job, int to) {
    return Made(node, job).connections().between(0, to).front().transport;
  };
  job::JobSpec job;
  EXPECT_EQ(transport(box_of_four(), job, 1), Transport::P2p);
  job.gpus_per_process = 2;
  EXPECT_EQ(transport(box_of_four(), job, 1), Transport::Direct);
  EXPECT_EQ(transport(box_of_four(), job, 2), Transport::P2p);
  // Without NVLink from 0 to 5, by a GPU that has both.
  EXPECT_EQ(transport(testing::hybrid_cube(), {}, 5), Transport::Indirect);
  // GPUs 0 and 1 share a switch, GPU 2 is below another CPU.
  EXPECT_EQ(transport(testing::two_sockets(), {}, 1), Transport::P2p);
  EXPECT_EQ(transport(testing::two_sockets(), {}, 2), Transport::SharedMemory);
  job = {};
  job.settings.paths.peer_to_peer_reach = PathType::Sys;
  EXPECT_EQ(transport(testing::two_sockets(), job, 2), Transport::P2p);
}

TEST(Connections, ASingleRankHasNone) {
  NvswitchBox box;
  box.gpus = 1;
  const Made made(testing::nvswitch_box(box), on_nodes(1));
  const Connections all = made.connections();
  EXPECT_THAT(all.of(Algorithm::Ring), IsEmpty());
  EXPECT_THAT(all.of_pairs(), IsEmpty());
}

TEST(Connections, GpuDirectForSendsCanBeTurnedOff) {
  job::Settings settings;
  settings.gpu_direct_reads = job::Switch::Off;
  EXPECT_EQ(message(settings).gpu_direct, GpuDirect::Off);
  EXPECT_EQ(message(settings).to_gpu_direct, GpuDirect::On);
}

}  // namespace connections_test
}  // namespace treering::sim::nccl::connections
