#include "sim/schedule/proof/verify.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/schedule/steps_in_memory.h"

namespace treering::sim::schedule {
namespace verify_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// Ranks with one stream each and a connection from every rank to every other.
class Hand {
 public:
  Hand(Goal goal, int ranks, std::uint64_t block, int slots) {
    schedule_.promise = {goal, ranks, block};
    schedule_.agent_count = ranks;
    schedule_.slot_count = slots;
    for (int rank = 0; rank < ranks; ++rank) {
      ListedStream stream;
      stream.stream.agent = rank;
      for (int other = 0; other < ranks; ++other) {
        stream.stream.sends.push_back(other == rank ? kNoPeer : Peer{other, rank});
        stream.stream.receives.push_back(other == rank ? kNoPeer : Peer{other, rank});
      }
      schedule_.list.push_back(std::move(stream));
    }
  }

  Hand& send(int from, int to, Range data) {
    return add(from, {data.bytes, {}, {to, 1}, true, false}, data);
  }
  Hand& receive(int at, int from, Range data) {
    return add(at, {data.bytes, {from, 1}, {}, false, true}, data);
  }
  Hand& combine(int at, int from, Range data) {
    return add(at, {data.bytes, {from, 1}, {}, true, true}, data);
  }

  std::optional<Fault> fault() const { return fault_of(schedule_); }

 private:
  Hand& add(int rank, Step step, Range data) {
    ListedStream& stream = schedule_.list[static_cast<std::size_t>(rank)];
    stream.list.push_back({step, {data}});
    ++stream.stream.steps;
    return *this;
  }

  StepsInMemory schedule_;
};

// The tutorials' first example: four ranks with 1, 2, 3 and 4 sum to 10 everywhere.
TEST(Verify, FourRanksSumUpThroughOne) {
  Hand hand(Goal::AllReduce, 4, 4, 1);
  for (const int rank : {1, 2, 3}) hand.send(rank, 0, {0, 4}).combine(0, rank, {0, 4});
  for (const int rank : {1, 2, 3}) hand.send(0, rank, {0, 4}).receive(rank, 0, {0, 4});
  EXPECT_FALSE(hand.fault());
}

TEST(Verify, BroadcastScatterGatherAndAllGatherOnThreeRanks) {
  Hand broadcast(Goal::Broadcast, 3, 4, 1);
  broadcast.send(0, 1, {0, 4}).receive(1, 0, {0, 4}).send(0, 2, {0, 4}).receive(2, 0, {0, 4});
  EXPECT_FALSE(broadcast.fault());
  Hand scatter(Goal::Scatter, 3, 4, 1);
  scatter.send(0, 1, {4, 4}).receive(1, 0, {4, 4}).send(0, 2, {8, 4}).receive(2, 0, {8, 4});
  EXPECT_FALSE(scatter.fault());
  Hand gather(Goal::Gather, 3, 4, 1);
  gather.send(1, 0, {4, 4}).receive(0, 1, {4, 4}).send(2, 0, {8, 4}).receive(0, 2, {8, 4});
  EXPECT_FALSE(gather.fault());
  Hand all_gather(Goal::AllGather, 3, 4, 2);
  for (const int from : {0, 1, 2}) {
    const Range block{4U * static_cast<unsigned>(from), 4};
    for (const int to : {0, 1, 2}) {
      if (from != to) all_gather.send(from, to, block);
    }
  }
  for (const int from : {0, 1, 2}) {
    const Range block{4U * static_cast<unsigned>(from), 4};
    for (const int to : {0, 1, 2}) {
      if (from != to) all_gather.receive(to, from, block);
    }
  }
  EXPECT_FALSE(all_gather.fault());
}

// Each waits until the other receives; with a place for a message in between neither does.
TEST(Verify, TwoRanksThatBothSendFirstWaitForEver) {
  const auto exchange = [](int slots) {
    Hand hand(Goal::AllGather, 2, 4, slots);
    hand.send(0, 1, {0, 4}).send(1, 0, {4, 4}).receive(0, 1, {4, 4}).receive(1, 0, {0, 4});
    return hand.fault();
  };
  EXPECT_FALSE(exchange(1));
  const auto fault = exchange(0);
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->kind, Fault::Kind::Deadlock);
  EXPECT_THAT(fault->waits, ElementsAre(0, 1));
  EXPECT_EQ(fault->text,
            "deadlock: rank 0, channel 0 (step 0, to send) waits for rank 1, channel 0; rank 1, "
            "channel 0 (step 0, to send) waits for rank 0, channel 0");
}

TEST(Verify, ThreeRanksWaitInARing) {
  Hand hand(Goal::AllGather, 3, 4, 1);
  for (const int rank : {0, 1, 2}) {
    const int from = (rank + 2) % 3;
    hand.receive(rank, from, {4U * static_cast<unsigned>(from), 4});
  }
  const auto fault = hand.fault();
  ASSERT_TRUE(fault);
  EXPECT_THAT(fault->waits, ElementsAre(0, 2, 1));
  EXPECT_THAT(fault->text, HasSubstr("rank 2, channel 0 (step 0, to receive) waits for rank 1"));
}

