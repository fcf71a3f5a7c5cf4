#include "sim/engine/simulate.h"

#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/algorithms/registry.h"
#include "sim/schedule/ring.h"
#include "sim/schedule/steps_in_memory.h"
#include "tests/support/schedule_cases.h"

namespace treering::sim::engine {
namespace simulate_test {

using schedule::Goal;
using schedule::ListedStream;
using schedule::StepsInMemory;
using schedule::StreamId;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// Pairs of streams, each of which sends `messages` of so many bytes to the other one of its pair.
StepsInMemory pairs(int count, int messages, std::uint64_t bytes, int slots) {
  StepsInMemory all;
  all.promise = {Goal::SendRecv, 2 * count, bytes};
  all.agent_count = 2 * count;
  all.slot_count = slots;
  for (int pair = 0; pair < count; ++pair) {
    ListedStream sender;
    sender.stream = {2 * pair, 0, static_cast<std::uint64_t>(messages), {}, {{2 * pair + 1, 0}}};
    ListedStream receiver;
    receiver.stream = {2 * pair + 1, 0, static_cast<std::uint64_t>(messages), {{2 * pair, 0}}, {}};
    for (int i = 0; i < messages; ++i) {
      sender.list.push_back({{bytes, {}, {0, 1}, true, false}, {}});
      receiver.list.push_back({{bytes, {0, 1}, {}, false, true}, {}});
    }
    all.list.push_back(std::move(sender));
    all.list.push_back(std::move(receiver));
  }
  return all;
}

/// All over one link of 100 bytes/us.
Wiring one_link(const Wire& wire) {
  return {{100}, [wire](StreamId, int) { return wire; }, 200, 0};
}

// 1,000 bytes at 50 bytes/us, 2 us on the way, 1,000 bytes copied at 200.
TEST(Simulate, AMessageIsSentTravelsAndIsKept) {
  const Outcome one = simulate(pairs(1, 1, 1000, 1), one_link({{{0}}, 50, 2}));
  EXPECT_THAT(one.ends_us, ElementsAre(20, 27));
  EXPECT_EQ(one.time_us, 27);
  EXPECT_EQ(one.transfers, 1U);
  EXPECT_THAT(one.carried, ElementsAre(1000));
  EXPECT_THAT(one.stuck, IsEmpty());
}

// Four flows that could each have 50 bytes/us get 25.
TEST(Simulate, FlowsShareALink) {
  const Outcome four = simulate(pairs(4, 1, 1000, 1), one_link({{{0}}, 50, 2}));
  EXPECT_EQ(four.time_us, 40 + 2 + 5);
}

// With one slot the next message waits until the first is kept: 20 + 2 + 5 us each. With two the
// sender goes on: 20 us each, and the last takes 7 more.
TEST(Simulate, ASenderWaitsForRoom) {
  EXPECT_EQ(simulate(pairs(1, 3, 1000, 1), one_link({{{0}}, 50, 2})).time_us, 3 * 27);
  EXPECT_EQ(simulate(pairs(1, 3, 1000, 2), one_link({{{0}}, 50, 2})).time_us, 3 * 20 + 7);
}

// Copied to a buffer in 5 us each, carried in 10 us each, one after another.
TEST(Simulate, AProxyCarriesWhatIsPosted) {
  const Wire wire{{{0}}, 200, 2, true, 100};
  const Outcome outcome = simulate(pairs(1, 3, 1000, 8), one_link(wire));
  EXPECT_THAT(outcome.ends_us, ElementsAre(15, 5 + 3 * 10 + 2 + 5));
}

// LL sends 8 bytes for 4 of data: the link of 100 carries 50 of data.
TEST(Simulate, FlagsTakeTheirShareOfLinks) {
  const Wire wire{{{0, 2}}, 80, 0};
  const Outcome outcome = simulate(pairs(1, 1, 1000, 1), one_link(wire));
  EXPECT_THAT(outcome.ends_us, ElementsAre(20, 25));
  EXPECT_THAT(outcome.carried, ElementsAre(2000));
}

/// Three agents in a row; the one in the middle passes on what it gets.
StepsInMemory relay(int messages, std::uint64_t bytes) {
  StepsInMemory all;
  all.promise = {Goal::Broadcast, 3, bytes};
  all.agent_count = 3;
  all.slot_count = 8;
  const auto steps = static_cast<std::uint64_t>(messages);
  all.list.resize(3);
  all.list[0].stream = {0, 0, steps, {}, {{1, 0}}};
  all.list[1].stream = {1, 0, steps, {{0, 0}}, {{2, 0}}};
  all.list[2].stream = {2, 0, steps, {{1, 0}}, {}};
  for (int i = 0; i < messages; ++i) {
    all.list[0].list.push_back({{bytes, {}, {0, 1}, true, false}, {}});
    all.list[1].list.push_back({{bytes, {0, 1}, {0, 1}, false, false}, {}});
    all.list[2].list.push_back({{bytes, {0, 1}, {}, false, true}, {}});
  }
  return all;
}

// The second sends from 22 to 42 what it has got from 0 on. A proxy sends without the receiver, so
// that with it a part begins where its message can be: the second copies from 17 to 22 what could
// be there from 2 on, and the third keeps until 39 what could be there from 19 on.
TEST(Simulate, TheLongestPartBeginsWithTheNeighbours) {
  const Outcome direct = simulate(relay(1, 1000), one_link({{{0}}, 50, 2}));
  EXPECT_EQ(direct.time_us, 49);
  EXPECT_EQ(direct.longest_us, 42);
  const Outcome posted = simulate(relay(1, 1000), one_link({{{0}}, 200, 2, true, 100}));
  EXPECT_EQ(posted.time_us, 39);
  EXPECT_EQ(posted.longest_us, 20);
}

// Of 1,000 bytes at 50 bytes/us the first quarter is away after 5 us and there after 7; the second
// hop begins then and ends at 27, because it is as fast as the first. Kept from 14 on, until all is
// there, at 29.
TEST(Simulate, AHeadIsPassedOnAtOnce) {
  Wire wire{{}, 50, 2};
  wire.head = 0.25;
  const Wiring wiring{{}, [wire](StreamId, int) { return wire; }, 200, 0};
  EXPECT_THAT(simulate(relay(1, 1000), wiring).ends_us, ElementsAre(20, 27, 29));
}

// The second hop, four times as fast, ends only when all of the message was there.
TEST(Simulate, NothingIsPassedOnBeforeItIsThere) {
  Wire slow{{}, 50, 2};
  slow.head = 0.25;
  Wire fast = slow;
  fast.rate = 200;
  for (const bool is_posted : {false, true}) {
    fast.is_posted = is_posted;
    fast.network_rate = 400;
    const Wiring wiring{{}, [=](StreamId id, int) { return id == 0 ? slow : fast; }, 1000, 0};
    EXPECT_THAT(simulate(relay(1, 1000), wiring).ends_us, ElementsAre(20, 22, 24)) << is_posted;
  }
}

TEST(Simulate, AStreamBeginsLate) {
  Wiring wiring = one_link({{{0}}, 50, 2});
  wiring.start_us = [](StreamId id) { return id == 0 ? 100 : 0; };
  EXPECT_THAT(simulate(pairs(1, 1, 1000, 1), wiring).ends_us, ElementsAre(120, 127));
}

TEST(Simulate, StreamsThatWaitForEverAreNamed) {
  StepsInMemory schedule = pairs(1, 1, 1000, 1);
  schedule.list[1].stream.steps = 2;
  schedule.list[1].list.push_back(schedule.list[1].list[0]);
  EXPECT_THAT(simulate(schedule, one_link({{{0}}, 50, 2})).stuck, ElementsAre(1));
}

schedule::RingInput ring_of(int ranks, std::uint64_t bytes) {
  schedule::RingInput input;
  input.contract = {Goal::AllReduce, ranks, bytes};
  std::vector<int> ring(static_cast<std::size_t>(ranks));
  std::iota(ring.begin(), ring.end(), 0);
  input.rings = {ring};
  input.work = {{0, bytes, bytes}};
  input.slots = 4;
  return input;
}

// 2 (n - 1) steps of S / n bytes at 50 bytes/us and 2 us each, and the last chunk kept at 200.
TEST(Simulate, ARingTakesItsStepsOneAfterAnother) {
  for (const int n : {2, 3, 8, 64}) {
    const auto ring = schedule::ring_schedule(ring_of(n, 1000U * static_cast<unsigned>(n)));
    Wiring wiring{std::vector<double>(static_cast<std::size_t>(n), 100.0),
                  [](StreamId id, int) {
                    return Wire{{{id}}, 50, 2};
                  },
                  200, 0};
    const Outcome outcome = simulate(*ring, wiring);
    EXPECT_NEAR(outcome.time_us, 2 * (n - 1) * 22 + 5, 1e-9 * outcome.time_us) << n;
    EXPECT_EQ(outcome.transfers, static_cast<std::uint64_t>(2 * n * (n - 1)));
    EXPECT_THAT(outcome.carried, Each(2000.0 * (n - 1)));
  }
}

/// Every agent's own link out and in.
Wiring star(const schedule::Schedule& schedule) {
  Wiring wiring;
  const int agents = schedule.agents();
  wiring.capacities.assign(2 * static_cast<std::size_t>(agents), 100);
  wiring.wire = [&schedule, agents](StreamId id, int port) {
    const schedule::Stream stream = schedule.stream(id);
    const StreamId to = stream.sends[static_cast<std::size_t>(port)].stream;
    return Wire{{{stream.agent}, {agents + schedule.stream(to).agent}}, 60, 1};
  };
  wiring.local_rate = 200;
  return wiring;
}

TEST(Simulate, WhatIsProvedAlsoEnds) {
  for (const algorithms::Entry& entry : algorithms::all()) {
    if (entry.rules != nullptr) continue;  // needs a plan
    for (const Goal goal : testing::all_goals()) {
      for (const int ranks : {2, 5, 8, 12}) {
        const auto contract = testing::contract_for(goal, ranks, 640);
        const algorithms::ScheduleQuery query{contract, testing::two_channels(contract),
                                              ranks % 2 == 0 ? 2 : 1, 4};
        if (!entry.schedule.serves(query)) continue;
        const auto steps = entry.schedule.make(query);
        const Wiring wiring = star(*steps);
        const Outcome outcome = simulate(*steps, wiring);
        EXPECT_THAT(outcome.stuck, IsEmpty()) << entry.name << " " << name_of(goal);
        // No link carries more than its rate.
        for (const double bytes : outcome.carried) {
          EXPECT_LE(bytes / 100, outcome.time_us * (1 + 1e-9)) << entry.name;
        }
        EXPECT_EQ(simulate(*steps, wiring).time_us, outcome.time_us) << entry.name;
      }
    }
  }
}

}  // namespace simulate_test
}  // namespace treering::sim::engine
