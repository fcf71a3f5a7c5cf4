#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/tuner/measure/one_record.h"
#include "tuner/measure/over_time/order_and_drift.h"
#include "tuner/measure/summary.h"

namespace treering::tuner::measure::over_time {
namespace start_order_test {

using Places = std::vector<std::size_t>;

Places places_of(const std::vector<std::string>& starts) {
  std::vector<Record> records;
  for (const std::string& start : starts) records.push_back(record_of(start, {1}));
  return places_by_start(records);
}

TEST(StartOrder, IsThatOfTheTimesAtWhichWorkersStarted) {
  EXPECT_EQ(places_of({"2026-11-25T09:00:00.000Z", "2026-11-25T08:59:59.999Z",
                       "2026-11-24T23:00:00.000Z"}),
            (Places{2, 1, 0}));
  EXPECT_EQ(places_of({}), Places());
}

TEST(StartOrder, OfEqualTimesIsThatOfTheFile) {
  EXPECT_EQ(places_of({"b", "a", "b", "a"}), (Places{1, 3, 0, 2}));
}

// One without a time stays behind the result that it stood behind.
TEST(StartOrder, WithoutATimeIsThatOfTheFile) {
  EXPECT_EQ(places_of({"", "", ""}), (Places{0, 1, 2}));
  EXPECT_EQ(places_of({"b", "", "a", ""}), (Places{2, 3, 0, 1}));
}

// Two runs whose files were joined, the newer one first.
TEST(StartOrder, IsThatOfTheLaunchesOfASummary) {
  const auto rows = summarise(
      {record_of("2026-11-25T09:00:00.000Z", {9}), record_of("2026-11-25T08:00:00.000Z", {8})});
  ASSERT_EQ(rows.size(), 1U);
  EXPECT_EQ(rows[0].launches, (stats::Launches{{8}, {9}}));
  ASSERT_EQ(rows[0].start_keys.size(), 2U);
  EXPECT_EQ(rows[0].start_keys[0], start_key(record_of("2026-11-25T08:00:00.000Z", {8})));
}

}  // namespace start_order_test
}  // namespace treering::tuner::measure::over_time
