#include "sim/nccl/connections/pair_schedule.h"

#include <algorithm>
#include <numeric>
#include <set>

#include <gtest/gtest.h>

namespace treering::sim::nccl::connections {
namespace pair_schedule_test {

/// Equal nodes of consecutive ranks.
std::vector<std::vector<int>> nodes_of(int nodes, int ranks) {
  std::vector<std::vector<int>> all(static_cast<std::size_t>(nodes));
  int next = 0;
  for (std::vector<int>& node : all) {
    node.resize(static_cast<std::size_t>(ranks));
    std::iota(node.begin(), node.end(), next);
    next += ranks;
  }
  return all;
}

TEST(PairSchedule, EveryRankSendsToOneAndReceivesFromOneInEachRound) {
  // Nodes of 12, 4 and 8 ranks: groups of 4, which divides all, so 6 groups.
  std::vector<std::vector<int>> nodes = nodes_of(1, 24);
  nodes = {{nodes[0].begin(), nodes[0].begin() + 12},
           {nodes[0].begin() + 12, nodes[0].begin() + 16},
           {nodes[0].begin() + 16, nodes[0].end()}};
  const PairSchedule schedule({8, 1}, nodes);
  std::set<std::pair<int, int>> sent;
  std::set<std::pair<int, int>> received;
  for (int from = 0; from < 24; ++from) {
    for (int to = 0; to < 24; ++to) {
      const int round = schedule.round(from, to);
      EXPECT_LT(round, 24);
      sent.emplace(round, from);
      received.emplace(round, to);
    }
  }
  EXPECT_EQ(sent.size(), 24U * 24U);
  EXPECT_EQ(received.size(), 24U * 24U);
}

TEST(PairSchedule, OwnNodeFirst) {
  // Two nodes of eight: groups of eight. Rank 3 sends to 3, 4, ..., 2, then to 11, 12, ..., 10.
  const PairSchedule schedule({16, 2}, nodes_of(2, 8));
  EXPECT_EQ(schedule.round(3, 3), 0);
  EXPECT_EQ(schedule.round(3, 2), 7);
  EXPECT_EQ(schedule.round(3, 11), 8);
  EXPECT_EQ(schedule.round(3, 10), 15);
}

TEST(PairSchedule, DistantNodesInQuadraticOrder) {
  // Distances 0, 1, 3, 6, 2, 7, 5, 4 are those of eight; six nodes leave out 6 and 7.
  const PairSchedule schedule({16, 1}, nodes_of(6, 8));
  std::vector<int> order(6);
  for (int node = 0; node < 6; ++node) {
    order[static_cast<std::size_t>(schedule.round(0, 8 * node) / 8)] = node;
  }
  EXPECT_EQ(order, (std::vector{0, 1, 3, 2, 5, 4}));
}

TEST(PairSchedule, ChannelsSpreadByReversedBits) {
  // One node: round 1 of 16 channels is 0001 and so channel 8; round 3 is 0011, channel 12.
  const PairSchedule one_node({16, 2}, nodes_of(1, 8));
  EXPECT_EQ(one_node.channels_of(0, 1), (std::vector{8, 9}));
  EXPECT_EQ(one_node.channels_of(0, 3), (std::vector{12, 13}));
  // Two nodes: all of a group of eight share a channel. The other node's comes second.
  const PairSchedule two_nodes({16, 2}, nodes_of(2, 8));
  EXPECT_EQ(two_nodes.channels_of(0, 5), (std::vector{0, 1}));
  EXPECT_EQ(two_nodes.channels_of(0, 13), (std::vector{8, 9}));
}

TEST(PairSchedule, PartsGoRoundTheChannels) {
  // Channel 3 of 4 and the next, which is the first.
  const PairSchedule schedule({4, 2}, nodes_of(1, 4));
  EXPECT_EQ(schedule.channels_of(0, 3), (std::vector{3, 0}));
}

}  // namespace pair_schedule_test
}  // namespace treering::sim::nccl::connections
