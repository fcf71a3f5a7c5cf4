// PAT's rules on machines with round numbers; see tests/support/sample_search.h.
#include <gtest/gtest.h>

#include "sim/nccl/call/choice.h"
#include "tests/support/sample_search.h"
#include "tests/support/tuning_cell.h"

namespace treering::sim::algorithms {
namespace pat_test {

using core::Collective;
using nccl::Algorithm;
using nccl::Plan;
using nccl::Protocol;
using nccl::tuning::TuningCell;
using testing::plan_of;

TuningCell pat(const Plan& plan, Collective collective) {
  return testing::cell_of(plan, collective, Algorithm::Pat, Protocol::Simple);
}

TEST(Pat, IsLogarithmicInTheNetworkAndLinearInRanks) {
  // 8 + 3 x 14 / 3.5 + 8 x 2.8
  EXPECT_FLOAT_EQ(pat(plan_of(testing::one_gpu(), 8), Collective::AllGather).latency_us, 42.4F);
}

TEST(Pat, ReachesThreeQuartersOfTheTree) {
  EXPECT_FLOAT_EQ(pat(plan_of(testing::one_gpu(), 8), Collective::AllGather).bandwidth_gb_per_s,
                  7.5F);  // one channel of 10 GB/s
}

TEST(Pat, NeedsOneGpuPerNode) {
  EXPECT_EQ(pat(plan_of(testing::four_gpus(), 2), Collective::AllGather).ruled_out,
            "PAT needs one GPU per node");
}

nccl::call::Candidate candidate(const Plan& plan, const core::Call& call) {
  for (const nccl::call::Candidate& one : nccl::call::candidates(plan, call)) {
    if (one.offer.algorithm == Algorithm::Pat && one.offer.protocol == Protocol::Simple) return one;
  }
  return {};
}

TEST(Pat, CannotScaleWhileItReduces) {
  const Plan plan = plan_of(testing::one_gpu(), 8);
  core::Call call{.collective = Collective::ReduceScatter, .bytes = 1024};
  EXPECT_TRUE(candidate(plan, call).available);
  call.op = core::ReduceOp::Avg;
  EXPECT_EQ(candidate(plan, call).ruled_out, "PAT cannot scale while it reduces");
}

TEST(Pat, ShortensItsChunks) {
  // One of two channels' part: 8 MiB in all make 16 rounds of 512 KiB, 32 of 256 KiB.
  const Plan plan = plan_of(testing::one_gpu(), 8);
  const auto chunk = [&](Collective collective) {
    const core::Call call{.collective = collective, .bytes = 16U << 20U};
    return decision_for(plan, call, candidate(plan, call)).chunk_bytes;
  };
  EXPECT_EQ(chunk(Collective::ReduceScatter), 524288U);
  EXPECT_EQ(chunk(Collective::AllGather), 262144U);
}

}  // namespace pat_test
}  // namespace treering::sim::algorithms
