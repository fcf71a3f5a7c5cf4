// The ends of intervals, from rows made by hand: predicted to take 100 us with a spread of 0.15,
// which is 0.25 with the noise that a fit allows.
#include "tuner/calibration/intervals.h"

#include <cmath>
#include <string>

#include <gtest/gtest.h>

namespace treering::tuner::calibration {
namespace intervals_test {

constexpr double kSpread = 0.25;

/// Measured so many spreads later than predicted.
Observation row_of(const std::string& system, double spreads) {
  Observation row;
  row.system = system;
  row.way = {"Ring", "LL"};
  row.bytes = 1024;
  row.measured_us = 100 * std::exp(spreads * kSpread);
  return row;
}

Scored predicted(const Observation& row) {
  const double width = std::exp(sim::estimates::kEightyPercent * 0.15);
  return {&row, 100, 100 / width, 100 * width, 100 * width};
}

/// Eleven rows of each system, from -2 to 2 spreads: 10 % are below -1.6, and 10 % above 1.6.
std::vector<Observation> three_alike() {
  std::vector<Observation> rows;
  for (const char* system : {"a", "b", "c"}) {
    for (int i = 0; i <= 10; ++i) rows.push_back(row_of(system, -2 + 0.4 * i));
  }
  return rows;
}

std::vector<Scored> predicted(const std::vector<Observation>& rows) {
  std::vector<Scored> result;
  for (const Observation& row : rows) result.push_back(predicted(row));
  return result;
}

EndsByClass ends_of(const std::vector<Scored>& rows) {
  std::vector<const Scored*> pointers;
  for (const Scored& row : rows) pointers.push_back(&row);
  return calibration::ends_of(pointers);
}

TEST(Intervals, EndWhereTheRowsOfAlikeSystemsDo) {
  const auto rows = three_alike();
  const auto found = ends_of(predicted(rows));
  ASSERT_EQ(found.size(), 1U);
  const sim::cost::Ends& ends = found.begin()->second;
  EXPECT_NEAR(ends.low, 1.6, 1e-9);
  EXPECT_NEAR(ends.high, 1.6, 1e-9);
  EXPECT_NEAR(ends.latest, 2, 1e-9);
}

// The ends of the other three hold no row of a system that is five spreads slower, so that the
// interval is widened until it does.
TEST(Intervals, AreWidenedByWhatAnotherSystemTakes) {
  auto rows = three_alike();
  for (int i = 0; i <= 10; ++i) rows.push_back(row_of("d", 5 + 0.1 * i));
  const auto found = ends_of(predicted(rows));
  EXPECT_GT(found.begin()->second.high, 5);
  EXPECT_GE(found.begin()->second.latest, found.begin()->second.high);
}

TEST(Intervals, TwoSystemsSayNothing) {
  auto rows = three_alike();
  rows.resize(22);
  EXPECT_TRUE(ends_of(predicted(rows)).empty());
}

TEST(Intervals, OfARowAreThoseThatTheOthersShow) {
  auto rows = three_alike();
  for (int i = 0; i <= 10; ++i) rows.push_back(row_of("d", 5 + 0.1 * i));
  auto scored = predicted(rows);
  use_ends_of_others(scored);
  // The interval of a row of "d" goes by the other systems alone.
  EXPECT_NEAR(std::log(scored.back().high_us / 100) / kSpread, 1.6, 1e-9);
  EXPECT_GT(std::log(scored.front().high_us / 100) / kSpread, 5);
}

TEST(Intervals, AreWrittenIntoAProfileWithHowFarItsRowsReach) {
  auto rows = three_alike();
  for (Observation& row : rows) {
    row.nodes = row.system == "c" ? 16 : 4;
    row.kind = {"hopper", "nvswitch", "infiniband", "400G"};
  }
  core::Profile profile;
  set_certainty(predicted(rows), profile);
  EXPECT_NEAR(profile.parameters.at("interval.several_nodes.below_64KiB.high").value, 1.6, 1e-9);
  EXPECT_EQ(profile.parameters.at("reach.hopper.infiniband").value, 16);
  EXPECT_EQ(profile.parameters.at("interval.noise").value, 0.2);
  EXPECT_EQ(profile.parameters.size(), 5U);
  const auto plain = with_plain_ends(profile);
  EXPECT_EQ(plain.parameters.at("interval.several_nodes.below_64KiB.high").value,
            sim::estimates::kEightyPercent);
  EXPECT_LT(plain.parameters.at("interval.noise").value, 1e-3);
  EXPECT_EQ(plain.parameters.at("reach.hopper.infiniband").value, 16);
}

}  // namespace intervals_test
}  // namespace treering::tuner::calibration
