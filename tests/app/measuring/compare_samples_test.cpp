// Which samples a comparison goes by.
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/app/measuring/compare_files.h"
#include "tests/tuner/stats/series.h"

namespace treering::app::measuring {
namespace compare_samples_test {

using testing::Contains;
using testing::HasSubstr;
using testing::Not;
using tuner::stats::Dice;
using tuner::stats::Verdict;

/// Calls of 100 us that scatter by 20 %; the slowest sixth is left out, or none.
std::vector<Record> with_slowest(bool are_left_out, unsigned seed) {
  Dice dice(seed);
  std::vector<Record> records = launches(8, 100);
  for (Record& record : records) {
    record.samples_us = tuner::stats::scaled(dice.normals(240), 100, 0.2);
    if (!are_left_out) continue;
    record.late = static_cast<int>(
        std::erase_if(record.samples_us, [](double us) { return us > 100 * (1 + 0.2 * 0.967); }));
  }
  return records;
}

// Without the slowest calls the others look faster: that is no change.
TEST_F(CompareFiles, CallsThatWereLeftOutAreNoChange) {
  const auto whole = with_slowest(false, 1);
  const CompareReport report = compared(whole, with_slowest(true, 2));
  EXPECT_EQ(report.rows.at(0).judgement.verdict, Verdict::Undecided);
  EXPECT_THAT(report.notes, Contains(HasSubstr("left out, because the ranks started too far")));
  EXPECT_THAT(compared(whole, with_slowest(false, 3)).notes,
              Not(Contains(HasSubstr("left out, because"))));
}

/// Launches of so many samples, the times of which fall by a tenth from first to last.
std::vector<Record> falling(double us, std::size_t samples) {
  std::vector<Record> records = launches(8, us);
  for (Record& record : records) {
    record.samples_us.clear();
    for (std::size_t i = 0; i < samples; ++i) {
      record.samples_us.push_back(
          us * (1.1 - 0.1 * static_cast<double>(i) / static_cast<double>(samples)));
    }
  }
  return records;
}

TEST_F(CompareFiles, SaysWhereTimesFallInALaunch) {
  const auto falls = HasSubstr("rise or fall from first to last");
  EXPECT_THAT(compared(launches(8, 100), falling(100, 40)).notes, Contains(falls));
  EXPECT_THAT(compared(launches(8, 100), launches(8, 120)).notes, Not(Contains(falls)));
}

TEST_F(CompareFiles, SaysWhereOneSideStoppedEarlier) {
  const auto stretches = HasSubstr("has 40 samples before and 240 after");
  EXPECT_THAT(compared(falling(100, 40), falling(150, 240)).notes, Contains(stretches));
  EXPECT_THAT(compared(falling(100, 40), falling(150, 60)).notes,
              Not(Contains(HasSubstr("a usual launch of"))));
}

}  // namespace compare_samples_test
}  // namespace treering::app::measuring
