#include "gui/models/clock.h"

#include <QSignalSpy>

#include <gtest/gtest.h>

namespace treering::gui::models {
namespace clock_test {

TEST(Clock, StaysWithinTheRun) {
  Clock clock;
  clock.setEnd(100);
  clock.seek(40);
  EXPECT_EQ(clock.now(), 40);
  clock.seek(-5);
  EXPECT_EQ(clock.now(), 0);
  clock.seek(400);
  EXPECT_EQ(clock.now(), 100);
  clock.setEnd(60);
  EXPECT_EQ(clock.now(), 60);
}

TEST(Clock, StepsFromEventToEvent) {
  Clock clock;
  clock.setEnd(10);
  clock.setEvents({0, 1, 4, 9});
  clock.setPhases({0, 4});
  clock.nextEvent();
  clock.nextEvent();
  EXPECT_EQ(clock.now(), 4);
  clock.previousEvent();
  EXPECT_EQ(clock.now(), 1);
  clock.nextPhase();
  EXPECT_EQ(clock.now(), 4);
  clock.nextPhase();
  EXPECT_EQ(clock.now(), 10);
  clock.previousPhase();
  EXPECT_EQ(clock.now(), 4);
}

TEST(Clock, PlaysAtItsSpeed) {
  Clock clock;
  clock.setEnd(100);
  clock.setSpeed(20);
  clock.advance(2);
  EXPECT_DOUBLE_EQ(clock.now(), 40);
  clock.advance(10);
  EXPECT_EQ(clock.now(), 100);
  EXPECT_FALSE(clock.isPlaying());
}

TEST(Clock, TenStepsOfSpeedAreTenTimesAsFast) {
  Clock clock;
  clock.setEnd(100);
  clock.fitSpeed(10);
  EXPECT_DOUBLE_EQ(clock.speed(), 10);
  for (int i = 0; i < 10; ++i) clock.faster();
  EXPECT_NEAR(clock.speed(), 100, 1e-9);
  for (int i = 0; i < 10; ++i) clock.slower();
  EXPECT_NEAR(clock.speed(), 10, 1e-9);
}

TEST(Clock, LoopsInARegion) {
  Clock clock;
  clock.setEnd(100);
  clock.setSpeed(10);
  clock.setLoop(Span{20, 40});
  clock.seek(35);
  clock.advance(0.6);
  EXPECT_EQ(clock.now(), 20);
  clock.setLoop({});
  clock.advance(3);
  EXPECT_EQ(clock.now(), 50);
}

TEST(Clock, RunsUntilATimeAndStops) {
  Clock clock;
  clock.setEnd(100);
  clock.setSpeed(10);
  clock.runUntil(30);
  EXPECT_TRUE(clock.isPlaying());
  clock.advance(10);
  EXPECT_EQ(clock.now(), 30);
  EXPECT_FALSE(clock.isPlaying());
  clock.advance(1);
  EXPECT_EQ(clock.now(), 40);
}

TEST(Clock, PlaysFromTheStartWhereItHasEnded) {
  Clock clock;
  clock.setEnd(100);
  clock.seek(100);
  clock.play();
  EXPECT_EQ(clock.now(), 0);
  EXPECT_TRUE(clock.isPlaying());
  clock.toggle();
  EXPECT_FALSE(clock.isPlaying());
}

/// Much happens in the second half of the first tenth.
std::vector<double> dense_events() {
  std::vector<double> events;
  for (int i = 0; i < 1000; ++i) events.push_back(5 + 5.0 * i / 1000);
  return events;
}

TEST(Pace, IsEvenWithoutEvents) {
  const Pace pace(80);
  EXPECT_DOUBLE_EQ(pace.share_at(20), 0.25);
  EXPECT_DOUBLE_EQ(pace.us_at(0.25), 20);
  EXPECT_EQ(Pace().us_at(0.5), 0);
}

TEST(Pace, RisesAndIsItsOwnInverse) {
  const Pace pace(dense_events(), 100);
  double before = -1;
  for (int i = 0; i <= 1000; ++i) {
    const double share = pace.share_at(i * 0.1);
    EXPECT_GT(share, before);
    EXPECT_NEAR(pace.us_at(share), i * 0.1, 1e-9);
    before = share;
  }
  EXPECT_EQ(pace.share_at(0), 0);
  EXPECT_DOUBLE_EQ(pace.share_at(100), 1);
  EXPECT_EQ(pace.us_at(2), 100);
}

TEST(Pace, GivesTimeToWhereEventsAre) {
  const Pace pace(dense_events(), 100);
  // A quarter for the length, three quarters for the events: 0.25 x 0.1 + 0.75 until 10 us.
  EXPECT_NEAR(pace.share_at(10), 0.775, 0.01);
  EXPECT_NEAR(pace.share_at(5), 0.0125, 0.01);
}

TEST(Clock, SlowsDownWhereMuchHappensAndTakesAsLong) {
  Clock clock;
  clock.setEvents(dense_events());
  clock.setEnd(100);
  clock.setSpeed(10);  // 10 s for the run
  clock.setSlowing(true);
  clock.advance(7.75);
  EXPECT_NEAR(clock.now(), 10, 0.3);
  clock.advance(2.2);
  EXPECT_LT(clock.now(), 100);
  clock.advance(0.1);
  EXPECT_EQ(clock.now(), 100);
}

TEST(Clock, SeeksAndLoopsInRunTimeWhileItSlows) {
  Clock clock;
  clock.setEvents(dense_events());
  clock.setEnd(100);
  clock.setSlowing(true);
  clock.setSpeed(10);
  clock.seek(7.123);
  EXPECT_EQ(clock.now(), 7.123);
  clock.setLoop(Span{6, 8});
  clock.advance(3);
  EXPECT_EQ(clock.now(), 6);
  clock.setLoop({});
  clock.runUntil(9);
  clock.advance(10);
  EXPECT_EQ(clock.now(), 9);
}

TEST(Clock, TellsOnlyOfMoves) {
  Clock clock;
  clock.setEnd(100);
  const QSignalSpy moves(&clock, &Clock::moved);
  clock.seek(1);
  clock.seek(1);
  EXPECT_EQ(moves.count(), 1);
}

}  // namespace clock_test
}  // namespace treering::gui::models
