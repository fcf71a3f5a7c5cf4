// The schedules of the algorithms that NCCL does not have: all that need no plan.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/algorithms/registry.h"
#include "sim/algorithms/schedule_query.h"
#include "sim/schedule/verify.h"
#include "tests/support/mutations.h"
#include "tests/support/schedule_cases.h"

namespace treering::sim::algorithms {
namespace comparison_test {

using schedule::Goal;

std::vector<const Entry*> comparisons() {
  std::vector<const Entry*> found;
  for (const Entry& entry : all()) {
    if (entry.rules == nullptr) found.push_back(&entry);
  }
  return found;
}

ScheduleQuery query_for(Goal goal, int ranks, int per_node, std::uint64_t bytes) {
  const schedule::Contract contract = testing::contract_for(goal, ranks, bytes);
  return {contract, testing::two_channels(contract), per_node, 4};
}

TEST(Comparison, HasTheAlgorithmsOfTextbooks) {
  std::vector<std::string_view> names;
  for (const Entry* entry : comparisons()) names.push_back(entry->name);
  EXPECT_THAT(names, ::testing::ElementsAre("single_tree", "recursive_doubling", "halving_doubling",
                                            "ring_2d", "hierarchical", "bruck", "pairwise",
                                            "ring_unchunked", "naive"));
}

class ComparisonOf : public ::testing::TestWithParam<const Entry*> {};

INSTANTIATE_TEST_SUITE_P(Algorithms, ComparisonOf, ::testing::ValuesIn(comparisons()),
                         [](const auto& one) { return std::string(one.param->name); });

TEST_P(ComparisonOf, WaysAreThoseOfStreams) {
  for (const Goal goal : testing::all_goals()) {
    const ScheduleQuery query = query_for(goal, 12, 4, 640);
    if (!GetParam()->schedule.serves(query)) continue;
    const auto steps = GetParam()->schedule.make(query);
    for (int id = 0; id < steps->streams(); ++id) {
      const auto sends = steps->stream(id).sends;
      for (std::size_t port = 0; port < sends.size(); ++port) {
        if (sends[port] == schedule::kNoPeer) continue;
        const int at = static_cast<int>(port);
        EXPECT_EQ(steps->way(id, at), steps->Schedule::way(id, at)) << name_of(goal);
      }
    }
  }
}

TEST_P(ComparisonOf, IsRightForWhatItServes) {
  int served = 0;
  for (const Goal goal : testing::all_goals()) {
    for (int ranks = 1; ranks <= 33; ++ranks) {
      for (const int per_node : {1, 2, 3, 8}) {
        if (ranks % per_node != 0) continue;
        for (const std::uint64_t bytes : {4U, 640U}) {
          const ScheduleQuery query = query_for(goal, ranks, per_node, bytes);
          if (!GetParam()->schedule.serves(query)) continue;
          ++served;
          const auto fault = fault_of(*GetParam()->schedule.make(query));
          EXPECT_FALSE(fault) << name_of(goal) << " of " << bytes << " over " << ranks << ", "
                              << per_node << " a node: " << fault->text;
        }
      }
    }
  }
  EXPECT_GT(served, 0);
}

TEST_P(ComparisonOf, IsRightOverManyRanks) {
  for (const Goal goal : testing::all_goals()) {
    const ScheduleQuery query = query_for(goal, 96, 8, 4100);
    if (!GetParam()->schedule.serves(query)) continue;
    const auto fault = fault_of(*GetParam()->schedule.make(query));
    EXPECT_FALSE(fault) << name_of(goal) << ": " << fault->text;
  }
}

TEST_P(ComparisonOf, MistakesAreFound) {
  for (const Goal goal : testing::all_goals()) {
    for (const int ranks : {2, 3, 4, 6}) {
      const ScheduleQuery query = query_for(goal, ranks, ranks % 2 == 0 ? 2 : 1, 640);
      if (!GetParam()->schedule.serves(query)) continue;
      EXPECT_GE(testing::share_of_mutations_found(*GetParam()->schedule.make(query), 200), 0.99)
          << name_of(goal) << " over " << ranks;
    }
  }
}

}  // namespace comparison_test
}  // namespace treering::sim::algorithms
