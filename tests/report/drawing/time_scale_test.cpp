#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/drawing/timeline.h"

namespace treering::report::drawing {
namespace time_scale_test {

using ::testing::ElementsAre;

std::vector<std::string> texts_to(double end_us) {
  std::vector<std::string> texts;
  for (const TimeMark& mark : time_scale(end_us).marks) texts.push_back(mark.text);
  return texts;
}

TEST(TimeScale, MarksAreRound) {
  EXPECT_THAT(texts_to(7), ElementsAre("0", "1", "2", "3", "4", "5", "6", "7"));
  EXPECT_THAT(texts_to(100),
              ElementsAre("0", "10", "20", "30", "40", "50", "60", "70", "80", "90", "100"));
  EXPECT_THAT(texts_to(1.1), ElementsAre("0", "0.2", "0.4", "0.6", "0.8", "1.0"));
  EXPECT_THAT(texts_to(0), ElementsAre("0"));
}

TEST(TimeScale, LongTimesHaveLargerUnits) {
  EXPECT_EQ(time_scale(9999).unit, "us");
  EXPECT_EQ(time_scale(12000).unit, "ms");
  EXPECT_THAT(texts_to(12000), ElementsAre("0", "2", "4", "6", "8", "10", "12"));
  EXPECT_EQ(time_scale(12000).marks.back().at_us, 12000);
  EXPECT_EQ(time_scale(2e7).unit, "s");
}

TEST(TimeScale, HasFiveToElevenMarks) {
  for (double end = 0.01; end < 1e9; end *= 1.37) {
    const TimeScale scale = time_scale(end);
    EXPECT_GE(scale.marks.size(), 5U) << end;
    EXPECT_LE(scale.marks.size(), 11U) << end;
    EXPECT_LE(scale.marks.back().at_us, end * (1 + 1e-8));
  }
}

}  // namespace time_scale_test
}  // namespace treering::report::drawing
