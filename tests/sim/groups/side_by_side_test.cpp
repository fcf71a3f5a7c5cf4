// Schedules side by side: each goes as if it were alone, until they share links.
#include "sim/groups/side_by_side.h"

#include <gtest/gtest.h>

#include "sim/engine/simulate.h"
#include "sim/schedule/ring.h"

namespace treering::sim::groups {
namespace side_by_side_test {

using schedule::StreamId;

std::shared_ptr<const schedule::Schedule> ring(int ranks, std::uint64_t bytes) {
  schedule::RingInput input;
  input.contract = {schedule::Goal::AllReduce, ranks, bytes, 0};
  input.rings.emplace_back();
  for (int rank = 0; rank < ranks; ++rank) input.rings[0].push_back(rank);
  schedule::ChannelWork work;
  work.bytes = bytes;
  work.chunk_bytes = bytes / static_cast<std::uint64_t>(ranks);
  input.work.push_back(work);
  input.slots = ranks;
  return std::shared_ptr<const schedule::Schedule>(ring_schedule(std::move(input)));
}

/// A link for each of `links`, which every stream of a part crosses: the first part's is 0.
engine::Wiring wiring_of(const SideBySide& steps, const std::vector<int>& links) {
  engine::Wiring wiring;
  wiring.capacities = {100, 100};
  wiring.local_rate = 1000;
  wiring.wire = [&steps, links](StreamId sender, int /*port*/) {
    engine::Wire wire;
    wire.route = {{links[steps.part_of(sender)], 1}};
    wire.rate = 80;
    wire.latency_us = 1;
    return wire;
  };
  return wiring;
}

TEST(SideBySide, StreamsKeepTheirPartsAndHaveTheRanksOfAll) {
  const auto steps = ring(3, 300);
  const SideBySide both({{steps, 1, 2, 0}, {steps, 0, 2, 4}}, 6);
  EXPECT_EQ(both.streams(), 2 * steps->streams());
  EXPECT_EQ(both.agents(), 6);
  for (StreamId own = 0; own < steps->streams(); ++own) {
    const auto alone = steps->stream(own);
    const auto second = both.stream(both.first(1) + own);
    EXPECT_EQ(both.stream(own).agent, 1 + 2 * alone.agent);
    EXPECT_EQ(second.agent, 2 * alone.agent);
    EXPECT_EQ(second.channel, 4 + alone.channel);
    ASSERT_EQ(second.sends.size(), 1U);
    EXPECT_EQ(second.sends[0].stream, both.first(1) + alone.sends[0].stream);
    EXPECT_EQ(both.step(both.first(1) + own, 0), steps->step(own, 0));
    EXPECT_EQ(both.kind(own), both.kind(both.first(1) + own)) << "of the same schedule";
  }
}

TEST(SideBySide, APartAloneOnItsLinksTakesItsOwnTime) {
  const auto small = ring(3, 300);
  const auto large = ring(4, 8000);
  const SideBySide alone({{large, 0, 1, 0}}, 4);
  const SideBySide both({{small, 4, 1, 0}, {large, 0, 1, 0}}, 7);
  const auto one = simulate(alone, wiring_of(alone, {1}));
  const auto two = simulate(both, wiring_of(both, {0, 1}));
  EXPECT_DOUBLE_EQ(one.time_us, two.time_us);
  EXPECT_EQ(two.transfers, one.transfers + 3U * 4);
}

// Eight senders on one link of 100 in place of four.
TEST(SideBySide, PartsShareLinks) {
  const auto steps = ring(4, 80000);
  const SideBySide alone({{steps, 0, 1, 0}}, 4);
  const SideBySide both({{steps, 0, 1, 0}, {steps, 4, 1, 0}}, 8);
  const auto one = simulate(alone, wiring_of(alone, {0}));
  const auto two = simulate(both, wiring_of(both, {0, 0}));
  // Six rounds of 20,000 bytes with a latency each; the last step stores.
  EXPECT_NEAR(one.time_us, 6 * (4 * 20000.0 / 100 + 1) + 20, 1e-6);
  EXPECT_NEAR(two.time_us, 6 * (8 * 20000.0 / 100 + 1) + 20, 1e-6);
  EXPECT_DOUBLE_EQ(two.carried[0], 2 * one.carried[0]);
}

}  // namespace side_by_side_test
}  // namespace treering::sim::groups
