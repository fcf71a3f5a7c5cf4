// What sockets carry, for the call of tests/support/cost_samples.h.
#include <gtest/gtest.h>

#include "sim/algorithms/faces.h"
#include "sim/cost/terms/term_list.h"
#include "tests/support/cost_samples.h"

namespace treering::sim::cost::terms {
namespace socket_terms_test {

using core::Collective;
using nccl::Protocol;
using treering::testing::amount_of;
using treering::testing::two_by_two;

// A GPU's thread copies for all its connections: two GPUs have two, with 2 channels as with 16.
TEST(SocketTerms, AreLimitedByTheThreadsOfTheGpus) {
  CallFacts facts = two_by_two();
  facts.wires.all_per_gpu = 200;
  EXPECT_DOUBLE_EQ(amount_of(algorithms::nvls_tree_terms(facts), Quantity::NetworkRateSimple),
                   2000);  // 8 MB in 2 channels x 2 heads
  facts.has_sockets = true;
  for (const int channels : {2, 16}) {
    facts.channels = channels;
    EXPECT_DOUBLE_EQ(amount_of(algorithms::nvls_tree_terms(facts), Quantity::NetworkRateSimple),
                     4000);
    EXPECT_DOUBLE_EQ(amount_of(algorithms::ring_terms(facts), Quantity::NetworkRateSimple), 6000);
    // And 100 kB over each of two hops, until the pipeline runs.
    EXPECT_DOUBLE_EQ(amount_of(algorithms::tree_terms(facts), Quantity::NetworkRateSimple), 4200);
  }
  facts.channels = 1;
  EXPECT_DOUBLE_EQ(amount_of(algorithms::ring_terms(facts), Quantity::NetworkRateSimple), 12000);
  // All rings may leave the node at the same GPU.
  facts.channels = 16;
  facts.senders = 1;
  EXPECT_DOUBLE_EQ(amount_of(algorithms::ring_terms(facts), Quantity::NetworkRateSimple), 12000);
}

// Flags are copied like data.
TEST(SocketTerms, CopyWhateverTheProtocolSends) {
  CallFacts facts = two_by_two();
  facts.has_sockets = true;
  facts.adapters = 1;
  facts.protocol = Protocol::Ll;
  EXPECT_DOUBLE_EQ(amount_of(algorithms::ring_terms(facts), Quantity::NetworkRateSimple), 12000);
  EXPECT_EQ(amount_of(algorithms::ring_terms(facts), Quantity::NetworkRateLl), 0);
  facts.protocol = Protocol::Ll128;
  EXPECT_DOUBLE_EQ(amount_of(algorithms::ring_terms(facts), Quantity::NetworkRateSimple), 6400);
}

// Half of 8 MB by the proxy that sends most.
TEST(SocketTerms, CarryMessagesBetweenPairsToo) {
  CallFacts facts = two_by_two();
  facts.collective = Collective::AllToAll;
  EXPECT_EQ(amount_of(peer_terms(facts), Quantity::NetworkRateSimple), 0);
  facts.has_sockets = true;
  facts.wires.pairs.by_proxy = 0.5;
  EXPECT_DOUBLE_EQ(amount_of(peer_terms(facts), Quantity::NetworkRateSimple), 4000);
  facts.collective = Collective::Gather;
  EXPECT_DOUBLE_EQ(amount_of(peer_terms(facts), Quantity::NetworkRateSimple), 4000);
  facts.nodes = 1;
  EXPECT_EQ(amount_of(peer_terms(facts), Quantity::NetworkRateSimple), 0);
}

}  // namespace socket_terms_test
}  // namespace treering::sim::cost::terms
