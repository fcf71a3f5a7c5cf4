// CollNetDirect and CollNetChain on machines with round numbers; see tests/support/sample_search.h.
#include <gtest/gtest.h>

#include "sim/nccl/call/choice.h"
#include "tests/support/sample_search.h"
#include "tests/support/tuning_cell.h"

namespace treering::sim::algorithms {
namespace collnet_test {

using core::Collective;
using nccl::Algorithm;
using nccl::Plan;
using nccl::Protocol;
using nccl::search::NodeSearch;
using nccl::tuning::TuningCell;
using testing::plan_of;

TuningCell cell(const Plan& plan, Collective collective, Algorithm algorithm) {
  return testing::cell_of(plan, collective, algorithm, Protocol::Simple);
}

TEST(CollNetDirect, ServesPeersOneAfterAnother) {
  const Plan plan = plan_of(testing::four_gpus_with_collnet(), 2);
  // 2 x (3.7 + 3 x 0.4) + 31
  EXPECT_FLOAT_EQ(cell(plan, Collective::AllReduce, Algorithm::CollNetDirect).latency_us, 40.8F);
}

TEST(CollNetDirect, AllReduceTakesAllChannels) {
  const Plan plan = plan_of(testing::four_gpus_with_collnet(), 2);
  // 4 x 40, as many adapters as GPUs; 0.85 from Hopper on; up and down.
  EXPECT_FLOAT_EQ(cell(plan, Collective::AllReduce, Algorithm::CollNetDirect).bandwidth_gb_per_s,
                  160.0F * .85F / 2);
}

TEST(CollNetDirect, FewerAdaptersThanGpusSlowItDown) {
  NodeSearch found = testing::four_gpus_with_collnet();
  found.graphs.collnet_direct.channels.resize(2);
  // 2 x 40 / (2 - (2 - 1) / 2) x 0.85 / 2
  EXPECT_FLOAT_EQ(
      cell(plan_of(found, 2), Collective::AllReduce, Algorithm::CollNetDirect).bandwidth_gb_per_s,
      80.0F / 1.5F * .85F / 2);
}

TEST(CollNetDirect, GathersAtTheNetworksPace) {
  const Plan plan = plan_of(testing::four_gpus_with_collnet(), 2);
  // Four GPUs at nine tenths of 10 GB/s.
  EXPECT_FLOAT_EQ(cell(plan, Collective::AllGather, Algorithm::CollNetDirect).bandwidth_gb_per_s,
                  36.0F);
}

TEST(CollNetDirect, GathersOnlyWithAnAdapterPerGpu) {
  NodeSearch found = testing::four_gpus_with_collnet();
  found.facts.nvls = false;
  found.graphs.collnet_direct.channels.resize(2);
  EXPECT_EQ(cell(plan_of(found, 2), Collective::ReduceScatter, Algorithm::CollNetDirect).ruled_out,
            "4 ranks per node but only 2 heads with an adapter");
}

TEST(CollNetDirect, NeedsAnNvswitch) {
  NodeSearch found = testing::four_gpus_with_collnet();
  found.facts.has_nvswitch = false;
  EXPECT_EQ(cell(plan_of(found, 2), Collective::AllReduce, Algorithm::CollNetDirect).ruled_out,
            "CollNetDirect needs an NVSwitch");
}

TEST(CollNetChain, ClimbsTheChainTwice) {
  const Plan plan = plan_of(testing::four_gpus_with_collnet(), 2);
  const TuningCell chain = cell(plan, Collective::AllReduce, Algorithm::CollNetChain);
  EXPECT_FLOAT_EQ(chain.latency_us, 2 * 3 * 2.8F + 30);
  // 2 x 20 up and down, at the node's rate however many nodes.
  EXPECT_FLOAT_EQ(chain.bandwidth_gb_per_s, 20.0F);
  EXPECT_FLOAT_EQ(cell(plan_of(testing::four_gpus_with_collnet(), 8), Collective::AllReduce,
                       Algorithm::CollNetChain)
                      .bandwidth_gb_per_s,
                  20.0F);
}

TEST(CollNet, NeedsAnOfferAndTwoNodes) {
  for (const Algorithm algorithm : {Algorithm::CollNetDirect, Algorithm::CollNetChain}) {
    EXPECT_EQ(cell(plan_of(testing::four_gpus_with_nvls(), 2), Collective::AllReduce, algorithm)
                  .ruled_out,
              "no in-network reduction (SHARP) is offered");
    EXPECT_EQ(cell(plan_of(testing::four_gpus_with_collnet(), 1), Collective::AllReduce, algorithm)
                  .ruled_out,
              "in-network reduction needs at least 2 nodes");
  }
}

nccl::call::Candidate candidate(const Plan& plan, const core::Call& call, Algorithm algorithm) {
  for (const nccl::call::Candidate& one : nccl::call::candidates(plan, call)) {
    if (one.offer.algorithm == algorithm && one.offer.protocol == Protocol::Simple) return one;
  }
  return {};
}

TEST(CollNetDirect, GivesUpChannelsForSmallCalls) {
  // Six channels of 640 threads, four heads, 512 B each: 7.5 MiB keep them busy.
  const Plan plan = plan_of(testing::four_gpus_with_collnet(), 2);
  const auto channels = [&](std::uint64_t bytes) {
    const core::Call call{.bytes = bytes};
    return decision_for(plan, call, candidate(plan, call, Algorithm::CollNetDirect)).channels;
  };
  EXPECT_EQ(channels(6 * 640 * 4 * 512), 6);
  EXPECT_EQ(channels(6 * 640 * 4 * 512 - 4), 5);
  EXPECT_EQ(channels(8), 1);
}

TEST(CollNet, SharesEvenly) {
  const Plan plan = plan_of(testing::four_gpus_with_collnet(), 2);
  const core::Call call{.bytes = 6U << 20U};
  const nccl::call::Decision decision =
      decision_for(plan, call, candidate(plan, call, Algorithm::CollNetChain));
  // 6 MiB keep all six channels busy (640 x 512 B each), 1 MiB for each. 4 rounds of 256 KiB are
  // below 8 x 4 but those of 32 KiB are not below 4.
  EXPECT_EQ(decision.channels, 6);
  EXPECT_EQ(decision.low, decision.high);
  EXPECT_EQ(decision.middle.bytes, 1U << 20U);
  EXPECT_EQ(decision.chunk_bytes, 65536U);
}

}  // namespace collnet_test
}  // namespace treering::sim::algorithms
