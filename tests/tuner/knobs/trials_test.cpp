// Values with a known effect, put to the test as `tune` does.
#include "tuner/knobs/trials.h"

#include <cmath>
#include <functional>

#include <gtest/gtest.h>

namespace treering::tuner::knobs {
namespace trials_test {

using measure::Configuration;

Configuration call(std::uint64_t bytes) {
  return {.call = {.collective = core::Collective::AllReduce, .bytes = bytes}};
}

/// `count` variables, each with a value that changes 1, 4 and 16 MiB.
std::vector<Knob> knobs(int count) {
  Value value{"1", {}, false};
  for (const unsigned octave : {20U, 22U, 24U}) {
    value.changes.push_back({call(std::uint64_t{1} << octave), {}});
  }
  std::vector<Knob> all;
  for (int i = 0; i < count; ++i) all.push_back({"NCCL_K" + std::to_string(i), "", {value}});
  return all;
}

/// Starts lie about 1 % apart: an irrational turn spreads them evenly.
double scatter(int start) {
  return 1 + 0.01 * std::sin(2 * M_PI * 0.6180339887498949 * start);
}

/// \param gain of a setting; an empty one is as it is
Trials tried(const std::vector<Knob>& all, const std::function<double(const std::string&)>& gain) {
  Trials trials(all);
  int start = 0;
  for (int round = 0; round < 8; ++round) {
    for (const Launch& launch : trials.next()) {
      ++start;
      const std::string setting = launch.setting ? launch.setting->text() : "";
      for (const Configuration& one : launch.calls) {
        const double us = 100 + static_cast<double>(one.call.bytes) / 1e5;
        trials.take({round, setting, one, us * scatter(start) / gain(setting)});
      }
    }
  }
  return trials;
}

TEST(Trials, EachRoundHasALaunchAsItIsBesideThoseWithAValue) {
  const Trials trials(knobs(2));
  const auto round = trials.next();
  ASSERT_EQ(round.size(), 3U);
  EXPECT_FALSE(round[0].setting);
  EXPECT_EQ(round[1].setting->text(), "NCCL_K0=1");
  EXPECT_EQ(round[2].setting->text(), "NCCL_K1=1");
  for (const Launch& launch : round) {
    EXPECT_EQ(launch.calls, std::vector<Configuration>{call(1U << 20U)});
  }
}

TEST(Trials, FindAPlantedGainAndNothingElse) {
  const Trials trials = tried(
      knobs(4), [](const std::string& setting) { return setting == "NCCL_K2=1" ? 1.3 : 1.0; });
  EXPECT_TRUE(trials.next().empty());
  for (const Outcome& one : trials.outcomes()) {
    const bool is_planted = one.setting.name == "NCCL_K2";
    EXPECT_EQ(one.verdict == KnobVerdict::Faster, is_planted) << one.setting.text();
    ASSERT_TRUE(one.gain);
    EXPECT_NEAR(one.gain->mean, is_planted ? 1.3 : 1, 0.03);
    EXPECT_EQ(one.from_bytes, 1U << 20U);
    EXPECT_EQ(one.to_bytes, 16U << 20U);
    EXPECT_LE(one.pairs, kMostRounds);
    EXPECT_EQ(one.confidence >= 0.95, is_planted);
  }
}

TEST(Trials, CallsWhatIsEqualNeverFaster) {
  for (const Outcome& one : tried(knobs(6), [](const std::string&) { return 1.0; }).outcomes()) {
    EXPECT_TRUE(one.verdict != KnobVerdict::Faster && one.verdict != KnobVerdict::Slower)
        << name_of(one.verdict);
  }
}

TEST(Trials, EqualTimesAreTies) {
  Trials trials(knobs(1));
  for (int round = 0; round < 4; ++round) {
    for (const Launch& launch : trials.next()) {
      const std::string setting = launch.setting ? launch.setting->text() : "";
      for (const Configuration& one : launch.calls) {
        trials.take({round, setting, one, 100 * (1 + 1e-4 * round)});
      }
    }
  }
  ASSERT_EQ(trials.outcomes().size(), 1U);
  EXPECT_EQ(trials.outcomes()[0].verdict, KnobVerdict::Tie);
  EXPECT_TRUE(trials.next().empty());
}

TEST(Trials, ALossIsSlower) {
  const auto outcomes = tried(knobs(1), [](const std::string& setting) {
                          return setting.empty() ? 1.0 : 0.7;
                        }).outcomes();
  ASSERT_EQ(outcomes.size(), 1U);
  EXPECT_EQ(outcomes[0].verdict, KnobVerdict::Slower);
}

// A loss of 1.5 % between starts that lie about 1 % apart: no gain, and no equal either.
TEST(Trials, WhatMayBeSlowerIsNoTie) {
  const auto outcomes = tried(knobs(1), [](const std::string& setting) {
                          return setting.empty() ? 1.0 : 0.985;
                        }).outcomes();
  ASSERT_EQ(outcomes.size(), 1U);
  ASSERT_TRUE(outcomes[0].gain && outcomes[0].gain->low && outcomes[0].gain->high);
  EXPECT_LT(*outcomes[0].gain->low, 1 / 1.02);
  EXPECT_LE(*outcomes[0].gain->high, 1.02);
  EXPECT_EQ(name_of(outcomes[0].verdict), "not faster");
}

// Nothing says how far launches lie apart: one pair decides nothing, however far apart its times.
TEST(Trials, OnePairDecidesNothing) {
  Trials trials(knobs(1));
  trials.take({0, "", call(1U << 20U), 200});
  trials.take({0, "NCCL_K0=1", call(1U << 20U), 100});
  const Outcome outcome = trials.outcomes().front();
  EXPECT_EQ(outcome.verdict, KnobVerdict::Undecided);
  EXPECT_EQ(outcome.pairs, 1U);
  EXPECT_FALSE(outcome.gain->low);
  EXPECT_FALSE(trials.next().empty());
}

}  // namespace trials_test
}  // namespace treering::tuner::knobs
