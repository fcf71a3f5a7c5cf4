#include "sim/timeline/critical_path.h"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "sim/engine/ticks.h"
#include "sim/schedule/phases.h"
#include "tests/sim/timeline/timeline_cases.h"
#include "tests/support/engine_cases.h"

namespace treering::sim::timeline {
namespace critical_path_test {

using engine::Shortcuts;
using schedule::Goal;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using treering::testing::Cluster;
using treering::testing::wiring_of;

CriticalPath path_of(const Shared& schedule, const engine::Wiring& wiring) {
  return critical_path(*timeline_of(schedule, wiring, kNone), wiring);
}

// Sent in 20 us, 2 us on the way, kept in 5, and only then the next one.
TEST(CriticalPath, GoesByMessagesAndRoom) {
  const engine::Wiring wiring = one_link({{{0}}, 50, 2});
  EXPECT_THAT(path_of(pair(2, 1000, 1), wiring).parts,
              ElementsAre(PathPart{Part::Sends, 0, 0, 0, 20, {1}, {}},
                          PathPart{Part::Travels, 1, 0, 20, 22, {0}, {}},
                          PathPart{Part::Keeps, 1, 0, 22, 27, {}, 0},
                          PathPart{Part::Sends, 0, 0, 27, 47, {1}, {}},
                          PathPart{Part::Travels, 1, 0, 47, 49, {0}, {}},
                          PathPart{Part::Keeps, 1, 0, 49, 54, {}, {}}));
}

// With room for all, three messages leave one after another and are one part.
TEST(CriticalPath, StepsOfAKindAreOne) {
  const engine::Wiring wiring = one_link({{{0}}, 50, 2});
  EXPECT_THAT(path_of(pair(3, 1000, 8), wiring).parts,
              ElementsAre(PathPart{Part::Sends, 0, 0, 0, 60, {1}, {}},
                          PathPart{Part::Travels, 1, 0, 60, 62, {0}, {}},
                          PathPart{Part::Keeps, 1, 0, 62, 67, {}, {}}));
}

TEST(CriticalPath, BeginsWithALateStart) {
  engine::Wiring wiring = one_link({{{0}}, 50, 2});
  wiring.start_us = [](schedule::StreamId id) { return id == 0 ? 100.0 : 0.0; };
  EXPECT_THAT(path_of(pair(1, 1000, 1), wiring).parts.front(),
              (PathPart{Part::Waits, 0, 0, 0, 100, {}, {}}));
}

TEST(CriticalPath, SaysWhyThereIsNone) {
  const engine::Wiring wiring = one_link({{{0}}, 50, 2});
  const Shared steps = pair(20, 1000, 1);
  EXPECT_EQ(
      critical_path(*timeline_of(steps, wiring, kNone, 8), wiring).why_not,
      "the run has more steps than are recorded; a smaller job or size of the kind shows one");
  const auto timeline = timeline_of(steps, wiring, kNone);
  EXPECT_EQ(critical_path(*timeline, wiring, 10).why_not, "it has more than 10 steps");
  EXPECT_THAT(critical_path(*timeline, wiring, 10).parts, IsEmpty());
  EXPECT_THAT(path_of(pair(0, 0, 1), wiring).parts, IsEmpty());
}

// All ranks tell rank 0, one after another, on two channels that are alike. To describe rank 0
// takes as long as it has peers, so it is described a few times and not once for each of them.
TEST(CriticalPath, OfARootWithManyPeersTakesAsLongAsItHasSteps) {
  constexpr int kRanks = 200;
  int asked = 0;
  const auto tell_root = [&asked](const schedule::ChannelData& /*data*/, int rank, int phase) {
    ++asked;
    if (rank == 0) return schedule::Exchange{-1, {}, phase + 1, {}, false};
    return rank == phase + 1 ? schedule::Exchange{0, {}, -1, {}, false} : schedule::Exchange{};
  };
  const Shared steps = schedule::phases_schedule(
      {{Goal::Barrier, kRanks, 0}, {{}, {}}, 1, 1, kRanks - 1, tell_root});
  const engine::Wiring wiring = one_link({{{0}}, 50, 2});
  const auto timeline = timeline_of(steps, wiring, Shortcuts{});
  ASSERT_NE(timeline->representative(kRanks), kRanks);
  asked = 0;
  EXPECT_FALSE(critical_path(*timeline, wiring).parts.empty());
  EXPECT_LT(asked, 20 * 2 * kRanks);
}

TEST(CriticalPath, InWords) {
  EXPECT_EQ(words_of({Part::Sends, 0, 0, 0, 1, {3}, {}}, 4), "sends to rank 3");
  EXPECT_EQ(words_of({Part::Combines, 0, 0, 0, 1, {1, 2, 3}, {}}, 3),
            "combines and sends to rank 1, rank 2 and switch 0");
  EXPECT_EQ(words_of({Part::Travels, 0, 0, 0, 1, {2}, {}}, 4), "waits for the message of rank 2");
  EXPECT_EQ(words_of({Part::Keeps, 0, 0, 0, 1, {}, 1}, 4),
            "stores what it received; rank 1 waits for room in its buffer");
}

/// Parts follow each other without gaps from 0 to the end.
void expect_whole(const CriticalPath& path, double end) {
  RC_ASSERT(path.why_not == "");
  double at = 0;
  for (const PathPart& part : path.parts) {
    RC_ASSERT(std::abs(part.from_us - at) <= 1e-9 * end);
    RC_ASSERT(part.to_us > part.from_us);
    at = part.to_us;
  }
  RC_ASSERT(std::abs(at - end) <= 1e-9 * end);
}

/// What is waited for at the begin is what was not there before. Waits at a step's begin: none.
void expect_explained(const Shared& schedule, const Cluster& cluster) {
  const engine::Wiring wiring = wiring_of(*schedule, cluster);
  const auto all = timeline_of(schedule, wiring, kNone);
  const auto some = timeline_of(schedule, wiring, Shortcuts{});
  const CriticalPath whole = critical_path(*all, wiring);
  expect_whole(whole, all->end_us());
  expect_whole(critical_path(*some, wiring), all->end_us());
  for (const PathPart& part : whole.parts) {
    if (part.part != Part::Waits) continue;
    // What ends within a tick of the late start happens with it.
    RC_ASSERT(part.from_us == 0 && std::abs(part.to_us - 30) <= engine::kSameInstant);
  }
}

RC_GTEST_PROP(CriticalPathProperty, CoversTheTime, ()) {
  const int ranks = *rc::gen::inRange(2, 12);
  Cluster cluster;
  cluster.ranks = ranks;
  cluster.per_node = *rc::gen::element(1, 2, 4);
  cluster.inside = *rc::gen::element(70.0, 1000.0);
  cluster.is_posted = *rc::gen::arbitrary<bool>();
  cluster.head = *rc::gen::element(1.0, 0.25);
  cluster.late_stream = *rc::gen::element(-1, 2);
  const auto bytes = *rc::gen::inRange<std::uint64_t>(500, 8000);
  if (*rc::gen::arbitrary<bool>()) {
    expect_explained(tree(ranks, bytes), cluster);
  } else {
    expect_explained(ring(ranks, bytes, Goal::AllReduce, *rc::gen::inRange(1, 3)), cluster);
  }
}

}  // namespace critical_path_test
}  // namespace treering::sim::timeline
