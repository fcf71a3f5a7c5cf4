// Ring's rules on machines with round numbers; see tests/support/sample_search.h.
#include <gtest/gtest.h>

#include "sim/nccl/call/choice.h"
#include "tests/support/sample_search.h"
#include "tests/support/tuning_cell.h"

namespace treering::sim::algorithms {
namespace ring_test {

using core::Collective;
using nccl::Algorithm;
using nccl::Plan;
using nccl::Protocol;
using nccl::search::NodeSearch;
using nccl::tuning::TuningCell;
using testing::plan_of;

TuningCell ring(const Plan& plan, Collective collective, Protocol protocol) {
  return testing::cell_of(plan, collective, Algorithm::Ring, protocol);
}

TEST(Ring, StepsInsideANodeCostAHopEach) {
  const Plan plan = plan_of(testing::four_gpus(), 1);
  // 8.4 + 6 x 3.4
  EXPECT_FLOAT_EQ(ring(plan, Collective::AllReduce, Protocol::Simple).latency_us, 28.8F);
  // 6.6 + 3 x 0.6
  EXPECT_FLOAT_EQ(ring(plan, Collective::AllGather, Protocol::Ll).latency_us, 8.4F);
}

TEST(Ring, PostingToTheNetworkHoldsUpStepsInsideTheNode) {
  // 8 ranks, 14 steps, 2 of them between nodes. On AMD posting takes 2 us, for Simple 6 us, which
  // is more than a hop of 3.4 us: 8.4 + 12 x 6 + 2 x 14.
  const Plan plan = plan_of(testing::four_gpus(), 2);
  EXPECT_FLOAT_EQ(ring(plan, Collective::AllReduce, Protocol::Simple).latency_us, 108.4F);
  // Intel: 1 us for LL, above the hop of 0.6 us: 6.6 + 12 x 1 + 2 x 2.7.
  const Plan intel = plan_of(testing::four_gpus_with_nvls(), 2);
  EXPECT_FLOAT_EQ(ring(intel, Collective::AllReduce, Protocol::Ll).latency_us, 24.0F);
}

TEST(Ring, RootedCollectivesPassAllRanks) {
  NodeSearch found = testing::four_gpus();
  // 8.4 + 4 x 4.0, Tree's hop, as NCCL has it.
  EXPECT_FLOAT_EQ(ring(plan_of(found, 1), Collective::Broadcast, Protocol::Simple).latency_us,
                  24.4F);
  found.graphs.ring.same_channels = true;
  // 8.4 + 3.4: equal channels pipeline.
  EXPECT_FLOAT_EQ(ring(plan_of(found, 1), Collective::Broadcast, Protocol::Simple).latency_us,
                  11.8F);
}

TEST(Ring, BandwidthIsThatOfAllChannelsOverTheSteps) {
  const Plan plan = plan_of(testing::four_gpus(), 1);
  // 2 x 20 GB/s; each of 6 steps moves a quarter: x 4/6.
  EXPECT_FLOAT_EQ(ring(plan, Collective::AllReduce, Protocol::Simple).bandwidth_gb_per_s,
                  40.0F * 4 / 6);
  EXPECT_FLOAT_EQ(ring(plan, Collective::AllGather, Protocol::Simple).bandwidth_gb_per_s,
                  40.0F * 4 / 3);
  EXPECT_FLOAT_EQ(ring(plan, Collective::Reduce, Protocol::Simple).bandwidth_gb_per_s, 40.0F);
}

TEST(Ring, ProtocolsTakeTheirShare) {
  const Plan plan = plan_of(testing::four_gpus(), 1);
  EXPECT_FLOAT_EQ(ring(plan, Collective::Reduce, Protocol::Ll).bandwidth_gb_per_s, 20.0F);
  // 40 x 0.92 = 36.8, below 2 x 20 for LL128.
  EXPECT_FLOAT_EQ(ring(plan, Collective::Reduce, Protocol::Ll128).bandwidth_gb_per_s, 36.8F);
}

TEST(Ring, CapsBind) {
  NodeSearch found = testing::four_gpus();
  found.graphs.ring.bw_intra = 100;
  const Plan plan = plan_of(found, 1);
  // 200 x 0.5 above Ampere's 87.7; 200 x 0.92 above 2 x 20.
  EXPECT_FLOAT_EQ(ring(plan, Collective::Reduce, Protocol::Ll).bandwidth_gb_per_s, 87.7F);
  EXPECT_FLOAT_EQ(ring(plan, Collective::Reduce, Protocol::Ll128).bandwidth_gb_per_s, 40.0F);
}

TEST(Ring, SlowRingsTakeHalfTheThreads) {
  NodeSearch found = testing::four_gpus();
  EXPECT_EQ(plan_of(found, 1).tuning.max_threads(Algorithm::Ring, Protocol::Simple), 512);
  found.graphs.ring.bw_intra = 6;  // 2 x 6 GB/s is PCIe's 12
  EXPECT_EQ(plan_of(found, 1).tuning.max_threads(Algorithm::Ring, Protocol::Simple), 256);
}

nccl::call::Candidate candidate(const Plan& plan, const core::Call& call, Protocol protocol) {
  for (const nccl::call::Candidate& one : nccl::call::candidates(plan, call)) {
    if (one.offer.algorithm == Algorithm::Ring && one.offer.protocol == protocol) return one;
  }
  return {};
}

TEST(Ring, ReachesAPlateau) {
  // 4 channels x 8 ranks x 64 B = 2048 B and up: 1.4 times the latency of 108.4 us.
  const Plan plan = plan_of(testing::four_gpus(), 2);
  EXPECT_NEAR(candidate(plan, {.bytes = 2047}, Protocol::Simple).time_us, 108.4, 0.2);
  EXPECT_NEAR(candidate(plan, {.bytes = 2048}, Protocol::Simple).time_us, 1.4 * 108.4, 0.2);
  // Not on one node, and not for other collectives: 8.4 + 6 x 3.4, 8.4 + 6 x 6 + 14.
  EXPECT_NEAR(
      candidate(plan_of(testing::four_gpus(), 1), {.bytes = 2048}, Protocol::Simple).time_us, 28.8,
      0.2);
  EXPECT_NEAR(
      candidate(plan, {.collective = Collective::AllGather, .bytes = 2048}, Protocol::Simple)
          .time_us,
      58.4, 0.2);
}

TEST(Ring, LosesToAnythingElseForLongSumsOfEightBitFloats) {
  const core::Call fp8{.bytes = 1024, .type = core::DataType::F8e4m3};
  const Plan long_ring = plan_of(testing::four_gpus(), 3);
  const Plan short_ring = plan_of(testing::four_gpus(), 2);
  const core::Call bytes{.bytes = 1024, .type = core::DataType::Int8};
  EXPECT_FLOAT_EQ(candidate(long_ring, fp8, Protocol::Ll).time_us,
                  1024 * candidate(long_ring, bytes, Protocol::Ll).time_us);
  EXPECT_FLOAT_EQ(candidate(short_ring, fp8, Protocol::Ll).time_us,
                  candidate(short_ring, bytes, Protocol::Ll).time_us);
}

TEST(Ring, ChunksAreFourStepsWhereDataGoesRound) {
  const Plan plan = plan_of(testing::four_gpus(), 1);
  const auto chunk = [&](Collective collective) {
    const core::Call call{.collective = collective, .bytes = 1U << 30U};
    return decision_for(plan, call, candidate(plan, call, Protocol::Simple)).chunk_bytes;
  };
  EXPECT_EQ(chunk(Collective::AllReduce), 4U * 524288);
  EXPECT_EQ(chunk(Collective::Broadcast), 524288U);
}

}  // namespace ring_test
}  // namespace treering::sim::algorithms
