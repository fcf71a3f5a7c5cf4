#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/tuner/measure/one_record.h"
#include "tuner/measure/over_time/order_and_drift.h"

namespace treering::tuner::measure::over_time {
namespace sentinel_drift_test {

/// The sentinel's turns in a start.
std::vector<Record> turns(const std::string& start, const Samples& medians) {
  std::vector<Record> records;
  for (const double median : medians) {
    Record record = record_of(start, Samples(10, median));
    record.trial.is_sentinel = true;
    record.trial.turn = static_cast<int>(records.size());
    record.median_us = median;
    records.push_back(record);
  }
  return records;
}

// Of 720 orders of six, one rises and one falls throughout.
TEST(SentinelDrift, ShowsWithinAStart) {
  const auto drifts = sentinel_drifts(turns("a", {100, 101, 102, 103, 104, 110}));
  ASSERT_EQ(drifts.size(), 1U);
  EXPECT_EQ(drifts[0].start, "a");
  EXPECT_EQ(drifts[0].turns, 6U);
  EXPECT_NEAR(drifts[0].adjusted_p, 2 / 720.0, 1e-12);
  EXPECT_EQ(drifts[0].least_us, 100);
  EXPECT_EQ(drifts[0].most_us, 110);
  EXPECT_GT(sentinel_drifts(turns("a", {100, 101, 102}))[0].adjusted_p, 0.3);
  EXPECT_TRUE(sentinel_drifts(turns("a", {100})).empty());
}

// Two starts in one millisecond are two series of two turns.
TEST(SentinelDrift, StartsInOneMillisecondStayApart) {
  std::vector<Record> records = turns("a", {100, 101});
  for (Record& record : turns("a", {102, 103})) {
    record.start_id = "00000000000000aa";
    records.push_back(record);
  }
  const auto drifts = sentinel_drifts(records);
  ASSERT_EQ(drifts.size(), 3U);
  EXPECT_EQ(drifts[0].turns, 2U);
  EXPECT_EQ(drifts[1].turns, 2U);
  EXPECT_EQ(drifts[2].start, "") << "from start to start";
}

// Medians 101, 102, ... 106 from start to start. All seven tests count: 2 / 720 times 7.
TEST(SentinelDrift, ShowsFromStartToStart) {
  std::vector<Record> records;
  for (int i = 1; i <= 6; ++i) {
    const double middle = 100 + i;
    const auto more = turns(std::string(1, static_cast<char>('a' + i)), {middle - 1, middle + 1});
    records.insert(records.end(), more.begin(), more.end());
  }
  const auto drifts = sentinel_drifts(records);
  ASSERT_EQ(drifts.size(), 7U);
  EXPECT_EQ(drifts.back().start, "");
  EXPECT_NEAR(drifts.back().adjusted_p, 7 * 2 / 720.0, 1e-12);
  EXPECT_GT(drifts.back().drift.change, 0);
}

// A machine that grows slower from hour to hour, in files that were joined as a shell sorts their
// names, and newest first.
TEST(SentinelDrift, GoesByTheTimesOfStartsNotByTheirLines) {
  const auto joined = [](const std::vector<int>& hours) {
    std::vector<Record> records;
    for (const int hour : hours) {
      const double median = 100 + hour;
      const std::string start = "2026-11-25T0" + std::to_string(hour) + ":00:00.000Z";
      for (const Record& record : turns(start, {median, median})) records.push_back(record);
    }
    return records;
  };
  for (const auto& hours :
       {std::vector{1, 2, 3, 4, 5, 6, 7, 8}, {8, 7, 6, 5, 4, 3, 2, 1}, {1, 8, 2, 3, 4, 5, 6, 7}}) {
    const SentinelDrift last = sentinel_drifts(joined(hours)).back();
    EXPECT_EQ(last.start, "");
    EXPECT_TRUE(last.is_drift());
    EXPECT_GT(last.drift.s, 0);
  }
}

// Lines from last to first: the turns have numbers.
TEST(SentinelDrift, GoesByTheNumbersOfTurns) {
  std::vector<Record> records = turns("a", {100, 101, 102, 103, 104, 110});
  std::ranges::reverse(records);
  const auto drifts = sentinel_drifts(records);
  ASSERT_EQ(drifts.size(), 1U);
  EXPECT_EQ(drifts[0].turns, 6U);
  EXPECT_EQ(drifts[0].duration, 5);
  EXPECT_GT(drifts[0].drift.s, 0);
}

// Sweeps of 16 B and of 2 MiB in one file: their sentinels say nothing of each other.
TEST(SentinelDrift, OtherSentinelsAreOtherSeries) {
  std::vector<Record> records;
  for (int i = 0; i < 12; ++i) {
    auto more = turns(std::to_string(i), {i < 6 ? 10.0 : 9000.0, i < 6 ? 10.0 : 9000.0});
    for (Record& record : more) record.trial.configuration.call.bytes = i < 6 ? 16 : 2097152;
    records.insert(records.end(), more.begin(), more.end());
  }
  for (const SentinelDrift& one : sentinel_drifts(records)) {
    EXPECT_FALSE(one.is_drift()) << one.start;
    EXPECT_EQ(one.least_us, one.most_us);
  }
}

}  // namespace sentinel_drift_test
}  // namespace treering::tuner::measure::over_time
