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
  facts.wires.pairs = {{0.25, 200}, {0.5, 25}, {0.5}};
  const Terms terms = peer_terms(facts);
  EXPECT_DOUBLE_EQ(amount_of(terms, Quantity::PeerLatency), 1);
  // Of three peers one is in the node and has the first message.
  EXPECT_EQ(amount_of(terms, Quantity::PeerMessage), 0);
  EXPECT_DOUBLE_EQ(amount_of(terms, Quantity::NetworkMessage), 2);
  EXPECT_DOUBLE_EQ(amount_of(terms, Quantity::HostMessage), 3);
  // S / n = 2 MB in one channel, and its last chunk of 100 kB once more.
  EXPECT_DOUBLE_EQ(amount_of(terms, Quantity::ChannelRateSimple), 2000 + 100);
  EXPECT_DOUBLE_EQ(amount_of(terms, Quantity::PeerSync), 1);
  EXPECT_DOUBLE_EQ(amount_of(terms, Quantity::PeerEfficiency), 10);  // S / 4 by 200 GB/s
  // Each of 2 GPUs sends 2/4 of S out by its port of 25 GB/s.
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

// Without a known link inside a node, what its rings have of them counts.
TEST(PeerTerms, RingsStandInForLinks) {
  CallFacts facts = two_by_two();
  facts.collective = Collective::Scatter;
  EXPECT_DOUBLE_EQ(amount_of(peer_terms(facts), Quantity::PeerEfficiency), 10);
  EXPECT_EQ(amount_of(peer_terms(facts), Quantity::NetworkEfficiency), 0);  // no rate is known
}

TEST(PeerTerms, SocketsSendWhatTheBusiestProxySends) {
  CallFacts facts = two_by_two();
  facts.collective = Collective::Gather;
  facts.has_sockets = true;
  facts.wires.pairs = {.inside = {0.25, 200}, .outside = {0.5, 25}, .by_proxy = 0.125};
  EXPECT_DOUBLE_EQ(amount_of(peer_terms(facts), Quantity::NetworkRateSimple), 1000);  // S / 8
}

// 8 MB in two channels are 4 MB each.
TEST(PeerTerms, FewChannelsOfAPeerTakeLonger) {
  CallFacts facts = two_by_two();
  facts.collective = Collective::SendRecv;
  facts.pair_channels = 2;
  EXPECT_DOUBLE_EQ(amount_of(peer_terms(facts), Quantity::ChannelRateSimple), 4000 + 100);
  facts.pair_turns = 3;  // which serve other messages as well
  EXPECT_DOUBLE_EQ(amount_of(peer_terms(facts), Quantity::ChannelRateSimple), 12000 + 100);
}

// Half of the threads of a block send with LL, and half of its bytes on the wire are flags.
TEST(PeerTerms, LlNeedsNoSynchronisingAndTwiceTheTime) {
  CallFacts facts = two_by_two();
  facts.collective = Collective::SendRecv;
  facts.protocol = nccl::Protocol::Ll;
  facts.wires.pairs = {{1, 200}, {1, 25}, {1}};
  const Terms terms = peer_terms(facts);
  EXPECT_EQ(amount_of(terms, Quantity::PeerSync), 0);
  EXPECT_DOUBLE_EQ(amount_of(terms, Quantity::ChannelRateLl), 2 * (8000 + 100));
  EXPECT_DOUBLE_EQ(amount_of(terms, Quantity::PeerEfficiency), 80);
  EXPECT_EQ(amount_of(terms, Quantity::NetworkRateLl), 0);
  facts.wires.pairs.sent = 0.5;
  EXPECT_DOUBLE_EQ(amount_of(peer_terms(facts), Quantity::NetworkRateLl), 4000);
}

TEST(PeerTerms, SendRecvGoesToTheNext) {
  CallFacts facts = two_by_two();
  facts.collective = Collective::SendRecv;
  facts.wires.pairs = {{1, 200}, {1, 25}, {1}};
  const Terms terms = peer_terms(facts);
  EXPECT_EQ(amount_of(terms, Quantity::PeerMessage), 0);
  EXPECT_DOUBLE_EQ(amount_of(terms, Quantity::ChannelRateSimple), 8000 + 100);
  EXPECT_DOUBLE_EQ(amount_of(terms, Quantity::PeerEfficiency), 40);
  // One of the two ranks has a peer outside, and a port of 25 GB/s.
  EXPECT_DOUBLE_EQ(amount_of(terms, Quantity::NetworkEfficiency), 320);
}

}  // namespace peer_terms_test
}  // namespace treering::sim::cost::terms
