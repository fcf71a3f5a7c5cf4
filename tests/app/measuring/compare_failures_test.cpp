// What failed in files that are compared.
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/app/measuring/compare_files.h"

namespace treering::app::measuring {
namespace compare_failures_test {

using testing::Contains;
using testing::HasSubstr;

TEST_F(CompareFiles, WhatFailsAfterwardsIsNamed) {
  std::vector<Record> failed = launches(6, 100);
  for (Record& record : failed) {
    record.samples_us.clear();
    record.error = "the workers ended";
  }
  const std::string after = written("after.jsonl", failed);
  const auto report = answer(CompareRequest{written("before.jsonl", launches(6, 100)), after, {}});
  ASSERT_FALSE(report);
  EXPECT_THAT(report.error().message(),
              HasSubstr("failed in 6 of 6 launches: the workers ended (6 times)"));
}

TEST_F(CompareFiles, TheSideWithoutAResultIsNamed) {
  const std::string torn = written("torn.jsonl", R"({"schema": "treering.measurement/1", "ru)");
  const std::string whole = written("whole.jsonl", launches(2, 10));
  for (const auto& [before, after] : {std::pair(torn, whole), std::pair(whole, torn)}) {
    const auto report = answer(CompareRequest{before, after, {}});
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().message(), torn + ": no whole result, expected results to compare");
  }
}

TEST_F(CompareFiles, ListsFailures) {
  std::vector<Record> after = launches(1, 100);
  Record failed = record_of(0, 1, 2048);
  failed.samples_us.clear();
  failed.error = "rank 1 died";
  after.push_back(failed);
  const CompareReport report = compared(launches(1, 100), after);
  EXPECT_THAT(report.notes, Contains(HasSubstr("all_reduce 2 KiB failed: rank 1 died")));
}

// Two launches of six failed, for two reasons, and twice the sentinel did.
TEST_F(CompareFiles, SaysHowManyLaunchesFailedAndWhy) {
  std::vector<Record> after = launches(6, 100);
  for (const int launch : {1, 4}) {
    Record& failed = after[static_cast<std::size_t>(launch)];
    failed.samples_us.clear();
    failed.error = launch == 1 ? "rank 1 died" : "no answer";
  }
  for (int i = 0; i < 2; ++i) {
    after.push_back(after[1]);
    after.back().trial.is_sentinel = true;
    after.back().late = i;  // else it would be the same result
  }
  const auto notes = compared(launches(6, 100), after).notes;
  EXPECT_THAT(notes, Contains(HasSubstr("all_reduce 1 KiB failed in 2 of 6 launches: as the "
                                        "sentinel, turn 0: rank 1 died (2 times); no answer; rank "
                                        "1 died")));
  const auto wholly = answer(CompareRequest{written("x.jsonl", std::vector{after[1], after[4]}),
                                            written("y.jsonl", launches(6, 100)),
                                            {}});
  ASSERT_FALSE(wholly);
  EXPECT_THAT(wholly.error().message(),
              HasSubstr("failed in 2 of 2 launches: no answer; rank 1 died"));
}

// Under one condition on each side conditions make no difference; then failures under others are
// not lost.
TEST_F(CompareFiles, FailuresUnderAllConditionsAreListed) {
  std::vector<Record> after = launches(1, 100);
  for (const std::string cpu : {"X", "Y"}) {
    after.push_back(record_of(0, 1, 2048));
    after.back().samples_us.clear();
    after.back().environment["cpu"] = cpu;
    after.back().error = "on " + cpu;
  }
  EXPECT_THAT(compared(launches(1, 100), after).notes,
              Contains(HasSubstr("2 KiB failed in 2 of 2 launches: on X; on Y")));
}

}  // namespace compare_failures_test
}  // namespace treering::app::measuring
