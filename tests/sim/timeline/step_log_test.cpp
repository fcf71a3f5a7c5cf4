#include "sim/timeline/step_log.h"

#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/timeline/track.h"

namespace treering::sim::timeline {
namespace step_log_test {

using engine::Cause;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr Cause kStart{};
constexpr Cause kMessage{Cause::Kind::Message, 7};
constexpr Cause kRoom{Cause::Kind::Room, 0};

TEST(StepLog, IsSortedByStream) {
  StepLog log;
  EXPECT_THAT(log.tracks().tracks(), IsEmpty());
  log.begin(2, 0, 0, kStart);
  log.begin(0, 0, 0, kRoom);
  log.end(2, 0, 3);
  log.begin(2, 1, 4, kMessage);
  log.end(0, 0, 5);
  log.end(2, 1, 6);
  const auto tracks = log.tracks();
  ASSERT_THAT(tracks.tracks(), SizeIs(2));
  EXPECT_THAT(tracks.find(0)->entries, ElementsAre(RecordedStep{0, 0, 5, kRoom}));
  EXPECT_EQ(tracks.find(1), nullptr);
  EXPECT_THAT(tracks.find(2)->entries,
              ElementsAre(RecordedStep{0, 0, 3, kStart}, RecordedStep{1, 4, 6, kMessage}));
}

TEST(StepLog, LeavesOutAStepThatHasNotEnded) {
  StepLog log;
  log.begin(0, 0, 0, kStart);
  log.end(0, 0, 1);
  log.begin(0, 1, 2, kStart);
  EXPECT_THAT(log.tracks().find(0)->entries, SizeIs(1));
}

// Two steps are repeated three times; stream 1 is in a step all that while, and stream 2 rests.
TEST(StepLog, KnowsRepeatedStepsByTheNumberOfTheNext) {
  StepLog log;
  for (const int stream : {0, 1, 2}) log.begin(stream, 0, 0, kStart);
  log.end(2, 0, 1);
  log.end(0, 0, 1);
  log.begin(0, 1, 1, kMessage);
  log.end(0, 1, 2);
  log.end(1, 0, 2);
  log.begin(1, 1, 2, kStart);
  log.repeat(3, 2);
  log.begin(0, 8, 8, kMessage);
  log.end(1, 4, 9);
  log.end(0, 8, 9);
  log.begin(2, 1, 9, kStart);
  log.end(2, 1, 10);
  const auto tracks = log.tracks();
  ASSERT_THAT(tracks.find(0)->repeats, SizeIs(1));
  EXPECT_EQ(tracks.find(0)->repeats[0].first, 0U);
  EXPECT_EQ(tracks.find(0)->repeats[0].end, 2U);
  EXPECT_EQ(tracks.find(0)->repeats[0].times, 3U);
  EXPECT_EQ(tracks.find(0)->repeats[0].us, 2);
  EXPECT_EQ(tracks.find(0)->entries.back(), (RecordedStep{8, 8, 9, kMessage}));
  ASSERT_THAT(tracks.find(1)->repeats, SizeIs(1));
  EXPECT_EQ(tracks.find(1)->repeats[0].count(), 1U);
  EXPECT_EQ(tracks.find(1)->entries.back(), (RecordedStep{4, 8, 9, kStart}));
  EXPECT_THAT(tracks.find(2)->repeats, IsEmpty());
}

// What is written later is left out, but says how many steps were repeated before.
TEST(StepLog, IsSortedUntilASizeThatItHad) {
  StepLog log;
  log.begin(0, 0, 0, kStart);
  log.end(0, 0, 1);
  log.repeat(4, 1);
  log.begin(1, 0, 5, kStart);
  const std::size_t until = log.size();
  log.end(1, 0, 6);
  log.begin(0, 5, 6, kMessage);
  log.end(0, 5, 7);
  log.repeat(2, 1);
  log.begin(0, 8, 9, kMessage);
  log.end(0, 8, 10);
  StepLog copy = log;
  EXPECT_EQ(std::move(copy).tracks(until).find(0)->repeats, log.tracks(until).find(0)->repeats);
  copy = log;
  EXPECT_EQ(std::move(copy).tracks().find(0)->entries, log.tracks().find(0)->entries);
  const auto tracks = log.tracks(until);
  EXPECT_THAT(tracks.find(0)->entries, ElementsAre(RecordedStep{0, 0, 1, kStart}));
  ASSERT_THAT(tracks.find(0)->repeats, SizeIs(1));
  EXPECT_EQ(tracks.find(0)->repeats[0].times, 4U);
  EXPECT_THAT(tracks.find(1)->entries, IsEmpty());
  EXPECT_THAT(log.tracks().find(0)->repeats, SizeIs(2));
}

// The recorder was full, and still the next step says how many were repeated.
TEST(StepLog, AStepThatIsPassedOverCountsRepetitions) {
  StepLog log;
  log.begin(0, 0, 0, kStart);
  log.end(0, 0, 1);
  log.repeat(4, 1);
  log.pass(0, 5);
  log.pass(0, 6);
  log.pass(3, 2);  // of which nothing was kept
  const auto tracks = log.tracks();
  ASSERT_THAT(tracks.tracks(), SizeIs(1));
  EXPECT_THAT(tracks.find(0)->entries, SizeIs(1));
  ASSERT_THAT(tracks.find(0)->repeats, SizeIs(1));
  EXPECT_EQ(tracks.find(0)->repeats[0].times, 4U);
}

}  // namespace step_log_test
}  // namespace treering::sim::timeline
