// What NVLS puts through the links and the switch, for the call of tests/support/cost_samples.h.
#include <gtest/gtest.h>

#include "sim/algorithms/faces.h"
#include "sim/cost/terms/term_list.h"
#include "tests/support/cost_samples.h"

namespace treering::sim::algorithms {
namespace nvls_terms_test {

using core::Collective;
using treering::testing::amount_of;
using treering::testing::two_by_two;

// With NVLS every channel has a head on each GPU, and thereby a connection of its own.
TEST(NvlsTerms, HeadsShareTheNetwork) {
  cost::terms::CallFacts facts = two_by_two();
  facts.adapters = 4;
  for (const auto& terms_of : {algorithms::nvls_terms, algorithms::nvls_tree_terms}) {
    const cost::terms::Terms terms = terms_of(facts);
    // 8 MB out of each of two nodes: by all of 50 GB/s, and over 2 channels x 2 heads.
    EXPECT_DOUBLE_EQ(amount_of(terms, cost::terms::Quantity::NetworkEfficiency), 160);
    EXPECT_DOUBLE_EQ(amount_of(terms, cost::terms::Quantity::NetworkRateSimple), 2000);
  }
}

// What the network reduces enters and leaves a node once, however many there are; trees between 16
// nodes send the whole twice, over four hops up and four down.
TEST(NvlsTerms, TheNetworkReducesForNvls) {
  cost::terms::CallFacts facts = two_by_two();
  facts.nodes = 16;
  for (const Collective one :
       {Collective::AllReduce, Collective::AllGather, Collective::ReduceScatter}) {
    facts.collective = one;
    const cost::terms::Terms terms = algorithms::nvls_terms(facts);
    EXPECT_DOUBLE_EQ(amount_of(terms, cost::terms::Quantity::NetworkEfficiency), 160);
    EXPECT_DOUBLE_EQ(amount_of(terms, cost::terms::Quantity::NetworkHopSimple), 2);
  }
  facts.collective = Collective::AllReduce;
  const cost::terms::Terms trees = algorithms::nvls_tree_terms(facts);
  EXPECT_DOUBLE_EQ(amount_of(trees, cost::terms::Quantity::NetworkEfficiency), 320);
  EXPECT_DOUBLE_EQ(amount_of(trees, cost::terms::Quantity::NetworkHopSimple), 8);
}

TEST(NvlsTerms, StoresThroughTheSwitch) {
  cost::terms::CallFacts facts = two_by_two();
  facts.nodes = 1;
  facts.ranks_per_node = 4;
  const cost::terms::Terms terms = algorithms::nvls_terms(facts);
  EXPECT_DOUBLE_EQ(amount_of(terms, cost::terms::Quantity::NvlsLatency), 1);
  // S (g + 1) / g = 10 MB by all 200 GB/s of a GPU, of which the switch reduces and copies S.
  EXPECT_DOUBLE_EQ(amount_of(terms, cost::terms::Quantity::PeerEfficiency), 50);
  EXPECT_DOUBLE_EQ(amount_of(terms, cost::terms::Quantity::NvlsEfficiency), 40);
  EXPECT_EQ(amount_of(terms, cost::terms::Quantity::NetworkHopSimple), 0);
}

// 4 MB a channel in rounds of four GPUs' chunks of 100 kB: ten, and two more until the first has
// passed all three stages.
TEST(NvlsTerms, ChunksPassTheSwitchInRounds) {
  cost::terms::CallFacts facts = two_by_two();
  facts.nodes = 1;
  facts.ranks_per_node = 4;
  const cost::terms::Terms terms = algorithms::nvls_terms(facts);
  EXPECT_DOUBLE_EQ(amount_of(terms, cost::terms::Quantity::NvlsChunk), 12);
  EXPECT_DOUBLE_EQ(amount_of(terms, cost::terms::Quantity::ChannelRateSimple), 4800);
}

// NVIDIA/nccl issue 1083: one way all of S passes, and half of the work is left for the switch.
TEST(NvlsTerms, OneWayTheWholePasses) {
  cost::terms::CallFacts facts = two_by_two();
  facts.nodes = 1;
  facts.ranks_per_node = 4;
  for (const Collective split : {Collective::AllGather, Collective::ReduceScatter}) {
    facts.collective = split;
    EXPECT_DOUBLE_EQ(
        amount_of(algorithms::nvls_terms(facts), cost::terms::Quantity::PeerEfficiency), 40);
    EXPECT_DOUBLE_EQ(
        amount_of(algorithms::nvls_terms(facts), cost::terms::Quantity::NvlsEfficiency), 20);
  }
}

TEST(NvlsTerms, BeyondEightGpusEachDoublingCrowdsTheSwitches) {
  cost::terms::CallFacts facts = two_by_two();
  facts.nodes = 1;
  const auto crowding = [&](int gpus) {
    facts.ranks_per_node = gpus;
    return amount_of(algorithms::nvls_terms(facts), cost::terms::Quantity::Crowding);
  };
  EXPECT_EQ(crowding(8), 0);
  EXPECT_EQ(crowding(15), 0);
  // Once at 16: S 17/16 and S by 200 GB/s; at 72 three times: 73/72.
  EXPECT_DOUBLE_EQ(crowding(16), 8e3 / 200 * (17.0 / 16 + 1));
  EXPECT_DOUBLE_EQ(crowding(72), 3 * 8e3 / 200 * (73.0 / 72 + 1));
}

}  // namespace nvls_terms_test
}  // namespace treering::sim::algorithms
