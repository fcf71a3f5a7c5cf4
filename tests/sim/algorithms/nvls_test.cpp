// NVLS and NVLSTree on machines with round numbers; see tests/support/sample_search.h.
#include <gtest/gtest.h>

#include "sim/nccl/call/choice.h"
#include "tests/support/sample_search.h"
#include "tests/support/tuning_cell.h"

namespace treering::sim::algorithms {
namespace nvls_test {

using core::Collective;
using core::DataType;
using core::ReduceOp;
using nccl::Algorithm;
using nccl::Plan;
using nccl::Protocol;
using nccl::search::NodeSearch;
using nccl::tuning::TuningCell;
using testing::plan_of;

TuningCell cell(const Plan& plan, Collective collective, Algorithm algorithm) {
  return testing::cell_of(plan, collective, algorithm, Protocol::Simple);
}

TEST(Nvls, TakesOneTripThroughTheSwitch) {
  const Plan plan = plan_of(testing::four_gpus_with_nvls(), 1);
  EXPECT_FLOAT_EQ(cell(plan, Collective::AllReduce, Algorithm::Nvls).latency_us, 25.0F);
}

TEST(Nvls, BandwidthOfOneNode) {
  const Plan plan = plan_of(testing::four_gpus_with_nvls(), 1);
  // A channel: 40 x 0.85 (Hopper) x 3/4 = 25.5. all_reduce doubles it to 51, above the network's
  // 40, which NCCL caps by even here; four channels, 6 steps over 4 ranks.
  EXPECT_FLOAT_EQ(cell(plan, Collective::AllReduce, Algorithm::Nvls).bandwidth_gb_per_s,
                  160.0F * 4 / 6);
  // all_gather: 25.5 x 3/4, four channels.
  EXPECT_FLOAT_EQ(cell(plan, Collective::AllGather, Algorithm::Nvls).bandwidth_gb_per_s,
                  25.5F * 3 / 4 * 4);
}

TEST(Nvls, NeedsReductionInTheNetworkBetweenNodes) {
  const Plan without = plan_of(testing::four_gpus_with_nvls(), 2);
  EXPECT_EQ(cell(without, Collective::AllReduce, Algorithm::Nvls).ruled_out,
            "between nodes NVLS builds on the network: no in-network reduction (SHARP) is offered");
  const Plan with = plan_of(testing::four_gpus_with_collnet(), 2);
  EXPECT_EQ(cell(with, Collective::AllReduce, Algorithm::Nvls).ruled_out, "");
  // One hop and one trip: 25 + 18.
  EXPECT_FLOAT_EQ(cell(with, Collective::AllReduce, Algorithm::Nvls).latency_us, 43.0F);
}

TEST(Nvls, NeedsMulticastAndTwoChannels) {
  EXPECT_EQ(
      cell(plan_of(testing::four_gpus(), 1), Collective::AllReduce, Algorithm::Nvls).ruled_out,
      "the GPUs or switches have no multicast (NVLS)");
  NodeSearch found = testing::four_gpus_with_nvls();
  found.graphs.nvls.channels.resize(1);
  EXPECT_EQ(cell(plan_of(found, 1), Collective::AllReduce, Algorithm::Nvls).ruled_out,
            "NVLS needs 2 channels, found 1");
}

TEST(NvlsTree, JoinsNodes) {
  EXPECT_EQ(
      cell(plan_of(testing::four_gpus_with_nvls(), 1), Collective::AllReduce, Algorithm::NvlsTree)
          .ruled_out,
      "NVLSTree joins nodes, and there is one");
  const TuningCell two =
      cell(plan_of(testing::four_gpus_with_nvls(), 2), Collective::AllReduce, Algorithm::NvlsTree);
  // 25 + 2 x log2(2) x 20.9
  EXPECT_FLOAT_EQ(two.latency_us, 66.8F);
  // 51 a channel, below 2 x 40 of the network and 57.7 for Hopper; 14 steps over 8 ranks.
  EXPECT_FLOAT_EQ(two.bandwidth_gb_per_s, 51.0F * 4 * 8 / 14);
}

nccl::call::Candidate candidate(const Plan& plan, const core::Call& call, Algorithm algorithm) {
  for (const nccl::call::Candidate& one : nccl::call::candidates(plan, call)) {
    if (one.offer.algorithm == algorithm && one.offer.protocol == Protocol::Simple) return one;
  }
  return {};
}

TEST(Nvls, ReducesWhatTheSwitchCan) {
  const Plan plan = plan_of(testing::four_gpus_with_nvls(), 1);
  const auto reason = [&](DataType type, ReduceOp op) {
    const core::Call call{.bytes = 1024, .type = type, .op = op};
    return candidate(plan, call, Algorithm::Nvls).ruled_out;
  };
  EXPECT_EQ(reason(DataType::Float, ReduceOp::Sum), "");
  EXPECT_EQ(reason(DataType::Bfloat16, ReduceOp::Max), "");
  EXPECT_EQ(reason(DataType::Float, ReduceOp::Max), "NVLS cannot reduce float by max");
  EXPECT_EQ(reason(DataType::Int8, ReduceOp::Sum), "NVLS cannot reduce int8 by sum");
  EXPECT_EQ(reason(DataType::Half, ReduceOp::Avg), "NVLS cannot reduce half by avg");
}

TEST(Nvls, MovesAnything) {
  const Plan plan = plan_of(testing::four_gpus_with_nvls(), 1);
  const core::Call call{
      .collective = Collective::AllGather, .bytes = 1024, .type = DataType::Uint8};
  EXPECT_TRUE(candidate(plan, call, Algorithm::Nvls).available);
}

TEST(Nvls, RunsOnItsOwnChannels) {
  const Plan plan = plan_of(testing::four_gpus_with_nvls(), 1);
  const core::Call call{.bytes = 1U << 30U};
  const nccl::call::Decision decision =
      decision_for(plan, call, candidate(plan, call, Algorithm::Nvls));
  EXPECT_EQ(decision.channels, 16);  // of Hopper; rings have four
  EXPECT_EQ(decision.threads, 640);
  EXPECT_EQ(decision.chunk_bytes, 131072U);
}

TEST(Nvls, SmallPartsTravelInSmallChunks) {
  // A part of 64 KiB with four heads: below 64 rounds of 4 x 128 KiB, 8 of 4 x 64 KiB, 2 of 4 x
  // 32 KiB.
  const Plan plan = plan_of(testing::four_gpus_with_nvls(), 1);
  const core::Call call{.bytes = 16U << 16U};
  EXPECT_EQ(decision_for(plan, call, candidate(plan, call, Algorithm::Nvls)).chunk_bytes, 16384U);
}

}  // namespace nvls_test
}  // namespace treering::sim::algorithms
