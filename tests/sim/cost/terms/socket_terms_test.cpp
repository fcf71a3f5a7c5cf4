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
    // 3 of 6 steps are between nodes, half a chunk each of what a rank has: 1.5 MB by a thread.
    EXPECT_DOUBLE_EQ(amount_of(algorithms::ring_terms(facts), Quantity::NetworkRateSimple),
                     6000 + 1500);
    // And 100 kB over one of two hops until the pipeline runs, of half of the channels.
    EXPECT_DOUBLE_EQ(amount_of(algorithms::tree_terms(facts), Quantity::NetworkRateSimple),
                     4000 + (channels == 2 ? 100 : 400));
  }
  facts.channels = 1;
  EXPECT_DOUBLE_EQ(amount_of(algorithms::ring_terms(facts), Quantity::NetworkRateSimple),
                   12000 + 3000);
  // All rings may leave the node at the same GPU.
  facts.channels = 16;
  facts.senders = 1;
  EXPECT_DOUBLE_EQ(amount_of(algorithms::ring_terms(facts), Quantity::NetworkRateSimple),
                   12000 + 3000);
}

// Flags are copied like data.
TEST(SocketTerms, CopyWhateverTheProtocolSends) {
  CallFacts facts = two_by_two();
  facts.has_sockets = true;
  facts.adapters = 1;
  facts.protocol = Protocol::Ll;
  // 12 MB, and 30 whole chunks step by step.
  EXPECT_DOUBLE_EQ(amount_of(algorithms::ring_terms(facts), Quantity::NetworkRateSimple),
                   12000 + 6000);
  EXPECT_EQ(amount_of(algorithms::ring_terms(facts), Quantity::NetworkRateLl), 0);
  facts.protocol = Protocol::Ll128;
  EXPECT_DOUBLE_EQ(amount_of(algorithms::ring_terms(facts), Quantity::NetworkRateSimple),
                   6400 + 3200);
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
