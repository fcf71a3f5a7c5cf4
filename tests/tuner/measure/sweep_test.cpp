#include "tuner/measure/sweep.h"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace treering::tuner::measure {
namespace sweep_test {

Sweep sweep_of(std::size_t count, std::uint64_t seed = 1) {
  Sweep sweep;
  sweep.seed = seed;
  for (std::size_t i = 0; i < count; ++i) {
    Configuration one;
    one.call.bytes = std::uint64_t{8} << i % 20;
    one.way.channels = static_cast<int>(i / 20);
    sweep.configurations.push_back(one);
  }
  return sweep;
}

RC_GTEST_PROP(Sweep, MeasuresEachConfigurationOnceALaunch, ()) {
  const Sweep sweep =
      sweep_of(*rc::gen::inRange<std::size_t>(0, 60), *rc::gen::arbitrary<std::uint64_t>());
  const auto trials = trials_of(sweep, *rc::gen::inRange(0, 5));
  std::multiset<Configuration> measured;
  for (const Trial& trial : trials) {
    if (!trial.is_sentinel) measured.insert(trial.configuration);
  }
  RC_ASSERT(measured ==
            std::multiset<Configuration>(sweep.configurations.begin(), sweep.configurations.end()));
  RC_ASSERT(std::set<Trial>(trials.begin(), trials.end()).size() == trials.size());
}

TEST(Sweep, OrderIsRandomButTheSameAgain) {
  const Sweep sweep = sweep_of(20);
  EXPECT_EQ(trials_of(sweep, 0), trials_of(sweep, 0));
  const auto order = [](const std::vector<Trial>& trials) {
    std::vector<Configuration> all;
    for (const Trial& trial : trials) {
      if (!trial.is_sentinel) all.push_back(trial.configuration);
    }
    return all;
  };
  EXPECT_NE(order(trials_of(sweep, 0)), order(trials_of(sweep, 1)));
  EXPECT_NE(order(trials_of(sweep, 0)), order(trials_of(sweep_of(20, 2), 0)));
  EXPECT_NE(order(trials_of(sweep, 0)), sweep.configurations);
}

// 20 configurations: the sentinel before each fifth of them, and at the end.
TEST(Sweep, TheSentinelReturnsThroughout) {
  const auto trials = trials_of(sweep_of(20), 3);
  ASSERT_EQ(trials.size(), 26U);
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < trials.size(); ++i) {
    if (!trials[i].is_sentinel) continue;
    EXPECT_EQ(trials[i].configuration, trials[0].configuration);
    EXPECT_EQ(trials[i].turn, static_cast<int>(places.size()));
    EXPECT_EQ(trials[i].launch, 3);
    places.push_back(i);
  }
  EXPECT_EQ(places, (std::vector<std::size_t>{0, 5, 10, 15, 20, 25}));
}

// Nine configurations: a turn before the first, third, fifth, seventh and ninth, and at the end.
TEST(Sweep, TheSentinelReturnsBeforeEachFifth) {
  const auto trials = trials_of(sweep_of(9), 0);
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < trials.size(); ++i) {
    if (trials[i].is_sentinel) places.push_back(i);
  }
  EXPECT_EQ(places, (std::vector<std::size_t>{0, 3, 6, 9, 12, 14}));
}

// Six turns are the fewest whose order can be called a drift; of many configurations it takes one
// turn more for every eight.
TEST(Sweep, TheSentinelReturnsOftenEnoughToShowDrift) {
  const auto turns = [](std::size_t configurations) {
    return std::ranges::count_if(trials_of(sweep_of(configurations), 0), &Trial::is_sentinel);
  };
  EXPECT_EQ(turns(4), 2);  // too few for any
  for (std::size_t count = 5; count <= 40; ++count) EXPECT_EQ(turns(count), 6) << count;
  EXPECT_EQ(turns(41), 7);
  EXPECT_EQ(turns(80), 11);
}

TEST(Sweep, OneConfigurationNeedsNoSentinel) {
  EXPECT_EQ(trials_of(sweep_of(1), 0).size(), 1U);
  EXPECT_TRUE(trials_of(sweep_of(0), 0).empty());
}

}  // namespace sweep_test
}  // namespace treering::tuner::measure
