// What each algorithm does, in terms, worked out by hand for an all_reduce of 8 MB on 2 nodes x 2
// GPUs (tests/support/cost_samples.h): n = 4 ranks, C = 2 channels, chunks of 100 kB.
#include <gtest/gtest.h>

#include "sim/algorithms/faces.h"
#include "sim/cost/parameters.h"
#include "sim/cost/terms/term_list.h"
#include "tests/support/cost_samples.h"

namespace treering::sim::cost::terms {
namespace terms_test {

using core::Collective;
using nccl::Protocol;
using treering::testing::amount_of;
using treering::testing::two_by_two;

// 12 MB out of each of two GPUs whose data pass one memory, 48 GB/s: 24 MB there, and 6 MB a
// channel.
TEST(RingTerms, DataThroughTheHostPassItsMemory) {
  CallFacts facts = two_by_two();
  EXPECT_EQ(amount_of(algorithms::ring_terms(facts), Quantity::MemoryEfficiency), 0);
  facts.wires.memory = {2, 48, 48};
  const Terms terms = algorithms::ring_terms(facts);
  EXPECT_DOUBLE_EQ(amount_of(terms, Quantity::MemoryEfficiency), 500);
  EXPECT_DOUBLE_EQ(amount_of(terms, Quantity::MemoryChannel), 6000);
}

TEST(RingTerms, AllReduceGoesTwiceAround) {
  const Terms terms = algorithms::ring_terms(two_by_two());
  // A rank has 1 MB of a channel's 4 MB, which goes around in 10 chunks, each of two slices of 50
  // kB. 2 (n - 1) = 6 steps, of which 2 N - 1 = 3 between nodes; a connection between these has
  // room for 4 chunks, so that 60 messages wait 15 times.
  // Before them the rank passes on its own block.
  EXPECT_DOUBLE_EQ(amount_of(terms, Quantity::HopSimple), 1 + 10 * 3);
  EXPECT_DOUBLE_EQ(amount_of(terms, Quantity::Sync), 1);
  EXPECT_DOUBLE_EQ(amount_of(terms, Quantity::NetworkHopSimple), 10 * 3 + 15);
  // A message is a slice, above the eager limit.
  EXPECT_DOUBLE_EQ(amount_of(terms, Quantity::Rendezvous), 30);
  EXPECT_DOUBLE_EQ(amount_of(terms, Quantity::Launch), 1);
  EXPECT_DOUBLE_EQ(amount_of(terms, Quantity::Channel), 1);  // beyond the first
  // 8 MB x 6 / 4 = 12 MB: by 100 GB/s, by 50 GB/s, and 6 MB a channel, which copies its own block
  // of 1 MB besides. Step by step 30 slices go
  // through the network, of both channels by 50 GB/s, and 60 are copied; 15 wait for buffers.
  EXPECT_DOUBLE_EQ(amount_of(terms, Quantity::LinkEfficiency), 120);
  EXPECT_DOUBLE_EQ(amount_of(terms, Quantity::NetworkEfficiency), 240 + 60);
  EXPECT_DOUBLE_EQ(amount_of(terms, Quantity::NetworkRateSimple), 6000 + 1500 + 750);
  EXPECT_DOUBLE_EQ(amount_of(terms, Quantity::ChannelRateSimple), 7000 + 3000);
  EXPECT_DOUBLE_EQ(amount_of(terms, Quantity::FillSimple), 0);
}

// One thread submits to a GPU after another.
TEST(RingTerms, SubmissionTakesAsLongAsTheGpusOfAProcess) {
  CallFacts facts = two_by_two();
  EXPECT_DOUBLE_EQ(amount_of(algorithms::ring_terms(facts), Quantity::HostCall), 1);
  facts.gpus_per_process = 2;
  EXPECT_DOUBLE_EQ(amount_of(algorithms::ring_terms(facts), Quantity::HostCall), 2);
}

TEST(RingTerms, AllGatherGoesOnceAround) {
  CallFacts facts = two_by_two();
  facts.collective = Collective::AllGather;
  const Terms terms = algorithms::ring_terms(facts);
  // 3 steps, of which 2 may be between nodes, 10 times; 30 messages wait 7.5 times. 8 MB x 3 / 4 =
  // 6 MB, and 20 slices of both channels step by step.
  EXPECT_DOUBLE_EQ(amount_of(terms, Quantity::HopSimple), 1 + 10);
  EXPECT_DOUBLE_EQ(amount_of(terms, Quantity::NetworkHopSimple), 20 + 7.5);
  EXPECT_DOUBLE_EQ(amount_of(terms, Quantity::NetworkEfficiency), 120 + 40);
}

TEST(RingTerms, BroadcastPassesTheWholeInChunks) {
  CallFacts facts = two_by_two();
  facts.collective = Collective::Broadcast;
  const Terms terms = algorithms::ring_terms(facts);
  EXPECT_DOUBLE_EQ(amount_of(terms, Quantity::NetworkEfficiency), 160);  // 8 MB by 50 GB/s
  // Of 2 hops inside and 1 between, one inside is in the time of each call, and the others in that
  // of one in 20. The first 100 kB over it are 100 us at 1 GB/s; the last hop is in the whole.
  EXPECT_DOUBLE_EQ(amount_of(terms, Quantity::HopSimple), 1 + 1.0 / 20);
  // 40 messages a channel wait for a buffer, 16 at a time.
  EXPECT_DOUBLE_EQ(amount_of(terms, Quantity::NetworkHopSimple), 1.0 / 20 + 2.5);
  EXPECT_DOUBLE_EQ(amount_of(terms, Quantity::FillSimple), 100);
}

TEST(RingTerms, LlCarriesAFlagForEachWord) {
  CallFacts facts = two_by_two();
  facts.protocol = Protocol::Ll;
  const Terms terms = algorithms::ring_terms(facts);
  EXPECT_DOUBLE_EQ(amount_of(terms, Quantity::HopLl), 1 + 30);
  EXPECT_EQ(amount_of(terms, Quantity::Sync), 0);
  EXPECT_DOUBLE_EQ(amount_of(terms, Quantity::HopSimple), 0);
  EXPECT_DOUBLE_EQ(amount_of(terms, Quantity::LinkEfficiency), 240);
  // Of data: all of a channel with its own block, 60 whole chunks step by step, and 10 that the
  // last step stores.
  EXPECT_DOUBLE_EQ(amount_of(terms, Quantity::ChannelRateLl), 7000 + 6000 + 1000);
  EXPECT_DOUBLE_EQ(payload_share(Protocol::Ll128), 0.9375);
}

TEST(RingTerms, SmallMessagesNeedNoRendezvous) {
  CallFacts facts = two_by_two();
  facts.bytes = 8 * 8192;  // a channel's part for each rank is exactly the limit
  EXPECT_EQ(amount_of(algorithms::ring_terms(facts), Quantity::Rendezvous), 0);
  facts.protocol = Protocol::Ll;  // twice that on the wire
  EXPECT_EQ(amount_of(algorithms::ring_terms(facts), Quantity::Rendezvous), 3);
}

TEST(RingTerms, OneNodeHasNoNetwork) {
  CallFacts facts = two_by_two();
  facts.nodes = 1;
  facts.ranks_per_node = 4;
  facts.wires.per_node = 0;
  const Terms terms = algorithms::ring_terms(facts);
  EXPECT_DOUBLE_EQ(amount_of(terms, Quantity::HopSimple), 1 + 10 * 6);
  for (const Quantity one : {Quantity::NetworkHopSimple, Quantity::Rendezvous,
                             Quantity::NetworkEfficiency, Quantity::NetworkRateSimple}) {
    EXPECT_EQ(amount_of(terms, one), 0);
  }
}

TEST(RingTerms, OneRankPerNodeHasNoLinks) {
  CallFacts facts = two_by_two();
  facts.nodes = 4;
  facts.ranks_per_node = 1;
  facts.wires.inside = {};
  const Terms terms = algorithms::ring_terms(facts);
  // 6 steps, all between nodes, 10 times; 60 messages wait 15 times.
  EXPECT_DOUBLE_EQ(amount_of(terms, Quantity::NetworkHopSimple), 60 + 15);
  EXPECT_EQ(amount_of(terms, Quantity::HopSimple), 1);  // its own block
  EXPECT_EQ(amount_of(terms, Quantity::LinkEfficiency), 0);
}

TEST(TreeTerms, GoesUpAndDown) {
  const Terms terms = algorithms::tree_terms(two_by_two());
  EXPECT_DOUBLE_EQ(amount_of(terms, Quantity::HopSimple), 1 + 2);  // with a rank's own step
  // 2 hops, and 40 messages that wait for a buffer, 16 at a time.
  EXPECT_DOUBLE_EQ(amount_of(terms, Quantity::NetworkHopSimple), 2 + 2.5);
  // The first chunk of 100 kB passes one of 2 hops inside and one of 2 between before the pipeline
  // runs. Half of a block copies it: 200 us at 1 GB/s each. Both channels share the links inside,
  // 2 us; between nodes each tree has one of them at a time, 2 us by 50 GB/s and 100 us at 1 GB/s.
  EXPECT_DOUBLE_EQ(amount_of(terms, Quantity::FillSimple), 400 + 2 + 2 + 100);
  EXPECT_DOUBLE_EQ(amount_of(terms, Quantity::NetworkEfficiency), 160 + 2);     // S by 50 GB/s
  EXPECT_DOUBLE_EQ(amount_of(terms, Quantity::LinkEfficiency), 80 + 2);         // S by 100 GB/s
  EXPECT_DOUBLE_EQ(amount_of(terms, Quantity::ChannelRateSimple), 8000 + 400);  // 2 S in 2 channels
  EXPECT_DOUBLE_EQ(amount_of(terms, Quantity::TreeShareSimple), 8000 + 400);
}

// Data turns inside each node between the leaves and the root, up and down.
TEST(TreeTerms, ANodeWithParentAndChildAtTwoGpusHasAHopMore) {
  CallFacts facts = two_by_two();
  facts.nodes = 5;
  EXPECT_DOUBLE_EQ(amount_of(algorithms::tree_terms(facts), Quantity::HopSimple), 1 + 2);
  facts.turns_inside_nodes = true;
  EXPECT_DOUBLE_EQ(amount_of(algorithms::tree_terms(facts), Quantity::HopSimple), 1 + 2 + 4);
}

TEST(TreeTerms, DepthIsTheLogarithmOfTheNodes) {
  CallFacts facts = two_by_two();
  facts.nodes = 5;
  const Terms terms = algorithms::tree_terms(facts);
  // ceil(log2 5) = 3, and 40 messages that wait for a buffer, 16 at a time.
  EXPECT_DOUBLE_EQ(amount_of(terms, Quantity::NetworkHopSimple), 6 + 2.5);
  // 2 S = 16 MB by 50 GB/s out of a node with two children, and the first chunk over 5 hops. A
  // connection carries no more than its channel's 4 MB.
  EXPECT_DOUBLE_EQ(amount_of(terms, Quantity::NetworkEfficiency), 320 + 10);
  EXPECT_DOUBLE_EQ(amount_of(terms, Quantity::TreePortShare), 320 + 10);
  EXPECT_DOUBLE_EQ(amount_of(terms, Quantity::NetworkRateSimple), 4000 + 500 + 250);
}

TEST(TreeTerms, OfThreeNodesNoneHasTwoChildren) {
  CallFacts facts = two_by_two();
  facts.nodes = 3;
  const Terms terms = algorithms::tree_terms(facts);
  EXPECT_DOUBLE_EQ(amount_of(terms, Quantity::NetworkEfficiency), 240 + 6);  // 1.5 S, and 3 hops
  EXPECT_EQ(amount_of(terms, Quantity::TreePortShare), 0);
}

// LL: the proxy of each port's GPU looks for flags, however many connections it serves.
TEST(RingTerms, LlIsSentAtTheRateOfProxies) {
  CallFacts facts = two_by_two();
  facts.adapters = 1;
  facts.protocol = Protocol::Ll;
  EXPECT_DOUBLE_EQ(amount_of(algorithms::ring_terms(facts), Quantity::NetworkRateLl),
                   12000 + 6000 + 375);  // 12 MB; 30 chunks of both channels; 3.75 that wait
  facts.adapters = 4;
  EXPECT_DOUBLE_EQ(amount_of(algorithms::ring_terms(facts), Quantity::NetworkRateLl),
                   6000 + 3000 + 375);  // in 2 channels
  // With a flag for each 4 bytes 24 MB go over the wire.
  EXPECT_DOUBLE_EQ(amount_of(algorithms::ring_terms(facts), Quantity::NetworkRateSimple), 12000);
}

TEST(RingTerms, FarPortsWithOneGpuSendAndReceiveThroughOneLink) {
  CallFacts facts = two_by_two();
  facts.has_far_ports = true;
  EXPECT_DOUBLE_EQ(amount_of(algorithms::ring_terms(facts), Quantity::FarPortEfficiency), 240 + 60);
  EXPECT_EQ(amount_of(algorithms::ring_terms(facts), Quantity::FarPortOneGpu), 0);
  facts.ranks_per_node = 1;
  EXPECT_GT(amount_of(algorithms::ring_terms(facts), Quantity::FarPortOneGpu), 0);
}

TEST(CollnetTerms, TheNetworkReduces) {
  CallFacts facts = two_by_two();
  facts.ranks_per_node = 4;
  for (const auto& terms_of : {algorithms::collnet_chain_terms, algorithms::collnet_direct_terms}) {
    const Terms terms = terms_of(facts);
    EXPECT_DOUBLE_EQ(amount_of(terms, Quantity::NetworkHopSimple), 2);
    EXPECT_DOUBLE_EQ(amount_of(terms, Quantity::NetworkEfficiency), 160);  // S by 50 GB/s
    const double links = terms_of == algorithms::collnet_chain_terms ? 80 : 20;
    EXPECT_DOUBLE_EQ(amount_of(terms, Quantity::LinkEfficiency), links);  // S or S / 4 by 100 GB/s
    EXPECT_DOUBLE_EQ(amount_of(terms, Quantity::ChannelRateSimple), 8000);  // 2 S in 2 channels
  }
  // A chain has three hops up and three down, where direct ways have one.
  EXPECT_DOUBLE_EQ(amount_of(algorithms::collnet_chain_terms(facts), Quantity::HopSimple), 6);
  EXPECT_DOUBLE_EQ(amount_of(algorithms::collnet_direct_terms(facts), Quantity::HopSimple), 2);
}

TEST(CollnetTerms, GatheringGoesOneWayInTheNode) {
  CallFacts facts = two_by_two();
  facts.ranks_per_node = 4;
  for (const Collective split : {Collective::AllGather, Collective::ReduceScatter}) {
    facts.collective = split;
    const Terms terms = algorithms::collnet_direct_terms(facts);
    EXPECT_DOUBLE_EQ(amount_of(terms, Quantity::HopSimple), 1);
    EXPECT_DOUBLE_EQ(amount_of(terms, Quantity::NetworkEfficiency), 160);   // S by 50 GB/s
    EXPECT_DOUBLE_EQ(amount_of(terms, Quantity::LinkEfficiency), 10);       // S / 8 by 100 GB/s
    EXPECT_DOUBLE_EQ(amount_of(terms, Quantity::ChannelRateSimple), 4000);  // S in 2 channels
  }
}

TEST(PatTerms, TakesTheLogarithmOfSteps) {
  CallFacts facts = two_by_two();
  facts.collective = Collective::AllGather;
  facts.nodes = 4;
  facts.ranks_per_node = 1;
  const Terms terms = algorithms::pat_terms(facts);
  // A block of 1 MB goes in 10 chunks of 100 kB, each over 2 hops.
  EXPECT_DOUBLE_EQ(amount_of(terms, Quantity::NetworkHopSimple), 20);
  // S (n - 1) / n = 6 MB by 50 GB/s; 3 MB a channel. Step by step 2 MB of each of two channels, and
  // 3 MB are copied.
  EXPECT_DOUBLE_EQ(amount_of(terms, Quantity::NetworkEfficiency), 120 + 80);
  EXPECT_DOUBLE_EQ(amount_of(terms, Quantity::ChannelRateSimple), 3000 + 3000);
}

// 16 messages are on their way at once: of eight steps, with a buffer at each end.
TEST(TermList, MessagesWaitForAFreeBuffer) {
  const auto waiting = [](const Terms& terms) {
    double count = 0;
    for (const Term& term : terms) {
      if (term.what.form == "messages that wait for a free buffer") count += term.amount;
    }
    return count;
  };
  CallFacts facts = two_by_two();
  facts.buffer_steps = 8;
  facts.collective = Collective::Broadcast;
  // 4 MB a channel are 40 messages of 100 kB, and 4000 of 1 kB.
  facts.chunk_bytes = 1e5;
  EXPECT_DOUBLE_EQ(waiting(algorithms::ring_terms(facts)), 40 / 16.0);
  facts.chunk_bytes = 1e3;
  EXPECT_DOUBLE_EQ(waiting(algorithms::ring_terms(facts)), 4000 / 16.0);
  facts.collective = Collective::AllReduce;
  EXPECT_DOUBLE_EQ(waiting(algorithms::tree_terms(facts)), 4000 / 16.0);
  facts.chunk_bytes = 1e6;
  EXPECT_EQ(waiting(algorithms::tree_terms(facts)), 0);
}

TEST(TermList, UnitsAreDecimal) {
  // 10^9 B at 1 GB/s are 10^6 us.
  const CallFacts facts;
  TermList list(facts);
  list.transfer({"a link"}, 1e9, TermList::Where::Inside, {Quantity::LinkEfficiency});
  EXPECT_DOUBLE_EQ(amount_of(std::move(list).take(), Quantity::LinkEfficiency), 1e6);
}

// 8 MB x 6 / 4 over a GPU's links of 150 GB/s at most take 80 us, a tenth of which is lost at first
// with a share of 0.1: 80 / (1 + 80 / 2000).
TEST(TermList, LinksSettle) {
  CallFacts facts = two_by_two();
  facts.wires.inside.full = 150;
  EXPECT_DOUBLE_EQ(amount_of(algorithms::ring_terms(facts), Quantity::Settling), 80 / 1.04);
}

TEST(TermList, NvlinksDifferLessBetweenSystemsThanTheNetwork) {
  CallFacts facts = two_by_two();
  EXPECT_EQ(amount_of(algorithms::ring_terms(facts), Quantity::ScaleLinks), 0);
  const double with_pcie = amount_of(algorithms::ring_terms(facts), Quantity::ScaleTransfer);
  facts.has_nvlink = true;
  const double links = amount_of(algorithms::ring_terms(facts), Quantity::ScaleLinks);
  // 12 MB by 100 GB/s, 6 MB in each channel, and 3 MB copied step by step.
  EXPECT_DOUBLE_EQ(links, 120 + 7000 + 3000);
  EXPECT_DOUBLE_EQ(amount_of(algorithms::ring_terms(facts), Quantity::ScaleTransfer),
                   with_pcie - links);
}

// Four nodes under two leaves that pass up 25 GB/s each, a way between them 0.5 us longer.
CallFacts four_under_two_leaves() {
  CallFacts facts = two_by_two();
  facts.nodes = 4;
  core::Fabric fabric;
  fabric.kind = core::FabricKind::FatTree;
  fabric.nodes_per_leaf = 2;
  fabric.oversubscription = 4;
  fabric.hop_latency = core::Duration::from_us(0.25);
  facts.spine = spine_of(fabric, facts.nodes, 50);
  return facts;
}

double amount_named(const Terms& terms, std::string_view what) {
  for (const Term& term : terms) {
    if (term.what.text().starts_with(what)) return term.amount;
  }
  return 0;
}

TEST(SpineTerms, NothingUnderOneLeaf) {
  for (const Terms& terms :
       {algorithms::ring_terms(two_by_two()), algorithms::tree_terms(two_by_two())}) {
    EXPECT_EQ(amount_named(terms, "uplinks"), 0);
    EXPECT_EQ(amount_named(terms, "switches between leaves"), 0);
  }
}

TEST(SpineTerms, ARingLeavesEveryLeafOnce) {
  const Terms terms = algorithms::ring_terms(four_under_two_leaves());
  // 8 MB x 14 / 8 = 14 MB by 25 GB/s; twice around two leaves, but for the last way: 3 x 0.5 us.
  EXPECT_DOUBLE_EQ(amount_named(terms, "uplinks"), 560);
  EXPECT_DOUBLE_EQ(amount_named(terms, "switches between leaves"), 1.5);
}

// Calls that follow each other share the time on the way, of the uplinks each needs its own.
TEST(SpineTerms, ARootedRingSharesTheSwitchesAmongCalls) {
  CallFacts facts = four_under_two_leaves();
  facts.collective = Collective::Broadcast;
  const Terms terms = algorithms::ring_terms(facts);
  EXPECT_DOUBLE_EQ(amount_named(terms, "uplinks"), 8e6 / 25e3);
  EXPECT_DOUBLE_EQ(amount_named(terms, "switches between leaves"), 0.5 / kCallsInARow);
}

TEST(SpineTerms, AllToAllFillsTheUplinks) {
  CallFacts facts = four_under_two_leaves();
  facts.collective = Collective::AllToAll;
  // 4 ranks of a leaf send half of their 8 MB out of it: 16 MB by 25 GB/s.
  EXPECT_DOUBLE_EQ(amount_named(peer_terms(facts), "uplinks"), 640);
  facts.collective = Collective::Gather;  // only the root's leaf is busy: 4 MB in
  EXPECT_DOUBLE_EQ(amount_named(peer_terms(facts), "uplinks"), 160);
}

TEST(SpineTerms, PatSendsItsFarPiecesFirst) {
  CallFacts facts = four_under_two_leaves();
  facts.collective = Collective::AllGather;
  facts.ranks_per_node = 1;
  // Distance 1: one rank of two sends 2 of 4 pieces out; distance 2: both one piece. 4 x 2 MB. What
  // goes from 1 to 2 and on to 0 crosses twice.
  EXPECT_DOUBLE_EQ(amount_named(algorithms::pat_terms(facts), "uplinks"), 320);
  EXPECT_DOUBLE_EQ(amount_named(algorithms::pat_terms(facts), "switches between leaves"), 1);
}

}  // namespace terms_test
}  // namespace treering::sim::cost::terms
