// Steady states: what is skipped is what would have happened.
#include "sim/engine/periods.h"

#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "sim/engine/simulate.h"
#include "sim/schedule/pat.h"
#include "sim/schedule/ring.h"
#include "sim/schedule/steps_in_memory.h"
#include "sim/schedule/tree.h"
#include "tests/support/engine_cases.h"

namespace treering::sim::engine {
namespace periods_test {

using schedule::Goal;
using schedule::Schedule;
using testing::Cluster;
using testing::wiring_of;

constexpr Shortcuts kPeriods{false, true};

std::unique_ptr<Schedule> ring(int ranks, std::uint64_t bytes, Goal goal, int slices) {
  schedule::RingInput input;
  input.contract = {goal, ranks, 2 * bytes, 1};
  std::vector<int> order(static_cast<std::size_t>(ranks));
  std::iota(order.begin(), order.end(), 0);
  input.rings = {order, order};
  input.work = {{0, bytes, 64}, {bytes, bytes, 48}};
  input.slicing = {slices, 8, 8};
  input.chunk_grain = 8;
  input.slots = 3;
  return schedule::ring_schedule(std::move(input));
}

std::unique_ptr<Schedule> tree(int ranks, std::uint64_t bytes) {
  schedule::TreesInput input;
  input.contract = {Goal::AllReduce, ranks, bytes};
  input.agents = input.members = ranks;
  input.member = [ranks](int, int rank) {
    const auto place = schedule::heap_place(rank, ranks, 0);
    return schedule::rank_member(rank, place.up, place.down);
  };
  input.work = {{0, {0, bytes, 40}, 0, 1, 8}};
  input.slots = 4;
  return schedule::trees_schedule(std::move(input));
}

Cluster any_cluster(int ranks) {
  Cluster cluster;
  cluster.ranks = ranks;
  cluster.per_node = *rc::gen::element(1, 2, 4);
  cluster.inside = *rc::gen::element(70.0, 1000.0);
  cluster.is_posted = *rc::gen::arbitrary<bool>();
  cluster.head = *rc::gen::element(1.0, 0.25);
  cluster.slow_link = *rc::gen::element(-1, 0, 7);
  cluster.late_stream = *rc::gen::element(-1, -1, 2);
  return cluster;
}

void expect_same(const Schedule& steps, const Cluster& cluster) {
  const Wiring wiring = wiring_of(steps, cluster);
  const Outcome full = simulate(steps, wiring);
  RC_ASSERT(testing::difference(simulate(steps, wiring, kPeriods), full) == "");
  const std::string difference = testing::difference(simulate(steps, wiring, Shortcuts{}), full);
  if (!difference.empty()) RC_PRE(!testing::rounding_decides(steps, cluster));
  RC_ASSERT(difference == "");
}

RC_GTEST_PROP(Periods, HaveTheTimesOfRings, ()) {
  const int ranks = *rc::gen::inRange(2, 9);
  const auto goal = *rc::gen::element(Goal::AllReduce, Goal::AllGather, Goal::ReduceScatter,
                                      Goal::Broadcast, Goal::Reduce);
  const auto bytes = *rc::gen::inRange<std::uint64_t>(1000, 12000);
  expect_same(*ring(ranks, bytes, goal, *rc::gen::inRange(1, 3)), any_cluster(ranks));
}

RC_GTEST_PROP(Periods, HaveTheTimesOfTrees, ()) {
  const int ranks = *rc::gen::inRange(2, 16);
  expect_same(*tree(ranks, *rc::gen::inRange<std::uint64_t>(1000, 8000)), any_cluster(ranks));
}

RC_GTEST_PROP(Periods, HaveTheTimesOfPat, ()) {
  const int ranks = *rc::gen::inRange(2, 9);
  const auto bytes = *rc::gen::inRange<std::uint64_t>(500, 3000);
  const schedule::PatInput input{
      {*rc::gen::element(Goal::AllGather, Goal::ReduceScatter), ranks, bytes},
      {{0, bytes, 40}},
      64,
      2};
  expect_same(*schedule::pat_schedule(input), any_cluster(ranks));
}

/// 64 bytes to the next at 60 bytes/us and 1 us, in 4,095 rounds.
TEST(Periods, AreSkipped) {
  const auto steps = ring(1024, 1024 * 48, Goal::AllReduce, 1);
  const Wiring wiring = wiring_of(*steps, {.ranks = 1024, .per_node = 4});
  const Outcome outcome = simulate(*steps, wiring, Shortcuts{});
  EXPECT_EQ(outcome.transfers, 2U * 1024 * 2 * 1023);
  EXPECT_LT(outcome.simulated, 4000U);
  EXPECT_GT(outcome.periodic, 10'000U);
}

/// Sends 1,000 messages, and looks on.
struct Looking final : Observer {
  double steps_us = 0;  // of stream 0
  double begun = 0;
  std::uint64_t steps = 0;
  void step_begins(schedule::StreamId stream, schedule::StepIndex, double at,
                   const Cause&) override {
    if (stream == 0) begun = at;
  }
  void step_ends(schedule::StreamId stream, schedule::StepIndex, double at) override {
    if (stream != 0) return;
    steps_us += at - begun;
    ++steps;
    in_span.push_back({at, at - begun});
  }
  void rate_changes(ConnectionId, double, double) override {}
  void repeats(double from, double until, std::uint64_t times) override {
    for (const auto& [at, us] : in_span) {
      if (at <= from || at > until) continue;
      steps_us += us * static_cast<double>(times);
      steps += times;
    }
  }
  std::vector<std::pair<double, double>> in_span;
};

// What an observer counts, with the repetitions that it is told of, is what it sees of the full
// run: 2,000 steps of 40 bytes, at 60 bytes/us.
TEST(Periods, ObserversKnowWhatIsRepeated) {
  const auto steps = tree(2, 80'000);
  const Wiring wiring = wiring_of(*steps, {.ranks = 2, .per_node = 2});
  Looking all;
  simulate(*steps, wiring, &all);
  Looking some;
  const Outcome outcome = simulate(*steps, wiring, kPeriods, &some);
  EXPECT_GT(outcome.periodic, 0U);
  EXPECT_EQ(some.steps, all.steps);
  EXPECT_NEAR(some.steps_us, all.steps_us, 1e-9 * all.steps_us);
}

}  // namespace periods_test
}  // namespace treering::sim::engine
