// The schedules of NCCL's algorithms, of plans for 1 to 33 ranks and for 1,024: each is proved
// right, and single mistakes in it are found.
#include <algorithm>
#include <array>
#include <memory>
#include <set>
#include <string>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/algorithms/registry.h"
#include "sim/nccl/call/call_schedule.h"
#include "sim/nccl/plan.h"
#include "sim/schedule/proof/verify.h"
#include "tests/support/mutations.h"
#include "tests/support/sample_search.h"
#include "tests/support/schedule_cases.h"
#include "tests/support/tuning_cell.h"

namespace treering::sim::nccl::call {
namespace proof_test {

using algorithms::Entry;
using schedule::Goal;
using schedule::Schedule;
using ::testing::ValuesIn;

struct Shape {
  int per_node = 1;
  int nodes = 1;

  int ranks() const { return per_node * nodes; }
};

/// With all that NCCL's algorithms need, where there are several GPUs a node.
Plan plan_of(const Shape& shape) {
  const auto found =
      shape.per_node == 1 ? testing::one_gpu() : testing::gpus_with_collnet(shape.per_node);
  return testing::plan_of(found, shape.nodes);
}

/// Every number of ranks to 33, on nodes of several sizes.
std::vector<Shape> small_shapes() {
  std::vector<Shape> shapes;
  for (const int per_node : {1, 2, 3, 4, 5, 8}) {
    for (int nodes = 1; per_node * nodes <= 33; ++nodes) shapes.push_back({per_node, nodes});
  }
  for (const int per_node : {6, 7, 9, 11, 12, 16}) shapes.push_back({per_node, 1});
  return shapes;
}

std::unique_ptr<Schedule> barrier_of(const Entry& entry, const Plan& plan) {
  const auto view = view_of(plan);
  const algorithms::ScheduleQuery query{{Goal::Barrier, plan.shape.ranks(), 1},
                                        {{0, 1, 1}},
                                        plan.shape.ranks_per_node,
                                        1,
                                        Protocol::Simple,
                                        &view};
  if (!entry.schedule.serves(query)) return nullptr;
  return entry.schedule.make(query);
}

/// All schedules that the plan has for an algorithm and a goal: one for each protocol.
std::vector<std::unique_ptr<Schedule>> schedules_of(const Entry& entry, const Plan& plan, Goal goal,
                                                    std::uint64_t bytes) {
  std::vector<std::unique_ptr<Schedule>> all;
  if (goal == Goal::Barrier) {
    all.push_back(barrier_of(entry, plan));
  } else {
    const core::Call call{static_cast<core::Collective>(goal), bytes};
    for (const Candidate& one : candidates(plan, call)) {
      if (!one.available || &algorithms::entry_of(one.offer.algorithm) != &entry) continue;
      all.push_back(make_schedule(plan, call, decision_for(plan, call, one)));
    }
  }
  std::erase(all, nullptr);
  return all;
}

/// An algorithm and a collective that it serves in NCCL.
struct Served {
  const Entry* entry = nullptr;
  Goal goal = Goal::AllReduce;
};

std::vector<Served> all_served() {
  const Plan one_node = plan_of({4, 1});
  const Plan several = plan_of({4, 3});
  const Plan small_nodes = plan_of({1, 3});
  std::vector<Served> all;
  for (const Entry* entry : algorithms::known_to_nccl()) {
    for (const Goal goal : {Goal::AllReduce, Goal::AllGather, Goal::ReduceScatter, Goal::Broadcast,
                            Goal::Reduce, Goal::Barrier}) {
      for (const Plan* plan : {&one_node, &several, &small_nodes}) {
        if (goal == Goal::Barrier && !plan->channels.heads_match()) continue;
        if (schedules_of(*entry, *plan, goal, 1000).empty()) continue;
        all.push_back({entry, goal});
        break;
      }
    }
  }
  return all;
}

std::string name_of(const ::testing::TestParamInfo<Served>& one) {
  return std::string(one.param.entry->id) + "_" + std::string(schedule::name_of(one.param.goal));
}

class ProofOf : public ::testing::TestWithParam<Served> {
 protected:
  std::vector<std::unique_ptr<Schedule>> schedules(const Plan& plan, std::uint64_t bytes) const {
    return schedules_of(*GetParam().entry, plan, GetParam().goal, bytes);
  }
};

INSTANTIATE_TEST_SUITE_P(Algorithms, ProofOf, ValuesIn(all_served()), name_of);

/// Sizes take turns with the shapes.
std::uint64_t some_bytes(int turn) {
  constexpr std::array<std::uint64_t, 4> kBytes{8, 1000, 20000, 70000};
  return kBytes[static_cast<std::size_t>(turn) % kBytes.size()];
}

/// Each number from 2 to 33 where one GPU a node will do; what needs several, and several nodes, is
/// proved over the numbers that these make.
std::set<int> ranks_to_prove(const Entry& entry) {
  const bool is_for_any = entry.id == "ring" || entry.id == "tree" || entry.id == "pat";
  std::set<int> all;
  for (const Shape& shape : small_shapes()) {
    if (shape.ranks() > 1 && (is_for_any || (shape.per_node > 1 && shape.nodes > 1))) {
      all.insert(shape.ranks());
    }
  }
  return all;
}

std::string text_of(const Shape& shape, std::uint64_t bytes) {
  return fmt::format("{} x {}, {} B", shape.nodes, shape.per_node, bytes);
}

TEST_P(ProofOf, To33Ranks) {
  std::set<int> proved;
  int turn = 0;
  for (const Shape& shape : small_shapes()) {
    const Plan plan = plan_of(shape);
    const std::uint64_t bytes = some_bytes(++turn);
    for (const auto& steps : schedules(plan, bytes)) {
      const auto fault = schedule::fault_of(*steps);
      EXPECT_FALSE(fault) << text_of(shape, bytes) << ": " << fault->text;
      proved.insert(shape.ranks());
    }
  }
  EXPECT_THAT(proved, ::testing::IsSupersetOf(ranks_to_prove(*GetParam().entry)));
}

/// Of the longest stream.
schedule::StepIndex most_steps(const Schedule& steps) {
  schedule::StepIndex most = 0;
  for (schedule::StreamId id = 0; id < steps.streams(); ++id) {
    most = std::max(most, steps.stream(id).steps);
  }
  return most;
}

struct SizedSchedule {
  std::uint64_t bytes = 0;
  std::unique_ptr<Schedule> steps;
};

/// For each protocol the least of many sizes at which a stream has four times the steps of a small
/// call: several loops through its buffers, and a last one that is shorter. A barrier has none.
std::vector<SizedSchedule> with_several_loops(const Served& served, const Plan& plan) {
  std::vector<SizedSchedule> found;
  if (served.goal == Goal::Barrier) return found;
  const auto small = schedules_of(*served.entry, plan, served.goal, 1000);
  for (std::size_t i = 0; i < small.size(); ++i) {
    std::uint64_t bytes = 1000;
    std::unique_ptr<Schedule> steps;
    do {
      bytes *= 4;
      steps = std::move(schedules_of(*served.entry, plan, served.goal, bytes).at(i));
    } while (most_steps(*steps) < 4 * most_steps(*small[i]) && bytes < 10'000'000'000);
    found.push_back({bytes, std::move(steps)});
  }
  return found;
}

TEST_P(ProofOf, CallsOfSeveralLoops) {
  int proved = 0;
  for (const Shape& shape : {Shape{1, 2}, Shape{1, 3}, Shape{1, 7}, Shape{4, 1}, Shape{8, 1},
                             Shape{2, 2}, Shape{3, 3}, Shape{4, 3}}) {
    const Plan plan = plan_of(shape);
    for (const auto& [bytes, steps] : with_several_loops(GetParam(), plan)) {
      ASSERT_LT(bytes, 10'000'000'000) << text_of(shape, bytes);
      const auto fault = schedule::fault_of(*steps);
      EXPECT_FALSE(fault) << text_of(shape, bytes) << ": " << fault->text;
      ++proved;
    }
  }
  EXPECT_TRUE(proved >= 3 || GetParam().goal == Goal::Barrier) << proved;
}

TEST_P(ProofOf, MistakesInSeveralLoopsAreFound) {
  for (const Shape& shape : {Shape{1, 3}, Shape{4, 1}, Shape{2, 2}}) {
    const Plan plan = plan_of(shape);
    for (const auto& [bytes, steps] : with_several_loops(GetParam(), plan)) {
      const schedule::StepsInMemory all = testing::listed(*steps);
      const auto mutations = testing::mutations_of(all, 25);
      EXPECT_EQ(mutations.size(), 25U);
      for (const testing::Mutation& one : mutations) {
        EXPECT_TRUE(schedule::fault_of(testing::mutated(all, one)))
            << text_of(shape, bytes) << ": " << testing::text_of(one);
      }
    }
  }
}

TEST_P(ProofOf, Over1024Ranks) {
  int proved = 0;
  for (const Shape& shape : {Shape{1, 1024}, Shape{8, 128}}) {
    const Plan plan = plan_of(shape);
    const auto all = schedules(plan, 4096);
    if (all.empty()) continue;
    const auto fault = schedule::fault_of(*all.front());
    EXPECT_FALSE(fault) << fault->text;
    ++proved;
    break;
  }
  EXPECT_EQ(proved, 1);
}

TEST_P(ProofOf, MistakesAreFound) {
  testing::MutationCounts counts;
  int turn = 0;
  for (const Shape& shape : {Shape{1, 2}, Shape{1, 3}, Shape{1, 7}, Shape{1, 16}, Shape{1, 33},
                             Shape{4, 1}, Shape{8, 1}, Shape{2, 2}, Shape{3, 5}, Shape{4, 8}}) {
    const Plan plan = plan_of(shape);
    for (const auto& steps : schedules(plan, some_bytes(++turn))) {
      counts += testing::mutations_found(*steps, 60);
    }
  }
  testing::expect_found(counts, GetParam().goal);
}

}  // namespace proof_test
}  // namespace treering::sim::nccl::call
