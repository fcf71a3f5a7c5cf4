#include "sim/nccl/communicator/channels.h"

#include <algorithm>
#include <numeric>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "sim/nccl/communicator/channel_count.h"
#include "tests/support/sample_search.h"

namespace treering::sim::nccl::communicator {
namespace channels_test {

using core::TreeLinks;

ChannelSet channels(const search::NodeSearch& found, int nodes) {
  static const job::Settings kUnset;
  return {{versions::version("2.28"), kUnset}, search::JobSearch{{found}, {}}, nodes};
}

using Ranks = std::vector<int>;

TEST(Channels, RingsJoinNodesEndToEnd) {
  const ChannelSet set = channels(testing::four_gpus(), 2);
  EXPECT_EQ(set.ring(0), (Ranks{0, 1, 2, 3, 4, 5, 6, 7}));
  // 3-2-1-0 then 7-6-5-4, listed from rank 0 on.
  EXPECT_EQ(set.ring(1), (Ranks{0, 7, 6, 5, 4, 3, 2, 1}));
  EXPECT_EQ(set.ring(2), set.ring(0)) << "doubled";
}

TEST(Channels, RingsThatMayCrossRailsAlternate) {
  search::NodeSearch found = testing::four_gpus();
  found.graphs.ring.cross_nic = 2;
  const ChannelSet set = channels(found, 3);
  // Odd nodes take the other channel of the pair: 0-1-2-3, 7-6-5-4, 8-9-10-11.
  EXPECT_EQ(set.ring(0), (Ranks{0, 1, 2, 3, 7, 6, 5, 4, 8, 9, 10, 11}));
  found.graphs.ring.channels.pop_back();
  EXPECT_EQ(channels(found, 2).ring(0), (Ranks{0, 1, 2, 3, 4, 5, 6, 7})) << "no pair to swap in";
}

/// A machine of three GPUs that NCCL treats as two nodes: GPUs 0 and 2, and GPU 1.
search::NodeSearch two_parts() {
  search::NodeSearch found = testing::one_gpu();
  found.facts.gpus = 2;
  found.other_parts = {found.graphs};
  const auto put = [](NodeGraphs& graphs, const Ranks& ranks) {
    graphs.ring.channels.front().gpus = ranks;
    graphs.tree.channels.front().gpus = ranks;
    graphs.tree.pattern = Pattern::BalancedTree;
  };
  put(found.graphs, {0, 2});
  put(found.other_parts.front(), {1});
  return found;
}

TEST(Channels, PartsOfAMachineAreNodesOfTheirOwnSize) {
  const ChannelSet set = channels(two_parts(), 2);  // ranks 0 to 2 and 3 to 5
  EXPECT_EQ(set.node_of(2), 0);
  EXPECT_EQ(set.node_of(1), 1);
  EXPECT_EQ(set.node_of(4), 3);
  EXPECT_EQ(set.ring(0), (Ranks{0, 2, 1, 3, 5, 4}));
}

TEST(Channels, TreesOverPartsOfAMachine) {
  // Tree 0 over two nodes: node 1 below node 0. Tree 1: node 0 below node 1.
  const ChannelSet set = channels(two_parts(), 1);
  EXPECT_EQ(set.tree(0, 0), (TreeLinks{-1, {2, 1, -1}}));
  EXPECT_EQ(set.tree(0, 1), (TreeLinks{0, {-1, -1, -1}}));
  EXPECT_EQ(set.tree(1, 0), (TreeLinks{1, {2, -1, -1}}));
  EXPECT_EQ(set.tree(1, 1), (TreeLinks{-1, {0, -1, -1}}));
}

TEST(Channels, ATreeIsAChainInsideANode) {
  const ChannelSet set = channels(testing::four_gpus(), 1);
  EXPECT_EQ(set.tree(0, 0), (TreeLinks{-1, {1, -1, -1}}));
  EXPECT_EQ(set.tree(0, 1), (TreeLinks{0, {2, -1, -1}}));
  EXPECT_EQ(set.tree(0, 3), (TreeLinks{2, {-1, -1, -1}}));
}

TEST(Channels, BalancedTreesHangChildrenOnTheFirstTwoGpus) {
  // Four nodes: tree 0 is 0 - 2 - (1, 3). Node 2's GPU 0 (rank 8) is linked to the parent and to
  // the upper child, its GPU 1 (rank 9) to the lower one. Node 2 is the upper child of node 0.
  const ChannelSet set = channels(testing::four_gpus(), 4);
  EXPECT_EQ(set.tree(0, 0), (TreeLinks{-1, {1, 8, -1}}));
  EXPECT_EQ(set.tree(0, 8), (TreeLinks{0, {9, 12, -1}}));
  EXPECT_EQ(set.tree(0, 9), (TreeLinks{8, {10, 4, -1}}));
  EXPECT_EQ(set.tree(0, 4), (TreeLinks{9, {5, -1, -1}}));
  EXPECT_EQ(set.tree(0, 12), (TreeLinks{8, {13, -1, -1}}));
}

TEST(Channels, PlainTreesHangEverythingOnTheFirstGpu) {
  const ChannelSet set = channels(testing::one_gpu(), 4);
  EXPECT_EQ(set.tree(0, 2), (TreeLinks{0, {1, 3, -1}}));
}

TEST(Channels, SplitTreesKeepTheParentApart) {
  search::NodeSearch found = testing::four_gpus();
  found.graphs.tree.pattern = Pattern::SplitTree;
  const ChannelSet set = channels(found, 4);
  EXPECT_EQ(set.tree(0, 8), (TreeLinks{1, {9, -1, -1}}));
  EXPECT_EQ(set.tree(0, 9), (TreeLinks{8, {10, 4, 12}}));
}

TEST(Channels, NvlsTreesJoinTheRanksOfOneHead) {
  const ChannelSet set = channels(testing::four_gpus_with_nvls(), 4);
  ASSERT_TRUE(set.uses_nvls());
  EXPECT_EQ(set.nvls_heads(), (Ranks{0, 1, 2, 3}));
  EXPECT_EQ(set.nvls_tree(0, 9), (TreeLinks{1, {5, 13, -1}}));
  // The second tree is mirrored: 3 - 1 - (2, 0).
  EXPECT_EQ(set.nvls_tree(1, 5), (TreeLinks{13, {9, 1, -1}}));
}

TEST(Channels, HeadsAreNamedOnce) {
  search::NodeSearch found = testing::four_gpus_with_nvls();
  found.graphs.nvls.channels.push_back(found.graphs.nvls.channels.front());
  EXPECT_EQ(channels(found, 1).nvls_heads(), (Ranks{0, 1, 2, 3}));
}

TEST(Channels, CollNetTakesNvlsHeadsWhereThereAreAny) {
  search::NodeSearch found = testing::four_gpus_with_collnet();
  found.graphs.collnet_direct.channels.resize(2);
  EXPECT_EQ(channels(found, 2).collnet_head_count(), 4);
  found.facts.nvls = false;
  EXPECT_EQ(channels(found, 2).collnet_head_count(), 2);
  EXPECT_EQ(channels(found, 1).collnet_head_count(), 0) << "one node has no network";
}

/// A machine with random orders of 1 to 8 GPUs on 1 to 4 channels.
search::NodeSearch random_machine() {
  search::NodeSearch found = testing::four_gpus();
  found.facts.gpus = *rc::gen::inRange(1, 9);
  found.graphs.ring.cross_nic = *rc::gen::element(0, 1, 2);
  found.graphs.ring.channels.clear();
  found.graphs.tree.channels.clear();
  found.graphs.tree.pattern =
      found.facts.gpus == 1
          ? Pattern::Tree
          : *rc::gen::element(Pattern::Tree, Pattern::BalancedTree, Pattern::SplitTree);
  const int searched = *rc::gen::inRange(1, 5);
  for (int c = 0; c < searched; ++c) {
    Ranks order(static_cast<std::size_t>(found.facts.gpus));
    std::iota(order.begin(), order.end(), 0);
    const auto turn = *rc::gen::inRange<std::ptrdiff_t>(0, found.facts.gpus);
    std::rotate(order.begin(), order.begin() + turn, order.end());
    found.graphs.ring.channels.push_back({order, {}});
    if (*rc::gen::arbitrary<bool>()) std::reverse(order.begin(), order.end());
    found.graphs.tree.channels.push_back({order, {}});
  }
  return found;
}

RC_GTEST_PROP(Channels, RingsVisitEveryRankOnce, ()) {
  const search::NodeSearch found = random_machine();
  const int nodes = *rc::gen::inRange(1, 12);
  const ChannelSet set = channels(found, nodes);
  for (int channel = 0; channel < set.count(); ++channel) {
    Ranks ring = set.ring(channel);
    RC_ASSERT(ring.front() == 0);
    std::sort(ring.begin(), ring.end());
    Ranks all(static_cast<std::size_t>(nodes * found.facts.gpus));
    std::iota(all.begin(), all.end(), 0);
    RC_ASSERT(ring == all);
  }
}

RC_GTEST_PROP(Channels, RingsLeaveEachNodeOnce, ()) {
  const search::NodeSearch found = random_machine();
  const int nodes = *rc::gen::inRange(2, 12);
  const ChannelSet set = channels(found, nodes);
  for (int channel = 0; channel < set.count(); ++channel) {
    const Ranks ring = set.ring(channel);
    int crossings = 0;
    for (std::size_t i = 0; i < ring.size(); ++i) {
      const int next = ring[(i + 1) % ring.size()];
      crossings += ring[i] / found.facts.gpus != next / found.facts.gpus;
    }
    RC_ASSERT(crossings == nodes);
  }
}

/// Counts `rank` and the ranks below it, and checks that children have their parent as `up`.
int checked_size(const ChannelSet& set, int channel, int rank) {
  int size = 1;
  for (const int child : set.tree(channel, rank).down) {
    if (child < 0) continue;
    RC_ASSERT(set.tree(channel, child).up == rank);
    size += checked_size(set, channel, child);
  }
  return size;
}

RC_GTEST_PROP(Channels, TreesSpanAllRanks, ()) {
  const search::NodeSearch found = random_machine();
  const int nodes = *rc::gen::inRange(1, 12);
  const ChannelSet set = channels(found, nodes);
  for (int channel = 0; channel < set.count(); ++channel) {
    int root = 0;
    int roots = 0;
    for (int rank = 0; rank < nodes * found.facts.gpus; ++rank) {
      if (set.tree(channel, rank).up >= 0) continue;
      root = rank;
      ++roots;
    }
    RC_ASSERT(roots == 1);
    RC_ASSERT(checked_size(set, channel, root) == nodes * found.facts.gpus);
  }
}

}  // namespace channels_test
}  // namespace treering::sim::nccl::communicator
