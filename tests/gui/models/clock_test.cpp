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
