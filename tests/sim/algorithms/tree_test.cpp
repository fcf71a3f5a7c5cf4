// Tree's rules on machines with round numbers; see tests/support/sample_search.h.
#include <gtest/gtest.h>

#include "sim/nccl/call/choice.h"
#include "tests/support/sample_search.h"
#include "tests/support/tuning_cell.h"

namespace treering::sim::algorithms {
namespace tree_test {

using core::Collective;
using nccl::Algorithm;
using nccl::Plan;
using nccl::Protocol;
using nccl::search::NodeSearch;
using nccl::tuning::TuningCell;
using testing::plan_of;

TuningCell tree(const Plan& plan, Protocol protocol) {
  return testing::cell_of(plan, Collective::AllReduce, Algorithm::Tree, protocol);
}

TEST(Tree, ClimbsTheChainAndTheTreeTwice) {
  // 8.4 + 2 x 3 x 4.0
  EXPECT_FLOAT_EQ(tree(plan_of(testing::four_gpus(), 1), Protocol::Simple).latency_us, 32.4F);
  // ... + 2 x log2(4) x 14; 7 nodes count as 4.
  EXPECT_FLOAT_EQ(tree(plan_of(testing::four_gpus(), 4), Protocol::Simple).latency_us, 88.4F);
  EXPECT_FLOAT_EQ(tree(plan_of(testing::four_gpus(), 7), Protocol::Simple).latency_us, 88.4F);
}

TEST(Tree, SharesItsBandwidthBetweenUpAndDown) {
  // 2 x 20 x 0.92 / 2
  EXPECT_FLOAT_EQ(tree(plan_of(testing::four_gpus(), 1), Protocol::Simple).bandwidth_gb_per_s,
                  18.4F);
  // Beyond two nodes the network's 10 GB/s count.
  EXPECT_FLOAT_EQ(tree(plan_of(testing::four_gpus(), 4), Protocol::Simple).bandwidth_gb_per_s,
                  9.2F);
}

TEST(Tree, ProtocolsTakeTheirShare) {
  const Plan one = plan_of(testing::four_gpus(), 1);
  EXPECT_FLOAT_EQ(tree(one, Protocol::Ll).bandwidth_gb_per_s, 36.8F / 3.8F / 2);
  EXPECT_FLOAT_EQ(tree(one, Protocol::Ll128).bandwidth_gb_per_s, 36.8F * 7 / 9 / 2);
  EXPECT_FLOAT_EQ(tree(plan_of(testing::four_gpus(), 2), Protocol::Ll128).bandwidth_gb_per_s,
                  36.8F * 120 / 128 / 2);
}

TEST(Tree, CapsBind) {
  NodeSearch found = testing::four_gpus();
  found.graphs.tree.bw_intra = 100;
  // 184 above Ampere's 2 x 24; then 48 x 7/9 = 37.3, below LL128's 2 x 20.
  EXPECT_FLOAT_EQ(tree(plan_of(found, 1), Protocol::Simple).bandwidth_gb_per_s, 24.0F);
  EXPECT_FLOAT_EQ(tree(plan_of(found, 1), Protocol::Ll128).bandwidth_gb_per_s, 48.0F * 7 / 9 / 2);
}

TEST(Tree, PlainTreesAreSlower) {
  NodeSearch found = testing::four_gpus();
  found.graphs.tree.pattern = nccl::Pattern::Tree;
  EXPECT_FLOAT_EQ(tree(plan_of(found, 1), Protocol::Simple).bandwidth_gb_per_s, 18.4F * .85F);
}

nccl::call::Candidate candidate(const Plan& plan, const core::Call& call, Protocol protocol) {
  for (const nccl::call::Candidate& one : nccl::call::candidates(plan, call)) {
    if (one.offer.algorithm == Algorithm::Tree && one.offer.protocol == protocol) return one;
  }
  return {};
}

TEST(Tree, IsCorrectedBySize) {
  const Plan plan = plan_of(testing::four_gpus(), 1);
  // 64 KiB is 2^10 x 64 B: Simple reaches 0.6 of 18.4 GB/s. 32.4 + 65536 / (1000 x 11.04)
  EXPECT_NEAR(candidate(plan, {.bytes = 65536}, Protocol::Simple).time_us, 38.336, 1e-3);
  // Below 64 B and from 512 MiB on nothing is corrected.
  EXPECT_NEAR(candidate(plan, {.bytes = 32}, Protocol::Simple).time_us, 32.4 + 32 / 18400.0, 1e-3);
  EXPECT_NEAR(candidate(plan, {.bytes = 1U << 29U}, Protocol::Simple).time_us,
              32.4 + (1U << 29U) / 18400.0, 1);
}

TEST(Tree, AlwaysRunsWithAllThreads) {
  const Plan plan = plan_of(testing::four_gpus(), 1);
  const core::Call call{.bytes = 8};
  const nccl::call::Decision decision =
      decision_for(plan, call, candidate(plan, call, Protocol::Ll));
  EXPECT_EQ(decision.threads, 640);
  EXPECT_EQ(decision.channels, 1);
}

TEST(Tree, ShortensLl128ChunksUntilTheTreeIsFull) {
  // Four nodes of four: 1 + 2 + 0.4 = 3.4 long, so 3.4 x 64 / 4 = 54.4 rounds are wanted above
  // 128 KiB and 3.4 x 16 / 4 = 13.6 above 32 KiB.
  const Plan plan = plan_of(testing::four_gpus(), 4);
  const auto chunk = [&](std::uint64_t bytes_per_channel) {
    const core::Call call{.bytes = 4 * bytes_per_channel};
    return decision_for(plan, call, candidate(plan, call, Protocol::Ll128)).chunk_bytes;
  };
  // 64 MiB per channel are 116 rounds of 576,000 B.
  EXPECT_EQ(chunk(64U << 20U), 576000U);
  // 1 MiB: 576,000 / 8 = 72,000 B make 14 rounds. In grains of 1920 B: 37 of them.
  EXPECT_EQ(chunk(1U << 20U), 37U * 1920);
}

}  // namespace tree_test
}  // namespace treering::sim::algorithms
