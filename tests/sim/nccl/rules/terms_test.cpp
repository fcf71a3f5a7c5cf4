#include "sim/nccl/rules/terms.h"

#include <gtest/gtest.h>

#include "sim/nccl/plan.h"
#include "tests/support/sample_search.h"

namespace treering::sim::nccl::rules {
namespace terms_test {

using core::Collective;

TEST(TuningTerms, GenerationsStartAtTheirComputeCapability) {
  EXPECT_EQ(generation_of(75), versions::GpuGeneration::Volta);
  EXPECT_EQ(generation_of(80), versions::GpuGeneration::Ampere);
  EXPECT_EQ(generation_of(89), versions::GpuGeneration::Ampere);
  EXPECT_EQ(generation_of(90), versions::GpuGeneration::Hopper);
  EXPECT_EQ(generation_of(120), versions::GpuGeneration::Blackwell);
}

TEST(TuningTerms, FloorLog2OfZeroIsMinusOne) {
  EXPECT_EQ(floor_log2(0), -1);
  EXPECT_EQ(floor_log2(1), 0);
  EXPECT_EQ(floor_log2(1023), 9);
}

TEST(TuningTerms, RingStepsByCollective) {
  EXPECT_EQ(ring_steps(Collective::AllReduce, 8), 14);
  EXPECT_EQ(ring_steps(Collective::AllGather, 8), 7);
  EXPECT_EQ(ring_steps(Collective::ReduceScatter, 8), 7);
  EXPECT_EQ(ring_steps(Collective::Broadcast, 8), 8);
}

TEST(TuningTerms, TheAdaptersLatencyCountsTwiceForSimple) {
  search::NodeSearch found = testing::four_gpus();
  found.graphs.ring.latency_inter = 1.5F;
  const Plan plan = make_plan({.nodes = 2, .devices = {}}, found);
  const communicator::CommunicatorView comm = view_of(plan);
  const auto hop = [&](Protocol protocol) {
    return network_hop_us({comm, Collective::AllReduce, protocol}, Algorithm::Ring,
                          found.graphs.ring);
  };
  EXPECT_FLOAT_EQ(hop(Protocol::Ll), 2.7F + 1.5F);
  EXPECT_FLOAT_EQ(hop(Protocol::Simple), 14.0F + 2 * 1.5F);
}

TEST(TuningTerms, OneRankPerNodeSeesTreesNetworkLatency) {
  const Plan plan = make_plan({.nodes = 2, .devices = {}}, testing::one_gpu());
  const communicator::CommunicatorView comm = view_of(plan);
  EXPECT_FLOAT_EQ(network_hop_us({comm, Collective::AllReduce, Protocol::Ll}, Algorithm::Ring,
                                 plan.graphs.ring),
                  5.0F);  // Ring's own would be 2.7
}

TEST(TuningTerms, PowerEasesTreeOverPcie) {
  search::NodeSearch found = testing::four_gpus();
  found.facts.cpu_arch = CpuArch::Power;
  const Plan plan = make_plan({}, found);
  const communicator::CommunicatorView comm = view_of(plan);
  const TuningQuery simple{comm, Collective::AllReduce, Protocol::Simple};
  EXPECT_FLOAT_EQ(hop_us(simple, versions::Wire::Pci, Algorithm::Tree),
                  5.7F);  // Ring's; Tree's own is 4.0
  EXPECT_FLOAT_EQ(hop_us(simple, versions::Wire::NvLink, Algorithm::Tree), 4.0F);
}

TEST(TuningTerms, LlCapsFollowTheGpuOnOneNodeAndTheCpuOnMore) {
  const auto cap = [](const search::NodeSearch& found, int nodes) {
    const Plan plan = make_plan({.nodes = nodes, .devices = {}}, found);
    return ll_cap_of(view_of(plan));
  };
  EXPECT_EQ(cap(testing::four_gpus(), 1), 87.7);            // Ampere
  EXPECT_EQ(cap(testing::four_gpus_with_nvls(), 1), 141);   // Hopper
  EXPECT_EQ(cap(testing::four_gpus(), 2), 22.5);            // AMD
  EXPECT_EQ(cap(testing::four_gpus_with_nvls(), 3), 20.4);  // Intel
}

TEST(TuningTerms, ChannelsGoAtTheNodesRateUpToTwoNodes) {
  const search::NodeSearch found = testing::four_gpus();
  const auto rate = [&](int nodes) {
    const Plan plan = make_plan({.nodes = nodes, .devices = {}}, found);
    return channel_rate(view_of(plan), found.graphs.ring);
  };
  EXPECT_EQ(rate(1), 20.0F);
  EXPECT_EQ(rate(2), 20.0F);
  EXPECT_EQ(rate(3), 10.0F);
}

}  // namespace terms_test
}  // namespace treering::sim::nccl::rules
