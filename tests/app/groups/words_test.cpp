#include "app/groups/words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace treering::app::groups {
namespace words_test {

using sim::groups::Dimension;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(GroupWords, SizesInTheirOrder) {
  const auto dimensions = dimensions_of("tp=8, dp=16");
  ASSERT_TRUE(dimensions);
  EXPECT_THAT(*dimensions, ElementsAre(Dimension{"tp", 8}, Dimension{"dp", 16}));
}

TEST(GroupWords, WhatIsNoSizeIsNamed) {
  for (const char* text : {"", "tp", "tp=", "=8", "tp=8,,dp=2", "tp=8x"}) {
    const auto dimensions = dimensions_of(text);
    ASSERT_FALSE(dimensions) << text;
    EXPECT_THAT(dimensions.error().expected, HasSubstr("NAME=SIZE")) << text;
  }
  for (const char* text : {"tp=0", "tp=-1"}) {
    EXPECT_THAT(dimensions_of(text).error().expected, HasSubstr("a size from 1 to ")) << text;
  }
  EXPECT_THAT(dimensions_of("tp=2,tp=2").error().found, HasSubstr("twice"));
  EXPECT_FALSE(dimensions_of("a=2147483647,b=2147483647"));
}

TEST(GroupWords, OneValueForAllOrOneForSome) {
  const std::vector<Dimension> dimensions{{"tp", 8}, {"dp", 16}};
  EXPECT_THAT(*values_of("64M", "size", dimensions), ElementsAre("64M", "64M"));
  EXPECT_THAT(*values_of("dp=64M", "size", dimensions), ElementsAre("", "64M"));
  EXPECT_THAT(*values_of("dp=1,tp=2", "size", dimensions), ElementsAre("2", "1"));
  EXPECT_THAT(values_of("pp=1", "size", dimensions).error().expected, HasSubstr("dp"));
  EXPECT_FALSE(values_of("dp=1,2", "size", dimensions));
  EXPECT_FALSE(values_of("", "start", dimensions));
  EXPECT_THAT(values_of("dp=,tp=1", "start", dimensions).error().found, HasSubstr("'dp='"));
  EXPECT_THAT(values_of("dp=1us,dp=2us", "start", dimensions).error().found,
              HasSubstr("'dp' given twice"));
}

}  // namespace words_test
}  // namespace treering::app::groups
