// Messages between pairs, for the call of tests/support/cost_samples.h.
#include <gtest/gtest.h>

#include "sim/cost/terms/term_list.h"
#include "tests/support/cost_samples.h"

namespace treering::sim::cost::terms {
namespace peer_terms_test {

using core::Collective;
using treering::testing::amount_of;
using treering::testing::two_by_two;

TEST(PeerTerms, AllToAllSendsToEveryOther) {
  CallFacts facts = two_by_two();
  facts.collective = Collective::AllToAll;
  const Terms terms = peer_terms(facts);
  EXPECT_DOUBLE_EQ(amount_of(terms, Quantity::PeerLatency), 1);
  // Of three peers one is in the node and has the first message.
  EXPECT_EQ(amount_of(terms, Quantity::PeerMessage), 0);
  EXPECT_DOUBLE_EQ(amount_of(terms, Quantity::NetworkMessage), 2);
  EXPECT_DOUBLE_EQ(amount_of(terms, Quantity::HostMessage), 3);
  EXPECT_DOUBLE_EQ(amount_of(terms, Quantity::PeerRate), 2000);      // S / n = 2 MB in one channel
  EXPECT_DOUBLE_EQ(amount_of(terms, Quantity::PeerEfficiency), 10);  // S / 4 by 200 GB/s
  // Each of 2 GPUs sends 2/4 of S out: S by 50 GB/s.
  EXPECT_DOUBLE_EQ(amount_of(terms, Quantity::NetworkEfficiency), 160);
}

TEST(PeerTerms, WithoutPeersInTheNodeTheFirstMessageLeavesIt) {
  CallFacts facts = two_by_two();
  facts.collective = Collective::AllToAll;
  facts.ranks_per_node = 1;
  facts.nodes = 5;
  EXPECT_EQ(amount_of(peer_terms(facts), Quantity::PeerMessage), 0);
  EXPECT_DOUBLE_EQ(amount_of(peer_terms(facts), Quantity::NetworkMessage), 3);  // of four peers
}

TEST(PeerTerms, OneThreadQueuesTheMessagesOfAllItsGpus) {
  CallFacts facts = two_by_two();
  facts.collective = Collective::AllToAll;
  facts.gpus_per_process = 2;
  EXPECT_DOUBLE_EQ(amount_of(peer_terms(facts), Quantity::HostMessage), 6);  // 2 GPUs, 3 peers
}

TEST(PeerTerms, TheRootScattersAlone) {
  CallFacts facts = two_by_two();
  for (const Collective rooted : {Collective::Scatter, Collective::Gather}) {
    facts.collective = rooted;
    // Half of S by the root's share of the ports, 25 GB/s.
    EXPECT_DOUBLE_EQ(amount_of(peer_terms(facts), Quantity::NetworkEfficiency), 160);
  }
}

// One GPU sends through one port at least, whoever else is near it.
TEST(PeerTerms, OneGpuHasAWholePort) {
  CallFacts facts = two_by_two();
  facts.ranks_per_node = 8;
  for (const Collective one : {Collective::Scatter, Collective::Gather, Collective::SendRecv}) {
    facts.collective = one;
    const double bytes = one == Collective::SendRecv ? 8e3 : 4e3;
    const auto us = [&](int adapters) {
      facts.adapters = adapters;
      return amount_of(peer_terms(facts), Quantity::NetworkEfficiency);
    };
    EXPECT_DOUBLE_EQ(us(1), bytes / 50);
    EXPECT_DOUBLE_EQ(us(2), bytes / 25);
    EXPECT_DOUBLE_EQ(us(8), bytes / 6.25);
    EXPECT_DOUBLE_EQ(us(32), bytes / 6.25);  // four ports near each GPU
  }
}

TEST(PeerTerms, SendRecvGoesToTheNext) {
  CallFacts facts = two_by_two();
  facts.collective = Collective::SendRecv;
  const Terms terms = peer_terms(facts);
  EXPECT_EQ(amount_of(terms, Quantity::PeerMessage), 0);
  EXPECT_DOUBLE_EQ(amount_of(terms, Quantity::PeerRate), 2500);  // not more than 2.5 MB of it
  EXPECT_DOUBLE_EQ(amount_of(terms, Quantity::PeerEfficiency), 40);
  // One of the two ranks has a peer outside, and its share of the ports is half of 50 GB/s.
  EXPECT_DOUBLE_EQ(amount_of(terms, Quantity::NetworkEfficiency), 320);
}

}  // namespace peer_terms_test
}  // namespace treering::sim::cost::terms
