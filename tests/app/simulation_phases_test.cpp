#include <algorithm>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/simulation/recorded.h"
#include "tests/app/recorded_runs.h"

namespace treering::app::simulation {
namespace phases_test {

using recorded_runs::Case;
using recorded_runs::recorded;
using sim::schedule::Step;
using sim::schedule::StreamId;
using ::testing::DoubleNear;
using ::testing::ElementsAre;
using ::testing::Pointwise;
using ::testing::SizeIs;

constexpr std::size_t kMany = 100'000;

/// The begins of all streams' steps of a kind, ascending.
template <class Kind>
std::vector<double> begins_of(const Recorded& run, const Kind& is_kind) {
  const auto& timeline = *run.timeline;
  std::vector<double> begins;
  for (StreamId id = 0; id < timeline.schedule().streams(); ++id) {
    for (const auto& step : timeline.steps(id, {})) {
      if (is_kind(timeline.schedule().step(id, step.index))) begins.push_back(step.begin_us);
    }
  }
  std::ranges::sort(begins);
  return begins;
}

/// When a rank first keeps values.
double first_kept(const Recorded& run) {
  return begins_of(run, [](const Step& step) { return step.keeps; }).front();
}

// What is combined for good is kept, and only that: all-gather begins there.
TEST(Phases, OfARingAreReduceScatterAndAllGather) {
  const Recorded run = recorded({"Ring"});
  EXPECT_THAT(phases_of(run, kMany), ElementsAre(0, first_kept(run)));
}

// One time around: nothing turns.
TEST(Phases, OfAReduceScatterAreItsLoops) {
  const Recorded run = recorded({"Ring", core::Collective::ReduceScatter});
  EXPECT_THAT(phases_of(run, kMany), ElementsAre(0));
}

// Two ranks, a rank a node: 256 MiB are several loops of chunks on each channel. A loop of two
// ranks is three rounds, and each of them so many slices: they begin with their own chunk, which
// they send, and combine and send the other one's.
TEST(Phases, OfARingComeAgainInEachLoop) {
  const Recorded run = recorded({.algorithm = "Ring", .gpus_per_node = 1, .bytes = 256U << 20U});
  const auto& schedule = run.timeline->schedule();
  const auto is_first = [](const Step& step) { return step.receive.count == 0; };
  const auto steps = schedule.stream(0).steps;
  std::uint64_t slices = 0;
  while (is_first(schedule.step(0, slices))) ++slices;
  const std::uint64_t loops = steps / (3 * slices);
  ASSERT_GT(loops, 2U);
  EXPECT_THAT(phases_of(run, kMany), SizeIs(2 * loops));
}

// Each chunk goes up, and then down from the root, which keeps it and sends it on.
TEST(Phases, OfATreeAreUpAndDownOfEachChunk) {
  const Recorded run = recorded({.algorithm = "Tree", .nodes = 4, .bytes = 1U << 20U});
  const auto phases = phases_of(run, kMany);
  const auto turns =
      begins_of(run, [](const Step& step) { return step.keeps && step.receive.count > 0; });
  const auto ups = begins_of(run, [](const Step& step) { return step.receive.count == 0; });
  ASSERT_GT(phases.size(), 3U);
  EXPECT_EQ(phases.front(), 0);
  EXPECT_TRUE(std::ranges::binary_search(phases, turns.front()));
  for (const double us : phases) {
    EXPECT_TRUE(std::ranges::binary_search(ups, us) || std::ranges::binary_search(turns, us)) << us;
  }
}

// The NVSwitch combines; the way down is seen where the first GPU gets the result.
TEST(Phases, OfNvlsAreUpAndDown) {
  const Recorded run = recorded({"NVLS", core::Collective::AllReduce, 1});
  const auto phases = phases_of(run, kMany);
  EXPECT_EQ(phases.front(), 0);
  EXPECT_TRUE(std::ranges::binary_search(phases, first_kept(run)));
}

// 16 ranks exchange with one after another of the 15 others.
TEST(Phases, OfPairsAreTheirExchanges) {
  EXPECT_THAT(phases_of(recorded({"pairwise", core::Collective::AllToAll}), kMany), SizeIs(15));
  EXPECT_THAT(phases_of(recorded({"p2p", core::Collective::AllToAll}), kMany), ElementsAre(0));
}

// log2(16) = 4 exchanges that halve the data, and as many that double them.
TEST(Phases, OfHalvingAndDoublingAreItsExchanges) {
  EXPECT_THAT(phases_of(recorded({"halving_doubling"}), kMany), SizeIs(8));
}

// Also of runs in which equal streams stand for each other, and loops are repeated in short.
TEST(Phases, AreThoseOfTheExactRun) {
  for (const char* const algorithm : {"Ring", "Tree", "NVLSTree"}) {
    SCOPED_TRACE(algorithm);
    SimulateRequest request;
    request.job.topology = "dgx-h100";
    request.job.nodes = 2;
    request.job.gpus_per_node = 2;
    request.call.bytes = 64U << 20U;
    request.way.algorithm = algorithm;
    request.is_recorded = true;
    const auto fast = answer(request);
    request.is_exact = true;
    const auto exact = answer(request);
    ASSERT_TRUE(fast && exact);
    EXPECT_THAT(phases_of(*fast->recorded, kMany),
                Pointwise(DoubleNear(1e-6), phases_of(*exact->recorded, kMany)));
  }
}

TEST(Phases, AreNotMoreThanAskedFor) {
  const Recorded run = recorded({.algorithm = "Tree", .nodes = 4, .bytes = 16U << 20U});
  EXPECT_THAT(phases_of(run, 3), SizeIs(testing::Le(6U)));
  EXPECT_GT(phases_of(run, kMany).size(), 6U);
}

}  // namespace phases_test
}  // namespace treering::app::simulation
