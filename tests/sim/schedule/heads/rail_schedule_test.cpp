#include "sim/schedule/heads/rail_schedule.h"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

#include <gtest/gtest.h>

#include "sim/schedule/proof/verify.h"
#include "tests/support/mutations.h"
#include "tests/support/schedule_cases.h"

namespace treering::sim::schedule {
namespace rail_schedule_test {

constexpr std::array kGoals{Goal::AllGather, Goal::ReduceScatter};
constexpr std::array kInsides{InsideNode::Direct, InsideNode::Multicast};

/// Heads in another order on each node.
HeadsInput input_for(Goal goal, int per_node, int nodes, std::uint64_t block_bytes) {
  HeadsInput input;
  input.contract = testing::contract_for(goal, per_node * nodes, block_bytes);
  input.ranks_per_node = per_node;
  for (int head = 0; head < per_node; ++head) input.heads.push_back(head);
  input.head_on = [per_node](int node, int head) { return (head + node) % per_node; };
  input.work = testing::two_channels(input.contract);
  input.slots = 2;
  return input;
}

void expect_right(const HeadsInput& input) {
  for (const InsideNode inside : kInsides) {
    const auto fault = fault_of(*rail_schedule(input, inside));
    EXPECT_FALSE(fault) << name_of(input.contract.goal) << " over " << input.contract.ranks
                        << " ranks, " << input.ranks_per_node << " a node, blocks of "
                        << input.contract.block_bytes << ": " << fault->text;
  }
}

TEST(RailSchedule, IsRight) {
  for (const Goal goal : kGoals) {
    for (int per_node = 1; per_node <= 8; ++per_node) {
      for (int nodes = 2; nodes * per_node <= 33; ++nodes) {
        expect_right(input_for(goal, per_node, nodes, 131));
      }
    }
  }
}

// Windows hold a part of a block, several blocks, or all.
TEST(RailSchedule, IsRightForBlocksOfAnySize) {
  for (const Goal goal : kGoals) {
    for (const std::uint64_t bytes : {0U, 1U, 7U, 36U, 48U, 74U, 148U, 1000U}) {
      for (const int nodes : {2, 3, 5}) expect_right(input_for(goal, 3, nodes, bytes));
    }
  }
}

void expect_mistakes_found(const HeadsInput& input, InsideNode inside) {
  const StepsInMemory all = testing::listed(*rail_schedule(input, inside));
  for (const testing::Mutation& one : testing::mutations_of(all, 150)) {
    EXPECT_TRUE(fault_of(testing::mutated(all, one)))
        << name_of(input.contract.goal) << " over " << input.contract.ranks << " ranks, blocks of "
        << input.contract.block_bytes << ": " << testing::text_of(one);
  }
}

TEST(RailSchedule, MistakesAreFound) {
  for (const Goal goal : kGoals) {
    for (const InsideNode inside : kInsides) {
      for (const int nodes : {2, 3}) {
        expect_mistakes_found(input_for(goal, 3, nodes, 20), inside);
        expect_mistakes_found(input_for(goal, 3, nodes, 200), inside);
      }
    }
  }
}

/// What repeats() promises, step by step. Returns the longest that it promises.
StepIndex expect_equal_repeats(const Schedule& schedule, StreamId id, StepIndex period) {
  StepIndex most = 0;
  for (StepIndex from = 0; from < schedule.stream(id).steps; ++from) {
    const StepIndex count = schedule.repeats(id, from, period);
    most = std::max(most, count);
    for (StepIndex i = from; i < from + count; ++i) {
      const Step one = schedule.step(id, i);
      const Step later = schedule.step(id, i + period);
      EXPECT_EQ(std::tuple(one.bytes, one.receive, one.send),
                std::tuple(later.bytes, later.receive, later.send));
    }
  }
  return most;
}

TEST(RailSchedule, RepeatsAreEqual) {
  for (const Goal goal : kGoals) {
    const auto schedule = rail_schedule(input_for(goal, 2, 3, 1000), InsideNode::Multicast);
    StepIndex most = 0;
    for (StreamId id = 0; id < schedule->streams(); ++id) {
      for (const StepIndex period : {1U, 2U, 3U}) {
        most = std::max(most, expect_equal_repeats(*schedule, id, period));
      }
    }
    EXPECT_GT(most, 10U);
  }
}

// Streams of one kind have equal steps.
TEST(RailSchedule, KindsTellStepsApart) {
  for (const Goal goal : kGoals) {
    const auto schedule = rail_schedule(input_for(goal, 2, 5, 333), InsideNode::Direct);
    const StepsInMemory all = testing::listed(*schedule);
    for (StreamId id = 0; id < all.streams(); ++id) {
      for (StreamId other = 0; other < id; ++other) {
        if (schedule->kind(id) != schedule->kind(other)) continue;
        EXPECT_EQ(all.kind(id), all.kind(other)) << id << " and " << other;
      }
    }
  }
}

TEST(RailSchedule, NeedsAHeadForEachRank) {
  HeadsInput input = input_for(Goal::AllGather, 4, 2, 100);
  EXPECT_TRUE(rails_serve(input));
  input.heads.pop_back();
  EXPECT_FALSE(rails_serve(input));
  EXPECT_FALSE(rails_serve(input_for(Goal::AllReduce, 4, 2, 100)));
  input = input_for(Goal::ReduceScatter, 4, 2, 100);
  input.links = [](int, int) { return HeadLinks{}; };
  EXPECT_FALSE(rails_serve(input));
}

}  // namespace rail_schedule_test
}  // namespace treering::sim::schedule