TEST(Verify, StreamsOfARankOnOneChannelAreNumbered) {
  StepsInMemory schedule;
  schedule.promise = {Goal::Broadcast, 2, 4};
  schedule.agent_count = 2;
  schedule.list.resize(3);
  schedule.list[0].stream = {0, 0, 0, {}, {{2, 0}}};
  schedule.list[1].stream = {1, 0, 0, {}, {}};
  schedule.list[2].stream = {1, 0, 1, {{0, 0}}, {}};
  schedule.list[2].list = {{{4, {0, 1}, {}, false, true}, {{0, 4}}}};
  EXPECT_EQ(fault_of(schedule)->text,
            "deadlock: rank 1, channel 0, stream 1 (step 0, to receive) waits for rank 0, channel "
            "0, which has ended");
}

TEST(Verify, WhoWaitsForAnEndedRankIsNamed) {
  Hand hand(Goal::Broadcast, 2, 4, 1);
  hand.receive(1, 0, {0, 4});
  const auto fault = hand.fault();
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->text,
            "deadlock: rank 1, channel 0 (step 0, to receive) waits for rank 0, "
            "channel 0, which has ended");
}

TEST(Verify, NamesWhatIsWrong) {
  const Hand idle(Goal::AllReduce, 2, 4, 1);
  EXPECT_EQ(idle.fault()->text,
            "rank 0 at the end: the value of rank 1 is missing in bytes 0 to 3");

  Hand twice(Goal::Reduce, 2, 4, 2);
  twice.send(1, 0, {0, 4}).send(1, 0, {0, 4}).combine(0, 1, {0, 4}).combine(0, 1, {0, 4});
  EXPECT_EQ(twice.fault()->text,
            "rank 0, channel 0, step 1: the value of rank 1 is twice in bytes 0 to 3");

  Hand other(Goal::AllGather, 2, 4, 1);
  other.send(0, 1, {0, 4}).receive(1, 0, {0, 2});
  EXPECT_EQ(other.fault()->text,
            "rank 1, channel 0, step 0: the message of rank 0, channel 0 is another than expected: "
            "it lacks bytes 0 to 1");

  Hand missing(Goal::AllGather, 2, 4, 1);
  missing.send(0, 1, {4, 4}).receive(1, 0, {4, 4});
  EXPECT_EQ(missing.fault()->text,
            "rank 0, channel 0, step 0: in its own data bytes 4 to 7 are missing");

  Hand left(Goal::Broadcast, 2, 4, 3);
  left.send(0, 1, {0, 4}).send(0, 1, {0, 4}).receive(1, 0, {0, 4});
  EXPECT_EQ(left.fault()->text, "rank 1, channel 0 ends with 1 message not received");
}

// Each of three ranks hears from both others, and from the second also of its own arrival.
TEST(Verify, WhoGoesOnFromABarrierTooEarlyIsNamed) {
  Hand hand(Goal::Barrier, 3, 1, 1);
  hand.send(1, 0, {0, 1}).combine(0, 1, {0, 1});
  EXPECT_EQ(hand.fault()->text, "rank 0 goes on although rank 2 may not have arrived");
}

TEST(Verify, ArrivalsAtABarrierMayCountTwice) {
  for (const Goal goal : {Goal::Barrier, Goal::AllReduce}) {
    Hand hand(goal, 3, 1, 1);
    for (const int round : {1, 2}) {
      for (const int rank : {0, 1, 2}) {
        hand.send(rank, (rank + round) % 3, {0, 1}).combine(rank, (rank + 3 - round) % 3, {0, 1});
      }
    }
    EXPECT_EQ(hand.fault().has_value(), goal == Goal::AllReduce);
  }
}

// Rank 0 writes what it receives over its own data, and then has only that to send.
TEST(Verify, AResultInPlaceMayNotReplaceWhatIsStillNeeded) {
  Hand hand(Goal::AllReduce, 2, 4, 1);
  hand.send(1, 0, {0, 4}).receive(0, 1, {0, 4}).send(0, 1, {0, 4}).combine(1, 0, {0, 4});
  EXPECT_EQ(hand.fault()->text,
            "rank 1, channel 0, step 1: the value of rank 1 is twice in bytes 0 to 3");
}

TEST(Verify, ConnectionsHaveTwoEnds) {
  StepsInMemory schedule;
  schedule.promise = {Goal::Broadcast, 2, 4};
  schedule.agent_count = 2;
  schedule.list.resize(2);
  schedule.list[1].stream.agent = 1;
  schedule.list[0].stream.sends = {{1, 0}};
  EXPECT_EQ(fault_of(schedule)->text, "stream 0: connection 0 to send has no other end");
  schedule.list[1].stream.agent = 2;
  schedule.list[0].stream.sends.clear();
  EXPECT_EQ(fault_of(schedule)->text, "stream 1 belongs to no agent");
}

}  // namespace verify_test
}  // namespace treering::sim::schedule
