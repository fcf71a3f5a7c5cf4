#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/libraries/library.h"
#include "tuner/hosts/host_fit.h"

namespace treering::tuner::hosts {
namespace message_groups_test {

using core::Collective;
using testing::ElementsAre;
using testing::IsEmpty;

MeasuredCall call_of(Collective collective, const std::string& algorithm, int ranks,
                     std::uint64_t bytes = 65536) {
  MeasuredCall call;
  call.summary.configuration = {.call = {.collective = collective, .bytes = bytes}};
  call.algorithm = algorithm;
  call.job = {sim::libraries::Library::OpenMpi, ranks,
              std::vector<double>(static_cast<std::size_t>(ranks), 1.0), 0};
  return call;
}

std::vector<std::size_t> groups(const std::vector<MeasuredCall>& calls) {
  return message_groups(calls);
}

// From 0 to 1 and 2, and from 1 to 3, both ways round: on eight ranks they are other trees.
TEST(MessageGroups, OneTreeHasTwoNamesOnFourRanks) {
  const auto trees = [](int ranks) {
    return groups({call_of(Collective::Broadcast, "binary_tree", ranks),
                   call_of(Collective::Broadcast, "pipeline", ranks),
                   call_of(Collective::Broadcast, "binomial", ranks)});
  };
  EXPECT_THAT(trees(4), ElementsAre(0, 1, 0));
  EXPECT_THAT(trees(8), ElementsAre(0, 2, 1));
}

// An algorithm that is seen on four ranks is seen.
TEST(MessageGroups, AllCallsOfAnAlgorithmAreInOne) {
  EXPECT_THAT(groups({call_of(Collective::Broadcast, "binary_tree", 8),
                      call_of(Collective::Broadcast, "binomial", 8),
                      call_of(Collective::Broadcast, "binary_tree", 4, 16384),
                      call_of(Collective::Broadcast, "binomial", 4, 16384)}),
              ElementsAre(0, 0, 0, 0));
}

// Each rank gives the other half of the buffer, as blocks to gather or to exchange; and one rank
// gives the other the whole of it, as a broadcast or as a message.
TEST(MessageGroups, OtherCollectivesMaySendTheSame) {
  MeasuredCall pair = call_of(Collective::SendRecv, "sendrecv", 2);
  pair.summary.configuration.pair = measure::Pair{0, 1};
  EXPECT_THAT(
      groups({call_of(Collective::AllGather, "ring", 2), call_of(Collective::AllToAll, "linear", 2),
              call_of(Collective::Broadcast, "chain", 2), pair}),
      ElementsAre(0, 0, 1, 1));
  // Half of it, of another call.
  EXPECT_THAT(groups({call_of(Collective::Scatter, "basic_linear", 2),
                      call_of(Collective::Broadcast, "chain", 2, 32768)}),
              ElementsAre(0, 0));
}

// Patterns alone would not join these.
TEST(MessageGroups, WhatTheWitnessCannotTellApartIsOne) {
  MeasuredCall ring = call_of(Collective::AllReduce, "ring", 8);
  const MeasuredCall doubling = call_of(Collective::AllReduce, "recursive_doubling", 8);
  EXPECT_THAT(groups({ring, doubling}), ElementsAre(1, 0));
  ring.summary.used.ways = {{"recursive_doubling"}, {"ring"}};
  EXPECT_THAT(groups({ring, doubling}), ElementsAre(0, 0));
}

TEST(MessageGroups, HostsThatAreJoinedOtherwiseHaveTheirOwn) {
  MeasuredCall local = call_of(Collective::AllGather, "ring", 4);
  local.job.gbit.clear();
  MeasuredCall gloo = call_of(Collective::AllGather, "ring", 4);
  gloo.job.library = sim::libraries::Library::Gloo;
  const auto all = groups({call_of(Collective::AllGather, "ring", 4), local, gloo});
  EXPECT_NE(all[0], all[1]);
  EXPECT_NE(all[0], all[2]);
  EXPECT_NE(all[1], all[2]);
  EXPECT_THAT(groups({}), IsEmpty());
}

}  // namespace message_groups_test
}  // namespace treering::tuner::hosts
