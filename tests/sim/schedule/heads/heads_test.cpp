#include "sim/schedule/heads/heads.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/schedule/proof/verify.h"
#include "sim/schedule/tree.h"
#include "tests/support/mutations.h"
#include "tests/support/schedule_cases.h"

namespace treering::sim::schedule {
namespace heads_test {

HeadsInput input_for(int per_node, int nodes, int heads, Goal goal = Goal::AllReduce) {
  HeadsInput input;
  input.contract = testing::contract_for(goal, per_node * nodes, 1000);
  input.ranks_per_node = per_node;
  for (int head = 0; head < heads; ++head) input.heads.push_back(per_node - 1 - head);
  input.work = testing::two_channels(input.contract);
  input.chunk_grain = 16;
  input.slots = 2;
  return input;
}

/// A binary heap of nodes for each channel, with another root.
HeadsInput with_trees(HeadsInput input) {
  const int per_node = input.ranks_per_node;
  const int nodes = input.contract.ranks / per_node;
  input.links = [per_node, nodes](int channel, int rank) {
    const HeapPlace place = heap_place(rank / per_node, nodes, channel % nodes);
    HeadLinks links;
    if (place.up >= 0) links.up = place.up * per_node + rank % per_node;
    for (const int below : place.down) links.down.push_back(below * per_node + rank % per_node);
    return links;
  };
  return input;
}

std::vector<std::unique_ptr<Schedule>> schedules_for(int per_node, int nodes, int heads) {
  const HeadsInput input = input_for(per_node, nodes, heads);
  std::vector<std::unique_ptr<Schedule>> all;
  all.push_back(nvls_schedule(input));
  if (nodes > 1) {
    all.push_back(nvls_schedule(with_trees(input)));
    all.push_back(collnet_direct_schedule(input));
    std::vector<int> chain = input.heads;
    for (int rank = 0; rank < per_node - heads; ++rank) chain.push_back(rank);
    all.push_back(collnet_chain_schedule(input, [chain](int, int) { return chain; }));
  }
  return all;
}

TEST(Heads, AreRight) {
  for (int per_node = 1; per_node <= 8; ++per_node) {
    for (int nodes = 1; nodes <= 5; ++nodes) {
      for (int heads = 1; heads <= per_node; ++heads) {
        for (const auto& schedule : schedules_for(per_node, nodes, heads)) {
          const auto fault = fault_of(*schedule);
          EXPECT_FALSE(fault) << nodes << " x " << per_node << " with " << heads
                              << " heads: " << fault->text;
        }
      }
    }
  }
}

TEST(Heads, OneNodeGathersAndScattersByNvls) {
  for (const Goal goal : {Goal::AllGather, Goal::ReduceScatter}) {
    for (int ranks = 1; ranks <= 33; ++ranks) {
      const HeadsInput input = input_for(ranks, 1, ranks, goal);
      ASSERT_TRUE(nvls_serves(input));
      const auto fault = fault_of(*nvls_schedule(input));
      EXPECT_FALSE(fault) << name_of(goal) << " over " << ranks << ": " << fault->text;
    }
    EXPECT_FALSE(nvls_serves(input_for(4, 1, 2, goal)));
  }
}

// More in rail_schedule_test.cpp.
TEST(Heads, SeveralNodesGatherAndScatter) {
  for (const Goal goal : {Goal::AllGather, Goal::ReduceScatter}) {
    const HeadsInput input = input_for(4, 3, 4, goal);
    ASSERT_TRUE(nvls_serves(input) && collnet_direct_serves(input));
    EXPECT_FALSE(fault_of(*nvls_schedule(input)));
    EXPECT_FALSE(fault_of(*collnet_direct_schedule(input)));
    EXPECT_FALSE(nvls_serves(input_for(4, 3, 2, goal)));
    EXPECT_FALSE(collnet_direct_serves(input_for(4, 3, 2, goal)));
    EXPECT_FALSE(nvls_serves(with_trees(input)));
  }
}

TEST(Heads, MistakesAreFound) {
  testing::MutationCounts counts;
  for (const int nodes : {1, 2, 3, 11}) {
    for (const auto& schedule : schedules_for(3, nodes, 2)) {
      counts += testing::mutations_found(*schedule, nodes < 4 ? 300 : 40);
    }
  }
  testing::expect_found(counts, Goal::AllReduce);
}

}  // namespace heads_test
}  // namespace treering::sim::schedule
