// What is written out on demand is what a run without shortcuts shows.
#include "sim/timeline/timeline.h"

#include <cmath>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "sim/timeline/link_loads.h"
#include "tests/sim/timeline/timeline_cases.h"
#include "tests/support/engine_cases.h"

namespace treering::sim::timeline {
namespace timeline_test {

using engine::Cause;
using engine::Shortcuts;
using schedule::Goal;
using schedule::StreamId;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using treering::testing::Cluster;
using treering::testing::wiring_of;

// 1,000 bytes at 50 bytes/us, 2 us on the way, 5 us to keep them; with one slot each waits for the
// one before it.
TEST(Timeline, HasTimesAndCauses) {
  const auto timeline = timeline_of(pair(2, 1000, 1), one_link({{{0}}, 50, 2}), kNone);
  EXPECT_THAT(timeline->steps(0, {}), ElementsAre(RecordedStep{0, 0, 20, {}},
                                                  RecordedStep{1, 27, 47, {Cause::Kind::Room, 0}}));
  EXPECT_THAT(timeline->steps(1, {}),
              ElementsAre(RecordedStep{0, 22, 27, {Cause::Kind::Message, 0}},
                          RecordedStep{1, 49, 54, {Cause::Kind::Message, 0}}));
  EXPECT_EQ(timeline->end_us(), 54);
  EXPECT_FALSE(timeline->until_us());
}

TEST(Timeline, AWindowHasWhatReachesIntoIt) {
  const auto timeline = timeline_of(pair(2, 1000, 1), one_link({{{0}}, 50, 2}), kNone);
  EXPECT_EQ(timeline->steps(0, {20, 27}).size(), 0U);
  EXPECT_EQ(timeline->steps(0, {19, 28}).size(), 2U);
  EXPECT_EQ(timeline->step_at(0, 30)->index, 1U);
  EXPECT_FALSE(timeline->step_at(0, 20));
  EXPECT_EQ(timeline->step(1, 1)->begin_us, 49);
  EXPECT_FALSE(timeline->step(1, 2));
  EXPECT_EQ(timeline->last_step(0)->index, 1U);
}

TEST(Timeline, LoadsOfALink) {
  const engine::Wiring wiring = one_link({{{0, 1.5}}, 50, 2});
  const LinkLoads loads(timeline_of(pair(2, 1000, 1), wiring, kNone), wiring);
  EXPECT_THAT(*loads.loads(0, {}, 100),
              ElementsAre(Load{0, 20, 75}, Load{20, 27, 0}, Load{27, 47, 75}, Load{47, 54, 0}));
  EXPECT_THAT(*loads.loads(0, {10, 21}, 100), ElementsAre(Load{10, 20, 75}, Load{20, 21, 0}));
  EXPECT_THAT(loads.means(0, {0, 40}, 2), ElementsAre(Load{0, 20, 75}, Load{20, 40, 48.75}));
  EXPECT_EQ(loads.bytes(0, 54), 3000);
  EXPECT_FALSE(loads.loads(0, {}, 3));
}

// Two links of the same route are of a kind; a heavier crossing or none makes another one.
TEST(Timeline, LinksThatCarryTheSameAreOfAKind) {
  engine::Wiring wiring = one_link({{{0}, {1}, {2, 1.5}}, 50, 2});
  wiring.capacities.assign(4, wiring.capacities.front());
  const LinkLoads loads(timeline_of(pair(2, 1000, 1), wiring, kNone), wiring);
  EXPECT_EQ(loads.kinds(), 3U);
  EXPECT_EQ(loads.kind(0), loads.kind(1));
  EXPECT_NE(loads.kind(0), loads.kind(2));
  EXPECT_FALSE(loads.is_used(3));
  EXPECT_EQ(loads.bytes(1, 54), loads.bytes(0, 54));
  EXPECT_EQ(loads.bytes(2, 54), 3000);
}

TEST(Timeline, SaysWhereTheRecordingStopped) {
  const auto timeline = timeline_of(pair(20, 1000, 1), one_link({{{0}}, 50, 2}), kNone, 8);
  // Two steps and two rates for each message.
  EXPECT_EQ(timeline->until_us(), 54);
  EXPECT_EQ(timeline->steps(0, {}).size(), 2U);
  EXPECT_EQ(timeline->end_us(), 54);
}

Cluster any_cluster(int ranks) {
  Cluster cluster;
  cluster.ranks = ranks;
  cluster.per_node = *rc::gen::element(1, 2, 4);
  cluster.inside = *rc::gen::element(70.0, 1000.0);
  cluster.is_posted = *rc::gen::arbitrary<bool>();
  cluster.head = *rc::gen::element(1.0, 0.25);
  cluster.slow_link = *rc::gen::element(-1, -1, 7);
  cluster.late_stream = *rc::gen::element(-1, -1, 2);
  return cluster;
}

bool is_near(double a, double b, double scale) {
  return std::abs(a - b) <= 1e-9 * scale;
}

std::string difference(const Timeline& some, const Timeline& all) {
  const double end = all.end_us();
  for (StreamId id = 0; id < all.schedule().streams(); ++id) {
    const auto one = some.steps(id, {});
    const auto other = all.steps(id, {});
    if (one.size() != other.size() || some.count(id, {}) != one.size()) {
      return fmt::format("stream {}: {} steps in place of {}", id, one.size(), other.size());
    }
    for (std::size_t i = 0; i < one.size(); ++i) {
      if (one[i].index != i || !is_near(one[i].begin_us, other[i].begin_us, end) ||
          !is_near(one[i].end_us, other[i].end_us, end)) {
        return fmt::format("stream {}, step {}: {} to {} in place of {} to {}", id, i,
                           one[i].begin_us, one[i].end_us, other[i].begin_us, other[i].end_us);
      }
      const auto& connections = all.connections();
      const auto at = one[i].cause.connection;
      if (at >= 0 && connections.sender(at).stream != id && connections.receiver(at).stream != id) {
        return fmt::format("stream {}, step {}: a cause at another's connection", id, i);
      }
    }
    const double middle = end * 0.4;
    if (some.count(id, {middle, end * 0.6}) != some.steps(id, {middle, end * 0.6}).size()) {
      return fmt::format("stream {}: counts differ", id);
    }
  }
  return {};
}

std::string difference(const LinkLoads& some, const LinkLoads& all, double end) {
  for (int link = 0; link < all.links(); ++link) {
    const double scale = all.bytes(link, end);
    for (int i = 1; i <= 7; ++i) {
      const double at = end * i / 7;
      if (!is_near(some.bytes(link, at), all.bytes(link, at), scale)) {
        return fmt::format("link {}: {} bytes at {} in place of {}", link, some.bytes(link, at), at,
                           all.bytes(link, at));
      }
    }
    double sum = 0;
    const auto loads = some.loads(link, {}, 1'000'000);
    for (const Load& one : *loads) {
      sum += one.rate * (one.to_us - one.from_us);
    }
    if (!is_near(sum, scale, scale)) return fmt::format("link {}: loads of {} bytes", link, sum);
  }
  return {};
}

void expect_same(const Shared& schedule, const Cluster& cluster) {
  const engine::Wiring wiring = wiring_of(*schedule, cluster);
  const auto all = timeline_of(schedule, wiring, kNone);
  const auto some = timeline_of(schedule, wiring, {*rc::gen::arbitrary<bool>(), true});
  RC_ASSERT(difference(*some, *all) == "");
  const LinkLoads some_loads(some, wiring);
  const LinkLoads all_loads(all, wiring);
  RC_ASSERT(difference(some_loads, all_loads, all->end_us()) == "");
}

RC_GTEST_PROP(TimelineProperty, RingsAreWrittenOut, ()) {
  const int ranks = *rc::gen::inRange(2, 9);
  const auto goal = *rc::gen::element(Goal::AllReduce, Goal::AllGather, Goal::Broadcast);
  const auto bytes = *rc::gen::inRange<std::uint64_t>(1000, 12000);
  expect_same(ring(ranks, bytes, goal, *rc::gen::inRange(1, 3)), any_cluster(ranks));
}

RC_GTEST_PROP(TimelineProperty, TreesAreWrittenOut, ()) {
  const int ranks = *rc::gen::inRange(2, 16);
  expect_same(tree(ranks, *rc::gen::inRange<std::uint64_t>(1000, 8000)), any_cluster(ranks));
}

/// What an excerpt has until its end, to the last bit.
std::string difference_in_excerpt(const LinkLoads& some_loads, const LinkLoads& all_loads,
                                  const Timeline& some, const Timeline& all) {
  const double until = some.until_us().value_or(all.end_us());
  for (StreamId id = 0; id < all.schedule().streams(); ++id) {
    if (!some.has_steps(id)) continue;
    auto whole = all.steps(id, {});
    std::erase_if(whole, [&](const RecordedStep& one) { return one.end_us >= until; });
    auto part = some.steps(id, {});
    std::erase_if(part, [&](const RecordedStep& one) { return one.end_us >= until; });
    if (part != whole) return fmt::format("stream {}: {} and {}", id, part.size(), whole.size());
  }
  for (int link = 0; link < all_loads.links(); ++link) {
    if (!some_loads.is_known(link)) continue;
    for (int i = 0; i < 20; ++i) {
      const double at = std::min(until, some.end_us()) * i / 20;
      if (some_loads.bytes(link, at) != all_loads.bytes(link, at)) {
        return fmt::format("link {} at {}", link, at);
      }
    }
  }
  return {};
}

RC_GTEST_PROP(TimelineProperty, ExcerptsAreExact, ()) {
  const int ranks = *rc::gen::inRange(2, 9);
  const Shared steps =
      ring(ranks, *rc::gen::inRange<std::uint64_t>(1000, 12000), Goal::AllReduce, 1);
  const engine::Wiring wiring = wiring_of(*steps, any_cluster(ranks));
  const auto all = timeline_of(steps, wiring, kNone);
  const auto streams = *rc::gen::inRange<std::size_t>(1, 5);
  Recorder recorder(
      excerpt_of(*steps, wiring, streams),
      {*rc::gen::inRange<std::size_t>(10, 300), *rc::gen::inRange<std::uint64_t>(10, 500)});
  simulate(*steps, wiring, &recorder);
  const auto some = std::make_shared<const Timeline>(steps, recorder.take());
  int recorded = 0;
  for (StreamId id = 0; id < steps->streams(); ++id) {
    recorded += static_cast<int>(some->has_steps(id));
    RC_ASSERT(some->has_steps(id) || some->steps(id, {}).empty());
  }
  RC_ASSERT(recorded ==
            static_cast<int>(std::min(streams, static_cast<std::size_t>(steps->streams()))));
  RC_ASSERT(difference_in_excerpt(LinkLoads(some, wiring), LinkLoads(all, wiring), *some, *all) ==
            "");
}

// The run ends with the recording, which has some links and not others.
TEST(Timeline, AnExcerptEndsTheRun) {
  const Shared steps = ring(8, 12000, Goal::AllReduce, 1);
  const engine::Wiring wiring = wiring_of(*steps, {.ranks = 8});
  Recorder recorder(excerpt_of(*steps, wiring, 2), {1000, 60});
  const engine::Outcome outcome = simulate(*steps, wiring, &recorder);
  EXPECT_FALSE(outcome.stuck.empty());
  const auto timeline = std::make_shared<const Timeline>(steps, recorder.take());
  ASSERT_TRUE(timeline->until_us());
  EXPECT_FALSE(timeline->steps(1, {}).empty());
  EXPECT_TRUE(timeline->steps(2, {}).empty());
  const LinkLoads loads(timeline, wiring);
  int known = 0;
  for (int link = 0; link < loads.links(); ++link) known += static_cast<int>(loads.is_known(link));
  EXPECT_GT(known, 0);
  EXPECT_LT(known, loads.links());
}

// Repetitions are not written out for a question about one moment.
TEST(Timeline, SkippedStepsAreFound) {
  const auto steps = tree(2, 80'000);
  const auto wiring = wiring_of(*steps, {.ranks = 2, .per_node = 2});
  const auto all = timeline_of(steps, wiring, kNone);
  const auto some = timeline_of(steps, wiring, Shortcuts{});
  EXPECT_LT(some->track(0).entries.size(), 1000U);
  EXPECT_EQ(all->track(0).entries.size(), 2000U);
  for (const schedule::StepIndex step : {40U, 999U, 1000U, 1999U}) {
    ASSERT_TRUE(some->step(0, step)) << step;
    EXPECT_NEAR(some->step(0, step)->end_us, all->step(0, step)->end_us, 1e-6) << step;
  }
  const double middle = all->end_us() / 2;
  EXPECT_EQ(some->step_at(0, middle)->index, all->step_at(0, middle)->index);
}

}  // namespace timeline_test
}  // namespace treering::sim::timeline
