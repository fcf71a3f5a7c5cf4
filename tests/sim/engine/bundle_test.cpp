// Copies: one part of a schedule has the times of all that are like it.
#include "sim/engine/bundle.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "sim/engine/simulate.h"
#include "sim/schedule/heads/heads.h"
#include "sim/timeline/recorder.h"
#include "sim/timeline/timeline.h"
#include "tests/support/engine_cases.h"

namespace treering::sim::engine {
namespace bundle_test {

using schedule::Goal;
using schedule::HeadLinks;
using schedule::HeadsInput;
using schedule::Schedule;
using testing::Cluster;
using ::testing::ElementsAre;
using testing::wiring_of;

constexpr int kPerNode = 3;

/// Two heads a node; channels that are a tree between nodes are chains, every second one from the
/// other end.
struct Heads {
  int nodes = 2;
  int channels = 4;
  bool is_tree = false;
  std::uint64_t bytes = 96;  // of each channel
};

HeadLinks chained(int rank, int nodes, bool is_reversed) {
  const int node = rank / kPerNode;
  const int up = is_reversed ? node + 1 : node - 1;
  const int down = is_reversed ? node - 1 : node + 1;
  const auto rank_on = [&](int other) { return rank + (other - node) * kPerNode; };
  const auto is_there = [&](int other) { return other >= 0 && other < nodes; };
  HeadLinks links;
  if (is_there(up)) links.up = rank_on(up);
  if (is_there(down)) links.down = {rank_on(down)};
  return links;
}

std::unique_ptr<Schedule> made(const Heads& heads) {
  HeadsInput input;
  input.contract = {Goal::AllReduce, heads.nodes * kPerNode,
                    heads.bytes * static_cast<unsigned>(heads.channels)};
  input.ranks_per_node = kPerNode;
  input.heads = {0, 2};
  for (int channel = 0; channel < heads.channels; ++channel) {
    input.work.push_back({heads.bytes * static_cast<unsigned>(channel), heads.bytes, 32});
  }
  input.slots = 2;
  if (heads.is_tree) {
    input.links = [nodes = heads.nodes](int channel, int rank) {
      return chained(rank, nodes, channel % 2 == 1);
    };
  }
  return schedule::nvls_schedule(std::move(input));
}

TEST(CopyNumbers, LeadThereAndBack) {
  // Parts of two streams: 2 is like 0, 3 is like 1; of those that are left, one has three
  // connections and the other one.
  const CopyNumbers numbers(2, {0, 1, 0, 1}, {3, 1});
  EXPECT_EQ(numbers.streams(), 8);
  EXPECT_EQ(numbers.streams_left(), 4);
  EXPECT_EQ(numbers.connections(), 8);
  EXPECT_EQ(numbers.connections_left(), 4);
  EXPECT_EQ(numbers.times(0), 2);
  EXPECT_EQ(numbers.stream_left(5), 1);
  EXPECT_EQ(numbers.stream_left(6), 2);
  EXPECT_EQ(numbers.connection_left(4), 0);
  EXPECT_EQ(numbers.connection_left(7), 3);
  for (int one = 0; one < 4; ++one) {
    EXPECT_EQ(numbers.stream_left(numbers.stream_in_whole(one)), one);
    EXPECT_EQ(numbers.connection_left(numbers.connection_in_whole(one)), one);
  }
}

TEST(Copies, OfHeadsAreChannelsThatAreLinkedAlike) {
  // Trees are channel by channel, two heads each.
  EXPECT_THAT(made({.channels = 3})->copies().like, ElementsAre(0, 1, 0, 1, 0, 1));
  EXPECT_THAT(made({.channels = 3, .is_tree = true})->copies().like, ElementsAre(0, 1, 2, 3, 0, 1));
}

TEST(Bundle, LeavesOneOfEachCopy) {
  const auto schedule = made({.channels = 4, .is_tree = true});
  const Wiring wiring = wiring_of(*schedule, {.ranks = 6, .per_node = kPerNode});
  const auto bundled = bundle(*schedule, wiring);
  ASSERT_TRUE(bundled);
  EXPECT_EQ(bundled->schedule->streams() * 2, schedule->streams());
  const Wire wire = bundled->wiring.wire(0, 0);
  const Wire own = wiring.wire(0, 0);
  EXPECT_EQ(wire.times, 2);
  ASSERT_EQ(wire.route.size(), own.route.size());
  EXPECT_EQ(wire.route.front().weight, 2 * own.route.front().weight);
}

TEST(Bundle, KeepsWhatIsNotAlike) {
  const auto schedule = made({.channels = 2});
  Wiring wiring = wiring_of(*schedule, {.ranks = 6, .per_node = kPerNode});
  ASSERT_TRUE(bundle(*schedule, wiring));
  Wiring late = wiring;
  late.start_us = [](schedule::StreamId id) { return id == 0 ? 7.0 : 0.0; };
  // Head 1 has copies yet.
  EXPECT_EQ(bundle(*schedule, late)->schedule->streams() * 4, schedule->streams() * 3);
  wiring.channels_alike = {0, 1};  // other wires
  EXPECT_FALSE(bundle(*schedule, wiring));
  wiring.channels_alike = {};  // not known
  EXPECT_FALSE(bundle(*schedule, wiring));
}

Heads any_heads() {
  return {.nodes = *rc::gen::inRange(1, 5),
          .channels = *rc::gen::inRange(1, 5),
          .is_tree = *rc::gen::arbitrary<bool>(),
          .bytes = *rc::gen::inRange<std::uint64_t>(1, 300)};
}

Cluster any_cluster(int ranks) {
  Cluster cluster;
  cluster.ranks = ranks;
  cluster.per_node = kPerNode;
  cluster.inside = *rc::gen::element(70.0, 1000.0);
  cluster.is_posted = *rc::gen::arbitrary<bool>();
  cluster.head = *rc::gen::element(1.0, 0.25);
  cluster.slow_link = *rc::gen::element(-1, 0, 7);
  cluster.late_stream = *rc::gen::element(-1, -1, 2);
  return cluster;
}

RC_GTEST_PROP(BundleProperty, HasTheTimesOfTheWhole, ()) {
  const Heads heads = any_heads();
  const auto schedule = made(heads);
  const Cluster cluster = any_cluster(heads.nodes * kPerNode);
  const Wiring wiring = wiring_of(*schedule, cluster);
  const Shortcuts shortcuts{true, *rc::gen::arbitrary<bool>()};
  const std::string difference =
      testing::difference(simulate(*schedule, wiring, shortcuts), simulate(*schedule, wiring));
  if (!difference.empty()) RC_PRE(!testing::rounding_decides(*schedule, cluster));
  RC_ASSERT(difference == "");
}

TEST(Bundle, CountsMessagesOfCopiesThatAreNotKept) {
  const auto schedule = made({.channels = 4, .is_tree = true});
  const Wiring wiring = wiring_of(*schedule, {.ranks = 6, .per_node = kPerNode});
  const Outcome all = simulate(*schedule, wiring, {true, true});
  const Outcome sums = simulate(*schedule, wiring, {true, true, false});
  EXPECT_TRUE(sums.ends_us.empty() && sums.traffic.empty());
  EXPECT_EQ(sums.time_us, all.time_us);
  EXPECT_EQ(sums.transfers, all.transfers);
  EXPECT_EQ(sums.symmetric, all.symmetric);
  EXPECT_EQ(sums.carried, all.carried);
  EXPECT_EQ(sums.payload, all.payload);
}

/// What is recorded of a bundle is asked for by the numbers of the whole.
RC_GTEST_PROP(BundleProperty, HasTheStepsOfTheWhole, ()) {
  const Heads heads = any_heads();
  const std::shared_ptr<const Schedule> schedule = made(heads);
  const Cluster cluster = any_cluster(heads.nodes * kPerNode);
  RC_PRE(!testing::rounding_decides(*schedule, cluster));
  const Wiring wiring = wiring_of(*schedule, cluster);
  timeline::Recorder shortened;
  timeline::Recorder exact;
  simulate(*schedule, wiring, {true, false}, &shortened);
  simulate(*schedule, wiring, &exact);
  const timeline::Timeline some(schedule, shortened.take());
  const timeline::Timeline all(schedule, exact.take());
  RC_ASSERT(some.connections().count() == all.connections().count());
  for (schedule::StreamId id = 0; id < schedule->streams(); ++id) {
    const auto few = some.steps(id, {});
    const auto each = all.steps(id, {});
    RC_ASSERT(few.size() == each.size());
    for (std::size_t i = 0; i < few.size(); ++i) {
      RC_ASSERT(std::abs(few[i].end_us - each[i].end_us) <= 1e-9 * all.end_us());
    }
  }
}

}  // namespace bundle_test
}  // namespace treering::sim::engine
