#include "tuner/measure/witness.h"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/hosts/patterns.h"
#include "tuner/measure/gloo_traffic.h"

namespace treering::tuner::measure {
namespace witness_test {

using core::Collective;
using testing::ElementsAre;
using testing::IsEmpty;

// --- Open MPI: every message

// 400 bytes are 100 floats, 25 for each of 4 ranks: in a ring 3 steps there and 3 back, 100 bytes
// each.
TEST(Witness, KnowsARingByItsMessages) {
  const std::vector<Sent> sent{{0, 1, 100, 6}, {1, 2, 100, 6}, {2, 3, 100, 6}, {3, 0, 100, 6}};
  EXPECT_THAT(algorithms_that_send(sent, {.call = {.bytes = 400}}, 4),
              ElementsAre("ring", "segmented_ring"));
}

// Of 5 ranks one is too many: rank 0 gives its part to rank 1, which doubles with 2, 3 and 4.
TEST(Witness, KnowsDoublingThatFolds) {
  const std::vector<Sent> sent{{0, 1, 400, 1}, {1, 0, 400, 1}, {1, 2, 400, 1}, {1, 3, 400, 1},
                               {2, 1, 400, 1}, {2, 4, 400, 1}, {3, 1, 400, 1}, {3, 4, 400, 1},
                               {4, 2, 400, 1}, {4, 3, 400, 1}};
  EXPECT_THAT(algorithms_that_send(sent, {.call = {.bytes = 400}}, 5),
              ElementsAre("recursive_doubling"));
}

// Of 3 ranks the messages are those of a reduction and a broadcast along 0 - 1 - 2 as well.
TEST(Witness, NamesACollectiveOfTwoOthers) {
  const std::vector<Sent> sent{{0, 1, 400, 1}, {1, 0, 400, 1}, {1, 2, 400, 1}, {2, 1, 400, 1}};
  EXPECT_THAT(algorithms_that_send(sent, {.call = {.bytes = 400}}, 3),
              ElementsAre("nonoverlapping", "recursive_doubling"));
  // Blocks of 100 bytes to rank 0, and then all of it down a binomial tree.
  const Configuration gather{.call = {.collective = Collective::AllGather, .bytes = 400}};
  EXPECT_THAT(algorithms_that_send({{0, 1, 400, 1},
                                    {0, 2, 400, 1},
                                    {1, 0, 100, 1},
                                    {1, 3, 400, 1},
                                    {2, 0, 100, 1},
                                    {3, 0, 100, 1}},
                                   gather, 4),
              ElementsAre("linear"));
}

// The last message is empty, and one asks for a block.
TEST(Witness, KnowsEmptyMessages) {
  const Configuration call{.call = {.collective = Collective::Gather, .bytes = 400}};
  EXPECT_THAT(algorithms_that_send({{0, 1, 0, 1}, {1, 0, 0, 1}, {1, 0, 200, 1}}, call, 2),
              ElementsAre("linear_sync"));
}

// Halves, then quarters, there and back: 200 to the neighbour, 100 to the other half.
TEST(Witness, KnowsHalvingAndDoubling) {
  const std::vector<Sent> sent{{0, 1, 200, 2}, {0, 2, 100, 2}, {1, 0, 200, 2}, {1, 3, 100, 2},
                               {2, 0, 100, 2}, {2, 3, 200, 2}, {3, 1, 100, 2}, {3, 2, 200, 2}};
  EXPECT_THAT(algorithms_that_send(sent, {.call = {.bytes = 400}}, 4), ElementsAre("rabenseifner"));
}

TEST(Witness, KnowsTrees) {
  const Configuration broadcast{.call = {.collective = Collective::Broadcast, .bytes = 400}};
  // With 4 ranks a binary tree is binomial, and chains and trees of fours have one level.
  EXPECT_THAT(algorithms_that_send({{0, 1, 400, 1}, {0, 2, 400, 1}, {1, 3, 400, 1}}, broadcast, 4),
              ElementsAre("binary_tree", "binomial"));
  EXPECT_THAT(algorithms_that_send({{0, 1, 400, 1}, {1, 2, 400, 1}, {2, 3, 400, 1}}, broadcast, 4),
              ElementsAre("pipeline"));
  EXPECT_THAT(algorithms_that_send({{0, 1, 400, 1}, {0, 2, 400, 1}, {0, 3, 400, 1}}, broadcast, 4),
              ElementsAre("basic_linear", "chain", "knomial"));
}

TEST(Witness, NamesNothingThatItDoesNotKnow) {
  EXPECT_THAT(algorithms_that_send({{0, 1, 399, 1}}, {.call = {.bytes = 400}}, 4), IsEmpty());
  EXPECT_THAT(algorithms_with_traffic({{0, 1, 399, 1}}, {.call = {.bytes = 400}}, 4), IsEmpty());
}

// --- Gloo: sums. All numbers are those of real runs of Gloo 0.5 with 3 ranks.

// One unbound message: notice and header are 96, the notice back 48.
TEST(Witness, KnowsGloosHeaders) {
  const Configuration call{.call = {.collective = Collective::SendRecv, .bytes = 1000}};
  EXPECT_THAT(algorithms_with_traffic({{0, 1, 1096, 1},
                                       {0, 2, 48, 1},
                                       {1, 0, 48, 1},
                                       {1, 2, 1096, 1},
                                       {2, 0, 1096, 1},
                                       {2, 1, 48, 1}},
                                      call, 3),
              ElementsAre("sendrecv"));
}

// Six segments of 168 bytes, the last of 160. Each rank passes 4 on to the one before, twice: all
// but those of a rank each time. 8 x 96 + 1336 = 2104 where the short one is passed once, 2096
// where it is passed twice; 8 notices back are 384.
TEST(Witness, KnowsGloosRing) {
  EXPECT_THAT(algorithms_with_traffic({{0, 1, 384, 1},
                                       {0, 2, 2104, 1},
                                       {1, 0, 2096, 1},
                                       {1, 2, 384, 1},
                                       {2, 0, 384, 1},
                                       {2, 1, 2104, 1}},
                                      {.call = {.bytes = 1000}}, 3),
              ElementsAre("ring"));
}

// The whole buffer twice to the next rank, 2 x (48 + 1000), and twice 52 that it is free.
TEST(Witness, KnowsGloosSimpleRing) {
  EXPECT_THAT(algorithms_with_traffic({{0, 1, 2096, 1},
                                       {0, 2, 104, 1},
                                       {1, 0, 104, 1},
                                       {1, 2, 2096, 1},
                                       {2, 0, 2096, 1},
                                       {2, 1, 104, 1}},
                                      {.call = {.bytes = 1000}}, 3),
              ElementsAre("ring_simple"));
}

// Ranks 0 and 1 are a block, 2 gives its half to each: 48 + 500 there and back. Between 0 and 1 the
// half twice and 52 twice, 2 x 548 + 104.
TEST(Witness, KnowsGloosBinaryBlocks) {
  EXPECT_THAT(algorithms_with_traffic({{0, 1, 1200, 1},
                                       {0, 2, 548, 1},
                                       {1, 0, 1200, 1},
                                       {1, 2, 548, 1},
                                       {2, 0, 548, 1},
                                       {2, 1, 548, 1}},
                                      {.call = {.bytes = 1000}}, 3),
              ElementsAre("halving_doubling"));
}

// Chunks of 256 elements at least: the first holds all 250, of the others one element is sent.
TEST(Witness, KnowsGloosChunks) {
  EXPECT_THAT(algorithms_with_traffic({{0, 1, 2408, 1},
                                       {0, 2, 364, 1},
                                       {1, 0, 364, 1},
                                       {1, 2, 1412, 1},
                                       {2, 0, 1412, 1},
                                       {2, 1, 364, 1}},
                                      {.call = {.bytes = 1000}}, 3),
              ElementsAre("ring_chunked"));
}

// Parts of 84, 84 and 82 elements, each to both others and back: 2 x 96 + 2 x 48 + 336 + 336 from 0
// to 1, 328 in place of one 336 from and to rank 2.
TEST(Witness, KnowsGloosGroups) {
  EXPECT_THAT(algorithms_with_traffic({{0, 1, 960, 1},
                                       {0, 2, 952, 1},
                                       {1, 0, 960, 1},
                                       {1, 2, 952, 1},
                                       {2, 0, 952, 1},
                                       {2, 1, 952, 1}},
                                      {.call = {.bytes = 1000}}, 3),
              ElementsAre("bcube"));
}

TEST(Witness, KnowsGloosReductionsToOthers) {
  EXPECT_THAT(
      algorithms_with_traffic({{0, 1, 240, 1},
                               {0, 2, 1096, 1},
                               {1, 0, 1480, 1},
                               {1, 2, 192, 1},
                               {2, 0, 616, 1},
                               {2, 1, 1056, 1}},
                              {.call = {.collective = Collective::Reduce, .bytes = 1000}}, 3),
      ElementsAre("ring"));
  EXPECT_THAT(algorithms_with_traffic(
                  {{0, 1, 812, 1}, {1, 0, 652, 1}, {1, 2, 380, 1}, {2, 0, 548, 1}, {2, 1, 596, 1}},
                  {.call = {.collective = Collective::ReduceScatter, .bytes = 1000}}, 3),
              ElementsAre("halving_doubling"));
}

std::vector<std::string> names_of(const TrafficPattern& pattern, int ranks) {
  const Configuration call{.call = {.collective = pattern.collective, .bytes = 40000}};
  const std::size_t elements = pattern.collective == Collective::Barrier ? 0 : 10000;
  Traffic traffic;
  pattern.send({ranks, elements, 10000U / static_cast<unsigned>(ranks), 4}, traffic);
  return algorithms_with_traffic(traffic.sent(), call, ranks);
}

bool is_for(const TrafficPattern& pattern, int ranks) {
  return pattern.is_for == nullptr || pattern.is_for({ranks, 10000, 1, 4});
}

// Messages and headers differ in number even where the data is the same.
TEST(Witness, TellsGloosAlgorithmsApart) {
  for (int ranks = 3; ranks <= 9; ++ranks) {
    for (const TrafficPattern& pattern : gloo_patterns()) {
      if (!is_for(pattern, ranks)) continue;
      EXPECT_THAT(names_of(pattern, ranks), ElementsAre(pattern.name)) << ranks;
    }
  }
}

// Two ranks exchange halves and give them back, 52 for each time that a buffer is free.
TEST(Witness, NamesAllThatSendTheSame) {
  for (const TrafficPattern& pattern : gloo_patterns()) {
    if (pattern.name != "bcube_old") continue;
    EXPECT_THAT(names_of(pattern, 2), ElementsAre("bcube_old", "halving_doubling"));
  }
}

// --- what every algorithm has to send

// To a rank that has nothing of it each other rank's data has to come, whatever the way.
TEST(Witness, HasPatternsThatReachEveryRank) {
  for (int ranks = 2; ranks <= 9; ++ranks) {
    const auto parts = static_cast<std::size_t>(ranks);
    for (const sim::hosts::Pattern& pattern : sim::hosts::message_patterns()) {
      const sim::hosts::PatternSize size{ranks, 100 * parts, 100};
      if (pattern.is_for != nullptr && !pattern.is_for(size)) continue;
      if (pattern.collective != Collective::AllReduce) continue;
      sim::hosts::Messages messages;
      pattern.send(size, messages);
      std::vector<std::uint64_t> received(parts);
      for (const sim::hosts::Message& one : messages.all()) {
        received[static_cast<std::size_t>(one.to)] += one.elements;
      }
      // At least its own part of the sums and all parts of others.
      for (const std::uint64_t bytes : received) EXPECT_GE(bytes, 100 * parts);
    }
  }
}

}  // namespace witness_test
}  // namespace treering::tuner::measure
