#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/measuring/compared_side.h"
#include "tests/app/measuring/compare_files.h"

namespace treering::app::measuring {
namespace shared_launches_test {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;
using tuner::stats::Launches;
using tuner::stats::Verdict;

Times times_of(const Launches& samples, const std::vector<std::string>& start_keys) {
  return {.samples = samples, .least = samples, .most = samples, .start_keys = start_keys};
}

TEST(SharedLaunches, AreLeftOutOfBothSides) {
  Times before = times_of({{1}, {2}, {3}}, {"a", "b", "c"});
  Times after = times_of({{3}, {4}, {1}}, {"c", "d", "a"});
  const SharedLaunches shared = leave_out_shared(before, after);
  EXPECT_EQ(shared.count, 2U);
  EXPECT_FALSE(shared.is_all_of_a_side);
  EXPECT_EQ(before.samples, Launches{{2}});
  EXPECT_EQ(before.least, Launches{{2}});
  EXPECT_EQ(before.most, Launches{{2}});
  EXPECT_EQ(before.start_keys, std::vector<std::string>{"b"});
  EXPECT_EQ(after.samples, Launches{{4}});
}

TEST(SharedLaunches, StayWhereASideHasNoOthers) {
  Times before = times_of({{1}}, {"a"});
  Times after = times_of({{1}, {2}}, {"a", "b"});
  const SharedLaunches shared = leave_out_shared(before, after);
  EXPECT_EQ(shared.count, 1U);
  EXPECT_TRUE(shared.is_all_of_a_side);
  EXPECT_EQ(before.samples.size(), 1U);
  EXPECT_EQ(after.samples.size(), 2U);
}

// Earlier versions wrote no chance number of a start: two machines may have started at one time.
TEST(SharedLaunches, HaveEqualSamples) {
  Times before = times_of({{1}}, {"a"});
  Times after = times_of({{2}}, {"a"});
  EXPECT_EQ(leave_out_shared(before, after).count, 0U);
}

/// Eight launches, and those to which slower ones were added, so many of these.
std::vector<Record> with_more(int count) {
  std::vector<Record> records = launches(8, 100);
  for (int i = 0; i < count; ++i) records.push_back(record_of(10 + i, 120 + 0.1 * i));
  return records;
}

// Of ten launches after, eight are those before.
TEST_F(CompareFiles, ThereIsNoVerdictWhereASideHasNothingOfItsOwn) {
  const CompareReport report = compared(launches(8, 100), with_more(2));
  ASSERT_EQ(report.rows.size(), 1U);
  const ComparedRow& row = report.rows[0];
  EXPECT_EQ(row.judgement.verdict, Verdict::Undecided);
  EXPECT_FALSE(row.judgement.interval);
  EXPECT_EQ(row.before_launches, 8U);
  EXPECT_EQ(row.after_launches, 10U);
  EXPECT_THAT(report.notes,
              Contains("8 equal results in both files, of all_reduce 1 KiB: they say nothing of a "
                       "change. Where a side has no others there is no verdict: in 1 "
                       "configuration"));
  EXPECT_THAT(report.notes, Not(Contains(HasSubstr("too few samples or launches"))));
}

TEST_F(CompareFiles, AFileBesideItselfIsUndecided) {
  const CompareReport report = compared(launches(8, 100), launches(8, 100));
  EXPECT_EQ(report.count(Verdict::Same), 0U);
  EXPECT_EQ(report.count(Verdict::Undecided), 1U);
  EXPECT_THAT(report.notes, Contains(HasSubstr("8 equal results in both files")));
}

// Two launches before are also after; six and eight are not.
TEST_F(CompareFiles, LaunchesOfASideAloneAreJudged) {
  std::vector<Record> after = with_more(8);
  after.erase(after.begin() + 2, after.begin() + 8);
  const CompareReport report = compared(launches(8, 100), after);
  ASSERT_EQ(report.rows.size(), 1U);
  EXPECT_EQ(report.rows[0].judgement.verdict, Verdict::Slower);
  EXPECT_EQ(report.rows[0].before_launches, 6U);
  EXPECT_EQ(report.rows[0].after_launches, 8U);
  EXPECT_THAT(report.notes, Contains("2 equal results in both files, of all_reduce 1 KiB: they say "
                                     "nothing of a change. They are left out of both"));
}

TEST_F(CompareFiles, EqualTimesOfStartsAreNoSharedLaunches) {
  const CompareReport report = compared(launches(8, 100), launches(8, 100.1));
  EXPECT_EQ(report.count(Verdict::Same), 1U);
  EXPECT_THAT(report.notes, Not(Contains(HasSubstr("in both files"))));
}

}  // namespace shared_launches_test
}  // namespace treering::app::measuring
