// The schedules of NCCL's algorithms, of real plans.
#include "sim/nccl/call/call_schedule.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/algorithms/registry.h"
#include "sim/nccl/plan.h"
#include "sim/schedule/proof/verify.h"
#include "tests/support/sample_search.h"

namespace treering::sim::nccl::call {
namespace call_schedule_test {

using core::Collective;

Plan plan_of(const search::NodeSearch& found, int nodes) {
  job::JobSpec job;
  job.nodes = nodes;
  return make_plan(job, found);
}

/// How many candidates of a plan have a schedule; expects that all of these are right.
int count_right(const Plan& plan) {
  int count = 0;
  for (const Collective collective :
       {Collective::AllReduce, Collective::AllGather, Collective::ReduceScatter,
        Collective::Broadcast, Collective::Reduce}) {
    for (const std::uint64_t bytes : {8U, 1000U, 70000U, 3000000U}) {
      const core::Call call{collective, bytes};
      for (const Candidate& candidate : candidates(plan, call)) {
        if (!candidate.available) continue;
        const auto steps = make_schedule(plan, call, decision_for(plan, call, candidate));
        if (!steps) continue;
        ++count;
        const auto fault = schedule::fault_of(*steps);
        EXPECT_FALSE(fault) << name_of(candidate.offer.algorithm) << "/"
                            << name_of(candidate.offer.protocol) << " " << core::name_of(collective)
                            << " of " << bytes << " on " << plan.shape.nodes
                            << " nodes: " << fault->text;
      }
    }
  }
  return count;
}

TEST(CallSchedule, IsRightForAllCandidates) {
  for (const int nodes : {1, 2, 3, 5}) {
    EXPECT_GT(count_right(plan_of(testing::four_gpus(), nodes)), 20) << nodes;
    EXPECT_GT(count_right(plan_of(testing::four_gpus_with_nvls(), nodes)), 20) << nodes;
    if (nodes == 1) continue;
    EXPECT_GT(count_right(plan_of(testing::four_gpus_with_collnet(), nodes)), 20) << nodes;
    EXPECT_GT(count_right(plan_of(testing::one_gpu(), nodes)), 20) << nodes;
  }
}

std::string cut_of(const char* version, int nodes, std::uint64_t bytes) {
  job::JobSpec job;
  job.nodes = nodes;
  job.nccl_version = version;
  const PairParts parts = pair_parts(make_plan(job, testing::four_gpus()), {32, 32}, bytes);
  return std::string(name_of(parts.protocol)) + " x" + std::to_string(parts.channels);
}

// Four GPUs on NVLink, whose chunks have 512 KiB: eight channels a peer of 32.
TEST(PairParts, AreNoSmallerThanAnEighthOfAChunk) {
  constexpr std::uint64_t kKiB = 1024;
  EXPECT_EQ(cut_of("2.29.2", 1, 16 * kKiB), "LL x1");
  EXPECT_EQ(cut_of("2.29.2", 1, 16 * kKiB + 1), "Simple x1");
  EXPECT_EQ(cut_of("2.29.2", 1, 128 * kKiB), "Simple x2");
  EXPECT_EQ(cut_of("2.29.2", 1, 8192 * kKiB), "Simple x8");
  // Parts of 16 MiB at most.
  EXPECT_EQ(cut_of("2.29.2", 1, 8 * 16384 * kKiB + 1), "Simple x16");
}

// All 32 channels of a peer count for LL, whose own parts have 8 KiB.
TEST(PairParts, GoWithLlForLongerBefore229) {
  constexpr std::uint64_t kKiB = 1024;
  EXPECT_EQ(cut_of("2.27.3", 1, 16 * kKiB), "LL x2");
  EXPECT_EQ(cut_of("2.27.3", 1, 512 * kKiB), "LL x8");
  EXPECT_EQ(cut_of("2.27.3", 1, 512 * kKiB + 1), "Simple x8");
  EXPECT_EQ(cut_of("2.21.5", 1, 512 * kKiB), "Simple x8");
}

TEST(PairParts, AreWholeChunksBefore213) {
  EXPECT_EQ(cut_of("2.12.7", 1, 1 << 20), "Simple x2");
}

// Two nodes with eight ranks: chunks of 128 KiB, four channels, and more for parts above a chunk.
TEST(PairParts, AreAChunkAtMostBetweenNodes) {
  EXPECT_EQ(cut_of("2.29.2", 2, 1 << 17), "Simple x2");
  EXPECT_EQ(cut_of("2.29.2", 2, 1 << 20), "Simple x8");
}

// A call of 100 bytes on channels of 40, 40 and 20.
TEST(CallSchedule, ChannelsFollowOneAnother) {
  Decision decision;
  decision.channels = 3;
  decision.low = {40, 16};
  decision.middle = {40, 16};
  decision.high = {20, 16};
  const auto work = channel_work(decision, 100);
  ASSERT_EQ(work.size(), 3U);
  EXPECT_EQ(work[1], (schedule::ChannelWork{40, 40, 16}));
  EXPECT_EQ(work[2], (schedule::ChannelWork{80, 20, 16}));
}

TEST(CallSchedule, ContractsHaveBlocksWhereRanksShare) {
  EXPECT_EQ(contract_of({Collective::AllGather, 64}, 4),
            (schedule::Contract{schedule::Goal::AllGather, 4, 16}));
  EXPECT_EQ(contract_of({.collective = Collective::Broadcast, .bytes = 64, .root = 2}, 4),
            (schedule::Contract{schedule::Goal::Broadcast, 4, 64, 2}));
}

}  // namespace call_schedule_test
}  // namespace treering::sim::nccl::call
