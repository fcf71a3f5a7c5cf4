// Rings that share no links: the recursion has the times of the events.
#include "sim/engine/unshared_ring.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "sim/engine/ring_track.h"
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

/// Channels over the same links, with so many bytes each.
/// \param chunk of the last loop; 0: as few bytes as hold what is left
RingInput input_of(int ranks, const std::vector<std::uint64_t>& bytes, std::uint64_t chunk = 0) {
  RingInput input = ring_of(ranks, 0, 1U << 20U);
  input.rings.assign(bytes.size(), input.rings.front());
  input.work.clear();
  for (const std::uint64_t each : bytes) {
    input.work.push_back({input.contract.block_bytes, each, 1U << 20U, chunk});
    input.contract.block_bytes += each;
  }
  return input;
}

/// In all channels.
std::function<double(schedule::StreamId)> late_rank(int rank, int ranks) {
  return [=](schedule::StreamId id) { return id % ranks == rank ? 30.0 : 0.0; };
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
    const auto ring = schedule::ring_schedule(input_of(24, {9000, second}));
    const Wiring wiring = wiring_of(*ring, cluster);
    const auto times = unshared_times(*ring, wiring, 4);
    EXPECT_EQ(times.has_value(), second != 9300U) << second;
    EXPECT_TRUE(!times || has_time(times, simulate(*ring, wiring))) << second;
  }
}

/// Nodes as Summit's, whose buffers make chunks wait for those before them on their way to the next
/// node.
Cluster summit(int nodes) {
  Cluster cluster;
  cluster.per_node = 6;
  cluster.ranks = 6 * nodes;
  cluster.inside = 40'000;
  cluster.network = 12'500;
  cluster.rate = 14'000;
  cluster.latency_inside = 2.3;
  cluster.latency_network = 15;
  return cluster;
}

// Where the last channel has no data, its empty chunks are early, and the others divide the links
// among themselves, so that full chunks that wait for these are early, too. No two channels do the
// same there. But the chunks that end last do.
TEST(UnsharedRing, ChannelsMayFallApartAtTheirShorterChunks) {
  constexpr std::uint64_t kChunk = 688;
  constexpr std::uint64_t kMost = 80 * kChunk + 8;
  const Cluster cluster = summit(20);
  for (const std::uint64_t fewer : {2U, 13U}) {
    for (const bool is_late : {false, true}) {
      RingInput input =
          input_of(cluster.ranks, {kMost, kMost, kMost, kMost - fewer * kChunk}, kChunk);
      input.slicing = {2, 64, 32'768};
      const auto ring = schedule::ring_schedule(std::move(input));
      Wiring wiring = wiring_of(*ring, cluster);
      if (is_late) wiring.start_us = late_rank(3, cluster.ranks);
      const auto times = unshared_times(*ring, wiring, cluster.per_node);
      EXPECT_TRUE(has_time(times, simulate(*ring, wiring))) << fewer;
    }
  }
}

RC_GTEST_PROP(UnsharedRing, HasTheTimeOfChannelsThatNearlyDoTheSame, ()) {
  const int per_node = *rc::gen::inRange(1, 7);
  const int ranks = per_node * *rc::gen::inRange(3, 12);
  const auto chunk = 16 * *rc::gen::inRange<std::uint64_t>(1, 60);
  const auto most = *rc::gen::inRange<std::uint64_t>(1, static_cast<std::uint64_t>(ranks) * chunk);
  std::vector<std::uint64_t> bytes(*rc::gen::inRange<std::size_t>(2, 5), most);
  for (std::uint64_t& each : bytes) {
    each -= std::min(most - 1, *rc::gen::inRange<std::uint64_t>(0, 4 * chunk));
  }
  const auto ring = schedule::ring_schedule(input_of(ranks, bytes, chunk));
  Cluster cluster = any_cluster(ranks, per_node);
  cluster.inside *= *rc::gen::element(1.0, 100.0);
  cluster.network *= *rc::gen::element(1.0, 100.0);
  cluster.late_stream = -1;
  Wiring wiring = wiring_of(*ring, cluster);
  if (*rc::gen::arbitrary<bool>()) wiring.start_us = late_rank(2, ranks);
  const auto times = unshared_times(*ring, wiring, per_node);
  RC_PRE(times.has_value());
  RC_ASSERT(has_time(times, simulate(*ring, wiring)));
}

/// Eight ranks in a ring. Both channels share the third rank's link; the first one and its fourth
/// rank share another, of 120 bytes/us, which has room for 50 and 70.
Wiring links_of_two_hops() {
  Wiring wiring;
  wiring.capacities = {100, 120};
  wiring.local_rate = 200;
  wiring.wire = [](schedule::StreamId id, int) {
    Wire wire{{}, 70, 1};
    if (id % 8 == 2) wire = {{{0, 1}}, 1000, 1};
    if (id == 2 || id == 3) wire.route.push_back({1, 1});
    return wire;
  };
  return wiring;
}

// A channel that sends alone where both mostly do has twice the rate, and takes from another hop.
TEST(UnsharedRing, ALongerChannelMaySlowAnotherHop) {
  const Wiring wiring = links_of_two_hops();
  const auto equal = schedule::ring_schedule(input_of(8, {1128, 1128}, 160));
  EXPECT_TRUE(has_time(unshared_times(*equal, wiring, 1), simulate(*equal, wiring)));
  const auto ring = schedule::ring_schedule(input_of(8, {1128, 968}, 160));
  EXPECT_FALSE(unshared_times(*ring, wiring, 1));
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
