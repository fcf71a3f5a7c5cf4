#include <gtest/gtest.h>

#include "tests/support/simulated_runs.h"
#include "tests/support/small_machines.h"
#include "tuner/calibration/calibrate.h"
#include "tuner/profiles.h"

namespace treering::tuner::calibration {
namespace fitted_rows_test {

std::vector<Observation> measured(unsigned seed) {
  std::mt19937 dice(seed);
  return testing::simulated(*testing::bench_of(testing::nvswitch_box({}), 2),
                            testing::usual_sweeps(), {shipped_profile(), 0.05}, dice);
}

TEST(FittedRows, ARowIsKnownByItsCallJobAndTimeAlone) {
  const Observation row = measured(1).front();
  Observation same = row;
  same.id = "another file";
  same.row = 99;
  same.measured_us *= 1 + 1e-9;  // as much as a file's decimals may change
  EXPECT_EQ(mark_of(row), mark_of(same));
  Observation slower = row;
  slower.measured_us *= 1.001;
  Observation larger = row;
  larger.bytes *= 2;
  Observation forced = row;
  forced.forced.algorithm = "Ring";
  Observation wider = row;
  wider.ranks *= 2;
  for (const Observation& other : {slower, larger, forced, wider}) {
    EXPECT_NE(mark_of(row), mark_of(other));
  }
}

TEST(FittedRows, AProfileKnowsTheRowsThatItWasFittedTo) {
  const auto rows = measured(2);
  const auto again = measured(3);  // the same calls on another day
  const auto found = calibrate_system(shipped_profile(), rows, Use::Ends);
  EXPECT_EQ(count_fitted(found.profile, found.used), found.used.size());
  EXPECT_EQ(count_fitted(found.profile, pointers_to(rows)), found.used.size());
  EXPECT_EQ(count_fitted(found.profile, pointers_to(again)), 0U);
  EXPECT_EQ(count_fitted(calibrate_jointly(prior_profile(), rows).profile, pointers_to(rows)),
            rows.size());
}

TEST(FittedRows, WhatWasFittedBeforeStaysKnown) {
  const auto rows = measured(4);
  const auto more = measured(5);
  const auto first = calibrate_system(shipped_profile(), rows, Use::All);
  const auto second = calibrate_system(first.profile, more, Use::All);
  EXPECT_EQ(count_fitted(second.profile, first.used), first.used.size());
  const core::Profile change = what_changed(first.profile, second.profile);
  EXPECT_EQ(count_fitted(change, first.used), 0U);
  EXPECT_EQ(core::overlaid(first.profile, change).fitted_rows, second.profile.fitted_rows);
}

TEST(FittedRows, CorrectionsCoverTheirCallsJobsAndSizes) {
  const auto rows = measured(6);
  core::Profile profile = shipped_profile();
  // all_reduce at 8 B: once as NCCL chose, once with Ring forced; and all_gather, not covered.
  profile.corrections = {{core::Collective::AllReduce, "", {{8, 0.1, 0}}, 2, rows[0].ranks}};
  EXPECT_EQ(count_corrected(profile, pointers_to(rows)), 2U);
  profile.corrections.front().ranks += 1;
  EXPECT_EQ(count_corrected(profile, pointers_to(rows)), 0U);
}

}  // namespace fitted_rows_test
}  // namespace treering::tuner::calibration
