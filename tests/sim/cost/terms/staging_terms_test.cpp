// What passes the host's memory without GPUDirect RDMA, for the call of
// tests/support/cost_samples.h.
#include <gtest/gtest.h>

#include "sim/algorithms/faces.h"
#include "sim/cost/terms/term_list.h"
#include "tests/support/cost_samples.h"

namespace treering::sim::cost::terms {
namespace staging_terms_test {

using core::Collective;
using nccl::Protocol;
using treering::testing::amount_of;
using treering::testing::two_by_two;

CallFacts staged() {
  CallFacts facts = two_by_two();
  facts.is_staged = true;
  return facts;
}

// Of 12 MB each of 2 channels passes a half. Step by step 30 slices of 50 kB are read there, and
// 30 are copied as ever, with its own block of 1 MB.
TEST(StagingTerms, ChannelsOfARingPassWhatTheySend) {
  EXPECT_EQ(amount_of(algorithms::ring_terms(two_by_two()), Quantity::Staging), 0);
  const Terms terms = algorithms::ring_terms(staged());
  EXPECT_DOUBLE_EQ(amount_of(terms, Quantity::Staging), 6000 + 1500);
  EXPECT_DOUBLE_EQ(amount_of(terms, Quantity::ChannelRateSimple), 7000 + 1500);
}

// Flags pass like data, and slices are whole chunks.
TEST(StagingTerms, FlagsPassToo) {
  CallFacts facts = staged();
  facts.protocol = Protocol::Ll;
  EXPECT_DOUBLE_EQ(amount_of(algorithms::ring_terms(facts), Quantity::Staging), 12000 + 6000);
}

// Two nodes have one edge a tree: 8 MB by two connections. Of four hops without the slowest of each
// kind one is inside and one between, where 100 kB are read.
TEST(StagingTerms, TreesPassAFirstChunkToo) {
  EXPECT_DOUBLE_EQ(amount_of(algorithms::tree_terms(two_by_two()), Quantity::ChannelRateSimple),
                   8000 + 400);
  const Terms terms = algorithms::tree_terms(staged());
  EXPECT_DOUBLE_EQ(amount_of(terms, Quantity::Staging), 4000 + 100);
  EXPECT_DOUBLE_EQ(amount_of(terms, Quantity::ChannelRateSimple), 8000 + 200);
}

// Nothing goes from device to device through the CPU.
TEST(StagingTerms, FarPortsAreNotUsedDirectly) {
  CallFacts facts = two_by_two();
  facts.has_far_ports = true;
  EXPECT_GT(amount_of(algorithms::ring_terms(facts), Quantity::FarPortEfficiency), 0);
  facts.is_staged = true;
  EXPECT_EQ(amount_of(algorithms::ring_terms(facts), Quantity::FarPortEfficiency), 0);
}

// A quarter of 8 MB by the channel that has most.
TEST(StagingTerms, CarryMessagesBetweenPairs) {
  CallFacts facts = two_by_two();
  facts.collective = Collective::AllToAll;
  facts.wires.pairs = {.inside = {0.25, 200}, .outside = {0.5, 25}, .staged = 0.25};
  facts.is_staged = true;
  EXPECT_DOUBLE_EQ(amount_of(peer_terms(facts), Quantity::Staging), 2000);
}

// Of 12 MB all pass memory of 48 GB/s twice, out of the node and into it, and none between GPUs.
// Adapters may find them in the CPU's caches, so that no wire is a floor.
TEST(StagingTerms, LoadTheMemoryOfTheCpu) {
  CallFacts facts = staged();
  facts.wires.memory = {2, 48, 48, 0, 2};
  const Terms terms = algorithms::ring_terms(facts);
  EXPECT_DOUBLE_EQ(amount_of(terms, Quantity::MemoryEfficiency), 500);
  EXPECT_EQ(amount_of(terms, Quantity::MemoryChannel), 0);
  for (const Term& term : terms) {
    if (amount_of({term}, Quantity::MemoryEfficiency) > 0) {
      EXPECT_EQ(term.wire_us, 0);
    }
  }
}

// One GPU a node has no link inside it.
TEST(StagingTerms, PairsOfOneGpuANodeLoadItToo) {
  CallFacts facts = staged();
  facts.ranks_per_node = 1;
  facts.collective = Collective::SendRecv;
  facts.wires.pairs = {.outside = {1, 25}, .memory = {2, 100}, .staged = 0.5};
  EXPECT_DOUBLE_EQ(amount_of(peer_terms(facts), Quantity::MemoryEfficiency), 160);
  EXPECT_DOUBLE_EQ(amount_of(peer_terms(facts), Quantity::Staging), 4000);
}

}  // namespace staging_terms_test
}  // namespace treering::sim::cost::terms
