#include "tuner/calibration/calibrate.h"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/simulated_runs.h"
#include "tests/support/small_machines.h"
#include "tuner/profiles.h"

namespace treering::tuner::calibration {
namespace calibrate_test {

using testing::Simulation;

std::vector<Observation> measured(const core::Profile& truth, unsigned seed) {
  std::mt19937 dice(seed);
  return testing::simulated(*testing::bench_of(testing::nvswitch_box({}), 4),
                            testing::usual_sweeps(), Simulation{truth, 0.05}, dice);
}

/// A machine half as fast again as the shipped profile believes.
core::Profile slower() {
  core::Profile profile = shipped_profile();
  profile.parameters.at("scale.transfer").value = 1.25;
  profile.parameters.at("scale.hop").value = 1.5;
  profile.parameters.at("scale.network_hop").value = 1.8;
  return profile;
}

TEST(SystemCalibration, TwoRowsOfASweepMakeTheOthersBetter) {
  const auto rows = measured(slower(), 1);
  const auto found = calibrate_system(shipped_profile(), rows, Use::Ends);
  EXPECT_EQ(found.used.size(), 6U);  // of three sweeps
  EXPECT_EQ(found.after.size(), rows.size() - 6);
  EXPECT_LT(scores_of(found.after).cost.median, scores_of(found.before).cost.median / 2);
}

TEST(SystemCalibration, RowsAreJudgedByProfilesThatDidNotSeeThem) {
  const auto rows = measured(slower(), 2);
  const auto found = calibrate_system(shipped_profile(), rows, Use::All);
  EXPECT_EQ(found.used.size(), rows.size());
  ASSERT_EQ(found.after.size(), rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) EXPECT_EQ(found.after[i].cost.seen, &rows[i]);
  const Score after = scores_of(found.after).cost;
  EXPECT_LT(after.median, scores_of(found.before).cost.median / 2);
  EXPECT_GT(after.median, 0.01);  // corrections pass through all rows: seen, these would be near 0
}

/// The first `count` rows of all_reduce as NCCL chooses, from 8 B on: every third.
std::vector<Observation> first_rows(const std::vector<Observation>& rows, std::size_t count) {
  std::vector<Observation> some;
  for (std::size_t i = 0; i < count; ++i) some.push_back(rows[3 * i]);
  return some;
}

TEST(SystemCalibration, FewRowsAreJudgedByProfilesThatDidNotSeeThemToo) {
  const auto rows = first_rows(measured(slower(), 5), 3);
  const auto found = calibrate_system(shipped_profile(), rows, Use::All);
  EXPECT_EQ(found.trial, Trial::LeftOut);
  ASSERT_EQ(found.after.size(), 3U);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Rows own{&rows[i]};
    const Rows others = without(pointers_to(rows), own);
    const auto without_it = compared(anchor(shipped_profile(), others).profile, own);
    EXPECT_EQ(found.after[i].cost.predicted_us, without_it.front().cost.predicted_us);
  }
}

TEST(SystemCalibration, TwoEndsWithNothingBetweenAreJudgedByEachOther) {
  const auto rows = first_rows(measured(slower(), 6), 2);
  const auto found = calibrate_system(shipped_profile(), rows, Use::Ends);
  EXPECT_EQ(found.trial, Trial::LeftOut);
  EXPECT_EQ(found.used.size(), 2U);
  EXPECT_EQ(found.after.size(), 2U);
}

TEST(SystemCalibration, OneRowCanOnlyBeSeen) {
  const auto rows = first_rows(measured(slower(), 7), 1);
  EXPECT_EQ(calibrate_system(shipped_profile(), rows, Use::All).trial, Trial::Seen);
  EXPECT_EQ(calibrate_system(shipped_profile(), measured(slower(), 7), Use::Ends).trial,
            Trial::Rest);
}

TEST(SystemCalibration, AnAbsurdRowIsRejectedAndChangesNothing) {
  auto rows = measured(slower(), 3);
  const auto clean = calibrate_system(shipped_profile(), rows, Use::All);
  EXPECT_TRUE(clean.rejected.empty());
  rows[30].measured_us *= 20;
  const auto spoilt = calibrate_system(shipped_profile(), rows, Use::All);
  ASSERT_EQ(spoilt.rejected.size(), 1U);
  EXPECT_EQ(spoilt.rejected.front(), &rows[30]);
  for (const auto& [name, evidence] : clean.fitted) {
    const core::Parameter& before = clean.profile.parameters.at(name);
    const double change = std::log(spoilt.profile.parameters.at(name).value / before.value);
    EXPECT_LT(std::abs(change), before.spread) << name;
  }
}

TEST(SystemCalibration, WhatChangedNamesItsSource) {
  const auto rows = measured(slower(), 4);
  const auto found = calibrate_system(shipped_profile(), rows, Use::Ends);
  EXPECT_EQ(found.profile.parameters.at("scale.transfer").source,
            "fitted by treering calibrate to 6 rows of this system");
  const core::Profile change = what_changed(shipped_profile(), found.profile);
  EXPECT_EQ(change.parameters.count("hopper.channel_us"), 0U);
  EXPECT_EQ(change.parameters.count("scale.transfer"), 1U);
  core::Profile again = core::overlaid(shipped_profile(), change);
  EXPECT_EQ(again.parameters, found.profile.parameters);
  EXPECT_EQ(again.corrections, found.profile.corrections);
}

}  // namespace calibrate_test
}  // namespace treering::tuner::calibration
