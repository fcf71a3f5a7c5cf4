// What leaves a comparison open, and what makes its verdicts doubtful.
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/measuring/compare.h"
#include "tests/app/measuring/compare_files.h"
#include "tuner/measure/record.h"

namespace treering::app::measuring {
namespace compare_doubts_test {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;
using tuner::stats::Verdict;

/// Calls of 20 us whose ranks start so far apart: the samples, from the last start, miss that.
std::vector<Record> launches_apart_by(double spread_us) {
  std::vector<Record> records = launches(8, 20 - spread_us);
  for (Record& record : records) record.spread_us.assign(record.samples_us.size(), spread_us);
  return records;
}

// The calls take 20 us on both sides.
TEST_F(CompareFiles, WhatStartsLeaveOpenIsNoChange) {
  for (const bool is_before : {true, false}) {
    const auto near = launches_apart_by(0.02);
    const auto far = launches_apart_by(1.6);
    const CompareReport report = is_before ? compared(near, far) : compared(far, near);
    ASSERT_EQ(report.rows.size(), 1U);
    EXPECT_EQ(report.rows[0].judgement.verdict, Verdict::Undecided);
    EXPECT_TRUE(report.rows[0].judgement.interval->contains(1));
    EXPECT_THAT(report.notes, Contains(HasSubstr("the samples have a verdict")));
  }
  std::vector<Record> slower = launches_apart_by(1.6);
  for (Record& record : slower) {
    for (double& sample : record.samples_us) sample *= 2;
  }
  EXPECT_EQ(compared(launches_apart_by(1.6), slower).count(Verdict::Slower), 1U);
}

// 20 and 22 us by clocks that may be off by 8.
TEST_F(CompareFiles, WhatClocksLeaveOpenIsNoChange) {
  std::vector<Record> before = launches(8, 20);
  std::vector<Record> after = launches(8, 22);
  EXPECT_EQ(compared(before, after).count(Verdict::Slower), 1U);
  for (Record& record : before) record.clock_error_us = 8;
  EXPECT_EQ(compared(before, after).rows.at(0).judgement.verdict, Verdict::Undecided);
}

// Those that are left may be the fast ones.
TEST_F(CompareFiles, ThereIsNoVerdictWithoutAFifthOfTheCalls) {
  std::vector<Record> after = launches(8, 120);
  for (Record& record : after) record.late = 10;
  const CompareReport report = compared(launches(8, 100), after);
  EXPECT_EQ(report.rows.at(0).judgement.verdict, Verdict::Undecided);
  EXPECT_THAT(report.notes, Contains(HasSubstr("there is no verdict")));
}

/// Which start when: "10", "11", ...
std::vector<Record> starting_at(int first, int step, std::vector<Record> records) {
  for (std::size_t i = 0; i < records.size(); ++i) {
    records[i].start = std::to_string(first + step * static_cast<int>(i));
  }
  return records;
}

TEST_F(CompareFiles, SaysHowChangesWereMeasured) {
  const auto notes = [&](const std::vector<Record>& before, const std::vector<Record>& after) {
    return compared(before, after).notes;
  };
  const auto in_a_row = HasSubstr("all of one side was measured before the other");
  const auto uneven = HasSubstr("launches before and");
  const auto fast = launches(8, 100);
  const auto slow = launches(8, 120);
  EXPECT_THAT(notes(starting_at(10, 1, fast), starting_at(30, 1, slow)), Contains(in_a_row));
  EXPECT_THAT(notes(starting_at(30, 1, fast), starting_at(10, 1, slow)), Contains(in_a_row));
  EXPECT_THAT(notes(starting_at(10, 2, fast), starting_at(11, 2, slow)), Not(Contains(in_a_row)));
  // A machine that changed meanwhile may hide a change as well as look like one.
  const auto same = compared(starting_at(10, 1, fast), starting_at(30, 1, fast));
  EXPECT_EQ(same.count(Verdict::Same), 1U);
  EXPECT_THAT(same.notes, Contains(in_a_row));
  const auto two = launches(2, 120);
  EXPECT_THAT(notes(starting_at(10, 1, two), starting_at(30, 1, two)), Not(Contains(in_a_row)));
  auto undated = fast;
  for (Record& record : undated) record.start.clear();
  EXPECT_THAT(notes(undated, slow), Not(Contains(in_a_row)));
  EXPECT_THAT(notes(fast, launches(12, 120)), Contains(uneven));
  EXPECT_THAT(notes(fast, launches(10, 120)), Not(Contains(uneven)));
}

}  // namespace compare_doubts_test
}  // namespace treering::app::measuring
