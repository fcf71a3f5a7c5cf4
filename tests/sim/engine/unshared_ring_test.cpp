// Rings that share no links: the recursion has the times of the events.
#include "sim/engine/unshared_ring.h"

#include <cmath>
#include <memory>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "sim/engine/simulate.h"
#include "sim/schedule/ring.h"
#include "tests/support/engine_cases.h"

namespace treering::sim::engine {
namespace unshared_ring_test {

using schedule::Goal;
using schedule::RingInput;
using schedule::Schedule;
using testing::Cluster;
using testing::wiring_of;

/// One channel through all ranks.
RingInput ring_of(int ranks, std::uint64_t bytes, std::uint64_t chunk) {
  RingInput input;
  input.contract = {Goal::AllReduce, ranks, bytes};
  std::vector<int> order(static_cast<std::size_t>(ranks));
  std::iota(order.begin(), order.end(), 0);
  input.rings = {order};
  input.work = {{0, bytes, chunk}};
  input.chunk_grain = 16;
  input.slots = 4;
  return input;
}

/// Links that are fast or slow beside latencies, so that chunks wait for each other or not.
Cluster any_cluster(int ranks, int per_node) {
  Cluster cluster;
  cluster.ranks = ranks;
  cluster.per_node = per_node;
  cluster.inside = *rc::gen::element(7.0, 150.0);
  cluster.network = *rc::gen::element(3.0, 25.0, 500.0);
  cluster.is_posted = *rc::gen::arbitrary<bool>();
  cluster.latency_network = *rc::gen::element(0.5, 5.0, 40.0);
  cluster.step_us = *rc::gen::element(0.0, 0.5);
  cluster.slow_link = *rc::gen::element(-1, -1, 0, 1000);
  cluster.late_stream = *rc::gen::element(-1, -1, 2);
  return cluster;
}

bool has_time(const std::optional<RingTimes>& times, const Outcome& full) {
  return times && std::abs(times->us - full.time_us) <= 1e-9 * full.time_us;
}

RC_GTEST_PROP(UnsharedRing, HasTheTimeOfAllItsMessages, ()) {
  const int per_node = *rc::gen::inRange(1, 5);
  const int ranks = per_node * *rc::gen::inRange(20, 30);
  const auto bytes = *rc::gen::inRange<std::uint64_t>(1, 20'000);
  const auto chunk = 16 * *rc::gen::inRange<std::uint64_t>(4, 200);
  RingInput input = ring_of(ranks, bytes, chunk);
  input.slicing = *rc::gen::element(schedule::Slicing{1, 1, 0}, schedule::Slicing{2, 16, 64});
  input.slots = *rc::gen::inRange(2 * input.slicing.count, 10);
  const auto ring = schedule::ring_schedule(std::move(input));
  const Wiring wiring = wiring_of(*ring, any_cluster(ranks, per_node));
  const auto times = unshared_times(*ring, wiring, per_node);
  RC_ASSERT(has_time(times, simulate(*ring, wiring)));
}

// 90 ranks with the full chunks of 24,576 ranks that have 64 MiB, and 11 shorter ones; the last
// bytes of each size beyond that leave others.
TEST(UnsharedRing, HasTheTimeOfEveryRaggedEnd) {
  for (std::uint64_t more = 0; more < 11 * 1376; more += 172) {
    const auto ring = schedule::ring_schedule(ring_of(90, 79 * 1376 + more, 1U << 20U));
    Cluster cluster;
    cluster.ranks = 90;
    cluster.per_node = 6;
    cluster.network = 1000;
    const Wiring wiring = wiring_of(*ring, cluster);
    const auto times = unshared_times(*ring, wiring, 6);
    EXPECT_TRUE(has_time(times, simulate(*ring, wiring))) << more;
  }
}

// Most blocks of ranks do what the one before does: what is computed grows with the rounds, not
// with rounds times ranks.
TEST(UnsharedRing, ComputesWhatDiffers) {
  const auto computed = [](int nodes) {
    const int ranks = 6 * nodes;
    const auto ring = schedule::ring_schedule(
        ring_of(ranks, static_cast<std::uint64_t>(ranks) * 1376 - 5000, 1U << 20U));
    Cluster cluster;
    cluster.ranks = ranks;
    cluster.per_node = 6;
    const auto times = unshared_times(*ring, wiring_of(*ring, cluster), 6);
    return times ? times->computed : 0;
  };
  const std::uint64_t some = computed(100);
  ASSERT_GT(some, 0U);
  EXPECT_LT(computed(400), 6 * some);
}

/// Two channels over the same links.
std::unique_ptr<Schedule> two_channels(int ranks, std::uint64_t first, std::uint64_t second) {
  RingInput input = ring_of(ranks, first, 1U << 20U);
  input.contract.block_bytes = first + second;
  input.rings.push_back(input.rings.front());
  input.work.push_back({first, second, 1U << 20U});
  return schedule::ring_schedule(std::move(input));
}

// They share links alike where they have as much data, or where they begin all but the chunks that
// differ at the same times. 24 ranks with 9,000 bytes have chunks of 384, as with 9,100; with 9,300
// they have 400.
TEST(UnsharedRing, ChannelsMayShareLinksThatTheyUseAlike) {
  Cluster cluster;
  cluster.ranks = 24;
  cluster.network = 100;
  cluster.latency_network = 40;
  for (const std::uint64_t second : {9000U, 9004U, 9016U, 9100U, 9300U}) {
    const auto ring = two_channels(24, 9000, second);
    const Wiring wiring = wiring_of(*ring, cluster);
    const auto times = unshared_times(*ring, wiring, 4);
    EXPECT_EQ(times.has_value(), second != 9300U) << second;
    EXPECT_TRUE(!times || has_time(times, simulate(*ring, wiring))) << second;
  }
}

RC_GTEST_PROP(UnsharedRing, HasTheTimeOfChannelsThatNearlyDoTheSame, ()) {
  const int per_node = *rc::gen::inRange(1, 5);
  const int ranks = per_node * *rc::gen::inRange(3, 12);
  const auto first = *rc::gen::inRange<std::uint64_t>(1, 20'000);
  const auto more = *rc::gen::inRange<std::uint64_t>(0, 400);
  const auto ring = two_channels(ranks, first, first + more);
  const Wiring wiring = wiring_of(*ring, any_cluster(ranks, per_node));
  const auto times = unshared_times(*ring, wiring, per_node);
  if (times) RC_ASSERT(has_time(times, simulate(*ring, wiring)));
}

TEST(UnsharedRing, IsOfAllReduce) {
  RingInput input = ring_of(8, 4000, 512);
  input.contract.goal = Goal::AllGather;
  const auto ring = schedule::ring_schedule(std::move(input));
  Cluster cluster;
  EXPECT_FALSE(unshared_times(*ring, wiring_of(*ring, cluster), 4));
}

}  // namespace unshared_ring_test
}  // namespace treering::sim::engine
