#include "app/tuning/choices.h"

#include <gtest/gtest.h>

namespace treering::app::tuning {
namespace choices_test {

using tuner::tune::Table;
using tuner::tune::Tuning;

/// Two ways, the second twice as fast as is believed, neither the library's own choice, at one
/// size.
Tuning of_two_ways() {
  Tuning tuning;
  Table table;
  table.grid.sizes = {1024};
  table.grid.ways = {{"ring", "", 0}, {"tree", "", 0}};
  table.possible = {true, true};
  table.confirmed.resize(1);
  tuning.beliefs.push_back({{5, 4}, {1, 0, 0, 1}, {0.01, 0.01}});
  tuning.tables.push_back(std::move(table));
  tuner::tune::Standing standing;
  standing.way = 1;
  standing.doubt = 0.2;
  tuning.standings = {{standing}};
  return tuning;
}

TEST(TuneChoices, WhatNeverRanIsNotRecommended) {
  const Choice none = choices_of(of_two_ways()).at(0);
  EXPECT_EQ(none.reason, Reason::Unmeasured);
  EXPECT_FALSE(none.confidence);
  Tuning one = of_two_ways();
  one.tables[0].evidence.chosen_from = {{0, 150}};
  EXPECT_EQ(choices_of(one).at(0).reason, Reason::Fastest);
  EXPECT_EQ(choices_of(one).at(0).way.algorithm, "ring");
  one.tables[0].evidence.chosen_from.push_back({1, 60});
  EXPECT_EQ(choices_of(one).at(0).way.algorithm, "tree");
}

// Nothing can be compared with the library's own choice, which is not slow for that.
TEST(TuneChoices, AnOwnChoiceThatCouldNotBeTimedIsUndecided) {
  Tuning one = of_two_ways();
  one.tables[0].grid.ways[0] = {};
  one.tables[0].possible = {false, true};
  one.tables[0].evidence.chosen_from = {{1, 60}};
  EXPECT_EQ(choices_of(one).at(0).reason, Reason::OnlyWay);
  one.tables[0].untimed = {0};
  one.standings[0][0].way = 0;
  const Choice choice = choices_of(one).at(0);
  EXPECT_EQ(choice.reason, Reason::Untimed);
  EXPECT_TRUE(choice.way.is_default());
  EXPECT_FALSE(choice.confidence);
}

TEST(TuneChoices, TheOnlyWayIsOneThatRan) {
  Tuning one = of_two_ways();
  one.tables[0].possible = {true, false};
  one.standings[0][0].way = 0;
  EXPECT_EQ(choices_of(one).at(0).reason, Reason::Unmeasured);
  one.tables[0].evidence.chosen_from = {{0, 150}};
  EXPECT_EQ(choices_of(one).at(0).reason, Reason::OnlyWay);
  EXPECT_FALSE(choices_of(one).at(0).confidence) << "there is nothing to compare it with";
  EXPECT_FALSE(choices_of(one).at(0).chance_fastest);
}

// Between sizes that were measured there is something to go by.
TEST(TuneChoices, AWayThatRanAtAnotherSizeIsChosen) {
  Tuning tuning = of_two_ways();
  Table& table = tuning.tables[0];
  table.grid.sizes.push_back(2048);
  table.possible.assign(4, true);
  table.confirmed.resize(2);
  table.evidence.chosen_from = {{1, 60}};
  tuning.beliefs[0].mean = {5, 4, 5, 4};
  tuning.standings[0].push_back(tuning.standings[0][0]);
  const auto choices = choices_of(tuning);
  ASSERT_EQ(choices.size(), 1U);
  EXPECT_EQ(choices[0].reason, Reason::Fastest);
  EXPECT_EQ(choices[0].to_bytes, 2048U);
}

// Faster than the own choice for sure, though a third may be faster still.
TEST(TuneChoices, TheConfidenceOfAGainIsThatOfTheGain) {
  Tuning tuning = of_two_ways();
  tuning.tables[0].grid.ways[0] = {};
  tuning.standings[0][0].is_faster = true;
  tuning.beliefs[0].covariance = {0.04, 0, 0, 0.04};
  const Choice choice = choices_of(tuning).at(0);
  EXPECT_EQ(choice.reason, Reason::Faster);
  // ln of the ratio is 1 with a standard deviation of 0.28: 3.5 of them.
  EXPECT_NEAR(*choice.confidence, 0.9998, 0.0001);
  EXPECT_DOUBLE_EQ(*choice.chance_fastest, 0.8);
}

}  // namespace choices_test
}  // namespace treering::app::tuning
