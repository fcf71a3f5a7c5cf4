#include "tuner/stats/stopping.h"

#include <cmath>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/tuner/stats/arbitrary_samples.h"
#include "tests/tuner/stats/series.h"
#include "tuner/stats/dependent_samples.h"

namespace treering::tuner::stats {
namespace stopping_test {

using Samples = std::vector<double>;

/// Thirty samples, no two neighbours on the same side of 100. Ranks 10 and 21: 100 -+ 6 steps.
Samples thirty(double step) {
  Samples samples;
  for (int i = 1; i <= 15; ++i) {
    samples.push_back(100 - i * step);
    samples.push_back(100 + i * step);
  }
  return samples;
}

TEST(Stopping, ALaunchIsSettledOnceItsIntervalIsNarrow) {
  const Precision narrow = precision_of_launch(thirty(0.25));
  EXPECT_EQ(narrow.stopping, Stopping::Settled);
  EXPECT_EQ(narrow.scope, Scope::ThisLaunch);
  EXPECT_EQ(narrow.median, 100);
  EXPECT_EQ(narrow.interval.low, 98.5);
  EXPECT_EQ(narrow.interval.high, 101.5);
  EXPECT_DOUBLE_EQ(narrow.error, 0.015);
  EXPECT_EQ(narrow.effective, 30);
  EXPECT_EQ(precision_of_launch(thirty(0.5)).stopping, Stopping::TooWide);
  EXPECT_EQ(precision_of_launch(thirty(0.5), {.most = 30}).stopping, Stopping::GivenUp);
  EXPECT_EQ(precision_of_launch(thirty(0.25), {.most = 30}).stopping, Stopping::Settled);
}

TEST(Stopping, TheFartherEndCounts) {
  Samples samples = thirty(0.25);
  for (double& sample : samples) sample = sample > 101.4 ? 110 : sample;
  EXPECT_DOUBLE_EQ(precision_of_launch(samples).error, 0.1);
}

TEST(Stopping, TooFewSamplesAreNeverSettled) {
  EXPECT_EQ(precision_of_launch(Samples(29, 100)).stopping, Stopping::TooFew);
  EXPECT_EQ(precision_of_launch(Samples(30, 100)).stopping, Stopping::Settled);
  EXPECT_EQ(precision_of_launch(Samples(5, 100), {.least = 1, .least_effective = 1}).stopping,
            Stopping::TooFew);
  EXPECT_EQ(precision_of_launch({}).stopping, Stopping::TooFew);
  EXPECT_EQ(precision_of_launch({}, {.most = 0}).stopping, Stopping::GivenUp);
}

// Sides of the median in runs of four: 40 samples say less than 20 independent ones, and nobody
// knows from them how much less.
TEST(Stopping, DependentSamplesAreNotSettledHoweverNarrow) {
  Samples samples;
  for (int i = 0; i < 40; ++i) samples.push_back(i % 8 < 4 ? 99.9 : 100.1);
  const Precision found = precision_of_launch(samples);
  EXPECT_LT(found.effective, 20);
  EXPECT_LT(found.error, 0.01);
  EXPECT_EQ(found.stopping, Stopping::TooFew);
  EXPECT_EQ(precision_of_launch(samples, {.least_effective = 6}).stopping, Stopping::Settled);
}

// Narrow, but not at rest: the median is that of no state that lasts.
TEST(Stopping, ALaunchIsNotSettledWhileItRisesOrFalls) {
  Samples falling;
  for (int i = 0; i < 120; ++i) falling.push_back((i % 2 == 0 ? 99 : 101) - 0.008 * i);
  const StoppingRule wide{.most_error = 0.2, .least_effective = 1};
  EXPECT_EQ(precision_of_launch(falling, wide).stopping, Stopping::Moving);
  EXPECT_EQ(precision_of_launch(thirty(0.25), wide).stopping, Stopping::Settled);
  const StoppingRule last{.most_error = 0.2, .least_effective = 1, .most = 120};
  EXPECT_EQ(precision_of_launch(falling, last).stopping, Stopping::GivenUp);
}

// Few looks: each is a chance to take a narrow interval that is so by chance.
TEST(Stopping, LooksTwiceAsFarEachTime) {
  const StoppingRule rule{.least = 30, .most = 200};
  EXPECT_EQ(next_look(0, rule), 30U);
  EXPECT_EQ(next_look(29, rule), 30U);
  EXPECT_EQ(next_look(30, rule), 60U);
  EXPECT_EQ(next_look(120, rule), 200U);
  EXPECT_EQ(next_look(0, {.least = 30, .most = 10}), 10U);
}

TEST(Stopping, AMedianOfZeroHasNoShare) {
  EXPECT_EQ(precision_of_launch(Samples(30, 0)).error, 0);
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
  EXPECT_EQ(precision_of_launches(Launches(6, thirty(10))).stopping, Stopping::Settled);
}

// All of k launches are on one side of the median in 2 of 2^k cases.
TEST(Stopping, FewLaunchesSayWhatTheyCan) {
  const auto coverage = [](std::size_t count) {
    const Precision found = precision_of_launches(Launches(count, thirty(0.25)));
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
  const Launches launches{{}, thirty(0.25), {}};
  const Precision found = precision_of_launches(launches);
  EXPECT_EQ(found.scope, Scope::ThisLaunch);
  EXPECT_EQ(found.stopping, Stopping::TooFew);
  EXPECT_EQ(found.units, 30U);
  EXPECT_EQ(found.interval, precision_of_launch(thirty(0.25)).interval);
  EXPECT_EQ(precision_of_launches(launches, {.most = 1}).stopping, Stopping::GivenUp);
  EXPECT_EQ(precision_of_launches({}).units, 0U);
}

/// How often the interval contains 100 where a series of such noise settles, of 1,000 series.
struct Covered {
  int settled = 0;
  int of_settled = 0;
};

Covered covered(double correlation, double deviation) {
  Dice dice(4);
  const StoppingRule rule;
  Covered found;
  for (int i = 0; i < 1000; ++i) {
    const Samples all = scaled(dice.correlated(rule.most, correlation), 100, deviation);
    Precision precision;
    for (std::size_t count = 0; count < all.size() && precision.stopping != Stopping::Settled;) {
      count = next_look(count, rule);
      precision = precision_of_launch(std::span(all).first(count), rule);
    }
    if (precision.stopping != Stopping::Settled) continue;
    ++found.settled;
    found.of_settled += precision.interval.contains(100) ? 1 : 0;
  }
  return found;
}

// The nominal 95 % suffer from the many looks, and from dependence that is not seen. The standard
// error is 1 %. bench_coverage prints more.
TEST(Stopping, SettledIntervalsStillCover) {
  const Covered independent = covered(0, 0.08);
  EXPECT_EQ(independent.settled, 1000);
  EXPECT_GT(independent.of_settled, 930);
  const Covered dependent = covered(0.7, 0.03);
  EXPECT_EQ(dependent.settled, 1000);
  EXPECT_GT(dependent.of_settled, 900);
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
