#include "tuner/stats/stopping.h"

#include <cmath>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/tuner/stats/arbitrary_samples.h"
#include "tests/tuner/stats/series.h"
#include "tuner/stats/launches.h"

namespace treering::tuner::stats {
namespace stopping_test {

using Samples = std::vector<double>;

/// Ten samples, no two neighbours on the same side of 100. Ranks 2 and 9: 100 -+ 4 steps.
Samples ten(double step) {
  Samples samples;
  for (int i = 1; i <= 5; ++i) {
    samples.push_back(100 - i * step);
    samples.push_back(100 + i * step);
  }
  return samples;
}

TEST(Stopping, ALaunchIsSettledOnceItsIntervalIsNarrow) {
  const Precision narrow = precision_of_launch(ten(0.5));
  EXPECT_EQ(narrow.stopping, Stopping::Settled);
  EXPECT_EQ(narrow.scope, Scope::ThisLaunch);
  EXPECT_EQ(narrow.median, 100);
  EXPECT_EQ(narrow.interval.low, 98);
  EXPECT_EQ(narrow.interval.high, 102);
  EXPECT_DOUBLE_EQ(narrow.error, 0.02);
  EXPECT_EQ(narrow.effective, 10);
  EXPECT_EQ(precision_of_launch(ten(1)).stopping, Stopping::TooWide);
  EXPECT_EQ(precision_of_launch(ten(1), {.most = 10}).stopping, Stopping::GivenUp);
  EXPECT_EQ(precision_of_launch(ten(0.5), {.most = 10}).stopping, Stopping::Settled);
}

TEST(Stopping, TheFartherEndCounts) {
  Samples samples = ten(0.5);
  for (double& sample : samples) sample = sample > 101.4 ? 110 : sample;
  EXPECT_DOUBLE_EQ(precision_of_launch(samples).error, 0.1);
}

TEST(Stopping, TooFewSamplesAreNeverSettled) {
  EXPECT_EQ(precision_of_launch(Samples(9, 100)).stopping, Stopping::TooFew);
  EXPECT_EQ(precision_of_launch(Samples(10, 100)).stopping, Stopping::Settled);
  EXPECT_EQ(precision_of_launch(Samples(5, 100), {.least = 1}).stopping, Stopping::TooFew);
  EXPECT_EQ(precision_of_launch({}).stopping, Stopping::TooFew);
  EXPECT_EQ(precision_of_launch({}, {.most = 0}).stopping, Stopping::GivenUp);
  // A slope from 99 to 101: half the samples agree with their neighbours, 5 of 10 are no interval.
  Samples rising;
  for (int i = 0; i < 10; ++i) rising.push_back(99 + 0.2 * i);
  EXPECT_EQ(precision_of_launch(rising).stopping, Stopping::TooFew);
}

TEST(Stopping, AMedianOfZeroHasNoShare) {
  EXPECT_EQ(precision_of_launch(Samples(10, 0)).error, 0);
  EXPECT_TRUE(std::isinf(precision_of_launch(Samples{-1, 1, -1, 1, -1, 1, -1, 1}).error));
}

// Each launch alone is settled; the launches differ by 10 %.
TEST(Stopping, WhatDiffersBetweenLaunchesCounts) {
  Launches launches;
  for (const double middle : {95.0, 97.0, 99.0, 101.0, 103.0, 105.0}) {
    launches.push_back(Samples(1000, middle));
    EXPECT_EQ(precision_of_launch(launches.back()).stopping, Stopping::Settled);
  }
  const Precision found = precision_of_launches(launches);
  EXPECT_EQ(found.stopping, Stopping::TooWide);
  EXPECT_EQ(found.scope, Scope::AnyLaunch);
  EXPECT_EQ(found.units, 6U);
  EXPECT_EQ(found.median, 100);
  EXPECT_EQ(found.interval, (Interval{95, 105, 0.96875}));
  EXPECT_DOUBLE_EQ(found.error, 0.05);
}

TEST(Stopping, SixLaunchesThatAgreeAreSettled) {
  EXPECT_EQ(precision_of_launches(Launches(6, ten(10))).stopping, Stopping::Settled);
}

// All of k launches are on one side of the median in 2 of 2^k cases.
TEST(Stopping, FewLaunchesSayWhatTheyCan) {
  const auto coverage = [](std::size_t count) {
    const Precision found = precision_of_launches(Launches(count, ten(0.5)));
    EXPECT_EQ(found.stopping, Stopping::TooFew);
    EXPECT_EQ(found.scope, Scope::AnyLaunch);
    return found.interval.coverage;
  };
  EXPECT_EQ(coverage(2), 0.5);
  EXPECT_EQ(coverage(3), 0.75);
  EXPECT_EQ(coverage(4), 0.875);
  EXPECT_EQ(coverage(5), 0.9375);
}

TEST(Stopping, OneLaunchSpeaksForItselfAlone) {
  const Launches launches{{}, ten(0.5), {}};
  const Precision found = precision_of_launches(launches);
  EXPECT_EQ(found.scope, Scope::ThisLaunch);
  EXPECT_EQ(found.stopping, Stopping::TooFew);
  EXPECT_EQ(found.units, 10U);
  EXPECT_EQ(found.interval, precision_of_launch(ten(0.5)).interval);
  EXPECT_EQ(precision_of_launches(launches, {.most = 1}).stopping, Stopping::GivenUp);
  EXPECT_EQ(precision_of_launches({}).units, 0U);
}

// 1,000 series of normal noise of 8 %, looked at after every sample from the tenth on. The nominal
// 95 % suffer from the many looks. The standard error is 1 %.
TEST(Stopping, SettledIntervalsStillCover) {
  Dice dice(4);
  int covered = 0;
  int settled = 0;
  for (int i = 0; i < 1000; ++i) {
    Samples samples = scaled(dice.normals(10), 100, 0.08);
    while (precision_of_launch(samples).stopping != Stopping::Settled && samples.size() < 400) {
      samples.push_back(100 * (1 + 0.08 * dice.normal()));
    }
    const Precision found = precision_of_launch(samples);
    settled += found.stopping == Stopping::Settled ? 1 : 0;
    covered += found.interval.contains(100) ? 1 : 0;
  }
  EXPECT_EQ(settled, 1000);
  EXPECT_GT(covered, 880);
}

RC_GTEST_PROP(Stopping, TheOrderOfLaunchesDoesNotMatter, ()) {
  const Samples medians = arbitrary_samples(2, 12);
  const auto launches_of = [](const Samples& values) {
    Launches launches;
    for (const double value : values) launches.push_back({value, value, value});
    return launches;
  };
  const Precision one = precision_of_launches(launches_of(medians));
  const Precision other = precision_of_launches(launches_of(shuffled(medians)));
  RC_ASSERT(one.interval == other.interval);
  RC_ASSERT(one.stopping == other.stopping);
}

}  // namespace stopping_test
}  // namespace treering::tuner::stats
