#include <gtest/gtest.h>

#include "tuner/measure/conductor.h"

namespace treering::tuner::measure {
namespace pace_test {

const core::Duration kNone = core::Duration::from_us(0);

int calls_of(const Task& task) {
  return task.warmups + task.loops + task.samples + 3;  // checked twice, and watched
}

TEST(Pace, ShortCallsHaveAWholeFirstBatch) {
  const Paced first = first_batch(Rules(), {}, 100, kNone);
  EXPECT_EQ(first.task.warmups, 500);  // which take 50 ms
  EXPECT_EQ(first.task.loops, 20);
  EXPECT_EQ(first.task.samples, 10);
}

// A machine is warm after a time, not after a number of calls.
TEST(Pace, WarmUpsTakeATime) {
  EXPECT_EQ(first_batch(Rules(), {}, 30, kNone).task.warmups, 1667);
  EXPECT_EQ(first_batch(Rules(), {}, 20e3, kNone).task.warmups, 5);
  EXPECT_EQ(first_batch(Rules(), {}, 0, kNone).task.warmups, 5);
  EXPECT_EQ(first_batch(Rules(), {}, 0.001, kNone).task.warmups, 100'000);
  Rules counted;
  counted.least_warmup = kNone;
  EXPECT_EQ(first_batch(counted, {}, 100, kNone).task.warmups, 5);
}

// Calls of 0.9 s: 38 of them would take 34 s, and 20 may pass. The two calls before took 1.8.
TEST(Pace, LongCallsHaveAsManyAsFitTheTime) {
  const Paced first = first_batch(Rules(), {}, 0.9e6, core::Duration::from_us(1.8e6));
  EXPECT_LE(calls_of(first.task) * 0.9 + 1.8, 20);
  EXPECT_GE(first.task.samples, 5);
  EXPECT_GE(first.task.warmups, 1);
  EXPECT_GE(first.task.loops, 1);
}

// Six calls with the two before, however long they take.
TEST(Pace, ThereIsASampleInAnyCase) {
  const Paced first = first_batch(Rules(), {}, 10e6, core::Duration::from_us(20e6));
  EXPECT_EQ(first.task.samples, 1);
  EXPECT_EQ(calls_of(first.task), 4);
}

// The timeout is for one call: a batch of slow ones may take longer than that.
TEST(Pace, PatienceGrowsWithTheBatch) {
  Rules rules;
  rules.patience = core::Duration::from_us(1e6);
  EXPECT_EQ(probing(rules, {}).patience.in_us(), 1e6);
  const Paced first = first_batch(rules, {}, 0.3e6, kNone);
  EXPECT_GT(first.patience.in_us(), calls_of(first.task) * 0.3e6 + 1e6);
  Record record;
  record.samples_us.assign(10, 0.3e6);
  const Paced next = next_batch(rules, record, core::Duration::from_us(10e6));
  EXPECT_EQ(next.task.samples, 10);  // of 20 that were wanted: a second each, of which 10 are left
  EXPECT_GT(next.patience.in_us(), 10e6);
}

// Four ranks on two cores: five samples were asked for, and each of five calls was late.
TEST(Pace, TriesOnUntilACallIsInTime) {
  Rules rules;
  rules.stop.least = 5;
  rules.stop.most = 5;
  Record record;
  record.late = 5;
  const auto tries = [&] {
    return next_batch(rules, record, core::Duration::from_us(1e3)).task.samples;
  };
  EXPECT_EQ(tries(), 5);
  record.late = 10;
  EXPECT_EQ(tries(), 10);
  record.late = 1000;  // as many as where nobody asks for a number
  EXPECT_EQ(tries(), 0);
  record.late = 19;
  record.samples_us = {50};
  EXPECT_EQ(tries(), 0);
}

}  // namespace pace_test
}  // namespace treering::tuner::measure
