// The schedules of the algorithms that NCCL does not have: all that need no plan.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/algorithms/registry.h"
#include "sim/schedule/proof/verify.h"
#include "tests/support/mutations.h"
#include "tests/support/schedule_cases.h"

namespace treering::sim::algorithms {
namespace comparison_test {

using schedule::Goal;

/// Those whose schedules need no plan.
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

TEST(Comparison, HasTheAlgorithmsOfTextbooksBesideNcclsUntunedOne) {
  std::vector<std::string_view> names;
  for (const Entry* entry : comparisons()) names.push_back(entry->name);
  EXPECT_THAT(names, ::testing::ElementsAre("p2p", "single_tree", "recursive_doubling",
                                            "halving_doubling", "ring_2d", "hierarchical", "bruck",
                                            "pairwise", "ring_unchunked", "naive"));
}

// What MPICH, Open MPI and the papers named in the algorithms' files have.
TEST(Comparison, ServesWhatIsKnownOfIt) {
  const auto served = [](std::string_view name) {
    return fmt::format("{}", fmt::join(served_by(*find(name)), " "));
  };
  EXPECT_EQ(served("single_tree"), "all_reduce broadcast reduce barrier");
  EXPECT_EQ(served("recursive_doubling"), "all_reduce all_gather barrier");
  EXPECT_EQ(served("halving_doubling"), "all_reduce all_gather reduce_scatter broadcast reduce");
  EXPECT_EQ(served("ring_2d"), served("halving_doubling"));
  EXPECT_EQ(served("hierarchical"), served("halving_doubling"));
  EXPECT_EQ(served("bruck"), "all_gather reduce_scatter alltoall barrier");
  EXPECT_EQ(served("p2p"), "alltoall gather scatter sendrecv");
  EXPECT_EQ(served("pairwise"), "all_gather reduce_scatter alltoall gather scatter sendrecv");
  EXPECT_EQ(served("ring_unchunked"),
            "all_reduce all_gather reduce_scatter broadcast reduce barrier");
  EXPECT_EQ(served("naive"),
            "all_reduce all_gather reduce_scatter broadcast reduce gather scatter barrier");
  EXPECT_EQ(served("tree"), "all_reduce");
  EXPECT_EQ(served("pat"), "all_gather reduce_scatter");
}

// Where one rank has a message in each phase and the others have few, there are no empty steps, and
// no connections without messages: all that is in memory is as large as the messages are many.
TEST(Comparison, RanksHaveNoStepsInPhasesOfOthers) {
  struct Case {
    std::string_view algorithm;
    Goal goal;
    int messages;  // of seven ranks and two channels
  };
  for (const Case& one :
       {Case{"naive", Goal::AllReduce, 24}, Case{"naive", Goal::Broadcast, 12},
        Case{"naive", Goal::Gather, 12}, Case{"ring_unchunked", Goal::AllReduce, 24},
        Case{"ring_unchunked", Goal::Broadcast, 12}, Case{"ring_unchunked", Goal::Reduce, 12},
        Case{"pairwise", Goal::Gather, 12}, Case{"pairwise", Goal::Scatter, 12}}) {
    const auto steps = find(one.algorithm)->schedule.make(query_for(one.goal, 7, 7, 640));
    int messages = 0;
    for (int id = 0; id < steps->streams(); ++id) {
      const schedule::Stream stream = steps->stream(id);
      messages += static_cast<int>(stream.sends.size());
      EXPECT_EQ(stream.steps, stream.sends.size() + stream.receives.size()) << one.algorithm;
      for (schedule::StepIndex i = 0; i < stream.steps; ++i) {
        const schedule::Step step = steps->step(id, i);
        EXPECT_EQ(step.send.count + step.receive.count, 1) << one.algorithm;
      }
    }
    EXPECT_EQ(messages, one.messages) << one.algorithm << " " << name_of(one.goal);
  }
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
        EXPECT_EQ(steps->connection(id, at), steps->Schedule::connection(id, at)) << name_of(goal);
      }
    }
  }
}

/// Over 1 to 33 ranks, on nodes of several sizes.
std::vector<ScheduleQuery> small_queries(Goal goal) {
  std::vector<ScheduleQuery> queries;
  for (int ranks = 1; ranks <= 33; ++ranks) {
    for (const int per_node : {1, 2, 3, 8}) {
      if (ranks % per_node != 0) continue;
      for (const std::uint64_t bytes : {4U, 640U}) {
        queries.push_back(query_for(goal, ranks, per_node, bytes));
      }
    }
  }
  return queries;
}

TEST_P(ComparisonOf, IsRightForWhatItServes) {
  int served = 0;
  for (const Goal goal : testing::all_goals()) {
    for (const ScheduleQuery& query : small_queries(goal)) {
      if (!GetParam()->schedule.serves(query)) continue;
      ++served;
      const auto fault = fault_of(*GetParam()->schedule.make(query));
      EXPECT_FALSE(fault) << name_of(goal) << " of " << query.contract.block_bytes << " over "
                          << query.contract.ranks << ", " << query.ranks_per_node
                          << " a node: " << fault->text;
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
    testing::MutationCounts counts;
    bool is_served = false;
    for (const int ranks : {2, 3, 4, 6, 12, 16, 33}) {
      const ScheduleQuery query = query_for(goal, ranks, ranks % 2 == 0 ? 2 : 1, 640);
      if (!GetParam()->schedule.serves(query)) continue;
      is_served = true;
      const auto schedule = GetParam()->schedule.make(query);
      counts += testing::mutations_found(*schedule, ranks < 8 ? 200 : 40);
    }
    if (!is_served) continue;
    SCOPED_TRACE(name_of(goal));
    testing::expect_found(counts, goal);
  }
}

/// Served over many ranks, 8 a node.
struct Large {
  const Entry* entry = nullptr;
  Goal goal = Goal::AllReduce;
};

constexpr int kLargeRanks = 1024;

/// A byte for each rank.
ScheduleQuery large_query(Goal goal) {
  const bool is_whole = schedule::Contract{goal, kLargeRanks, 1}.blocks() == 1;
  const auto bytes = static_cast<std::uint64_t>(is_whole ? kLargeRanks : 1);
  const schedule::Contract contract = testing::contract_for(goal, kLargeRanks, bytes);
  return {contract, {{0, contract.block_bytes, contract.block_bytes}}, 8, 1};
}

std::vector<Large> all_large() {
  std::vector<Large> all;
  for (const Entry* entry : comparisons()) {
    for (const Goal goal : testing::all_goals()) {
      if (entry->schedule.serves(large_query(goal))) all.push_back({entry, goal});
    }
  }
  return all;
}

class LargeComparison : public ::testing::TestWithParam<Large> {};

INSTANTIATE_TEST_SUITE_P(Algorithms, LargeComparison, ::testing::ValuesIn(all_large()),
                         [](const auto& one) {
                           return fmt::format("{}_{}", one.param.entry->id,
                                              name_of(one.param.goal));
                         });

TEST_P(LargeComparison, IsRight) {
  const Entry& entry = *GetParam().entry;
  const auto fault = fault_of(*entry.schedule.make(large_query(GetParam().goal)));
  EXPECT_FALSE(fault) << fault->text;
}

}  // namespace comparison_test
}  // namespace treering::sim::algorithms
