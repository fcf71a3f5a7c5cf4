#include "report/measurements/measure_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace treering::report::measurements {
namespace measure_text_test {

using tuner::measure::Progress;

TEST(MeasureProgress, SaysHowFarItIs) {
  Progress progress{.done = 0, .all = 12};
  EXPECT_EQ(progress_text(progress), "0 of 12");
  tuner::measure::Record record;
  record.trial.configuration.call.bytes = 65536;
  record.trial.configuration.way.algorithm = "ring";
  record.median_us = 310;
  progress.done = 4;
  progress.last = &record;
  progress.elapsed = core::Duration::from_us(20e6);
  // Four took 20 s, so eight take 40.
  EXPECT_EQ(progress_text(progress), "4 of 12, 40 s left, all_reduce 64 KiB ring: 310.00 us");
  record.error = "the workers ended: exit code 1";
  EXPECT_THAT(progress_text(progress), testing::EndsWith(": the workers ended: exit code 1"));
}

TEST(MeasureProgress, TimesAreRough) {
  const auto left_after = [](double seconds) {
    return progress_text({.done = 1, .all = 2, .elapsed = core::Duration::from_us(seconds * 1e6)});
  };
  EXPECT_EQ(left_after(0.2), "1 of 2, 1 s left");
  EXPECT_EQ(left_after(600), "1 of 2, 10 min left");
  EXPECT_EQ(left_after(9000), "1 of 2, 2.5 h left");
}

}  // namespace measure_text_test
}  // namespace treering::report::measurements
