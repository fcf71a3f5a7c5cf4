#include <gtest/gtest.h>

#include "tests/tuner/measure/one_record.h"
#include "tuner/measure/summary.h"
#include "tuner/stats/quantiles.h"

namespace treering::tuner::measure {
namespace bounds_test {

TEST(Bounds, RunFromTheLastStartToTheFirst) {
  Record record = record_of("a", {10, 20});
  record.spread_us = {1, 2};
  record.clock_error_us = 0.5;
  const Bounds bounds = bounds_of(record);
  EXPECT_EQ(bounds.least, (Samples{9, 19}));
  EXPECT_EQ(bounds.most, (Samples{12, 23}));
}

// Of ten calls one is missing. If it was the fastest, the fifth and sixth of all are the fourth and
// fifth of the others; if it was the slowest, these are the fifth and sixth.
TEST(Bounds, HaveRoomForCallsThatWereLeftOut) {
  Record record = record_of("a", {1, 2, 3, 4, 5, 6, 7, 8, 9});
  record.late = 1;
  const Bounds bounds = bounds_of(record);
  EXPECT_EQ(bounds.least.size(), 10U);
  EXPECT_EQ(bounds.most.size(), 10U);
  EXPECT_EQ(stats::median(bounds.least), 4.5);
  EXPECT_EQ(stats::median(bounds.most), 5.5);
}

// They are evenly among the samples, so that they look like no trend and no dependence.
TEST(Bounds, CallsThatWereLeftOutStandEvenly) {
  Record record = record_of("a", {2, 2, 2, 1, 2, 2, 2, 2});
  record.late = 2;
  EXPECT_EQ(bounds_of(record).least, (Samples{2, 2, 2, 1, 1, 2, 2, 2, 1, 2}));
  record.late = 16;
  EXPECT_EQ(bounds_of(record).most.size(), 24U);
}

}  // namespace bounds_test
}  // namespace treering::tuner::measure
