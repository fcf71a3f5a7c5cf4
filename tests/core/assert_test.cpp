#include "core/assert.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace treering::core {
namespace assert_test {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using testing::ThrowsMessage;

TEST(Assert, HoldsInSilence) {
  EXPECT_NO_THROW(TREERING_ASSERT(1 + 1 == 2, "one and one are two"));
}

TEST(Assert, SaysWhereAndWhatWasBroken) {
  const auto broken = [] { TREERING_ASSERT(1 + 1 == 3, "one and one are three"); };
  EXPECT_THAT(broken, ThrowsMessage<AssertionFailure>(
                          AllOf(HasSubstr("assert_test.cpp:"),
                                EndsWith(": one and one are three (1 + 1 == 3)"))));
}

TEST(Assert, EvaluatesItsConditionOnce) {
  int evaluations = 0;
  TREERING_ASSERT(++evaluations == 1, "evaluated once");
  EXPECT_EQ(evaluations, 1);
}

}  // namespace assert_test
}  // namespace treering::core
