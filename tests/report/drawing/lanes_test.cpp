#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/drawing/link_lines.h"

namespace treering::report::drawing {
namespace lanes_test {

using ::testing::ElementsAre;

TEST(Lanes, ThoseThatDoNotOverlapShareOne) {
  EXPECT_THAT(lanes_of({{0, 1}, {1, 2}, {2, 3}}), ElementsAre(0, 0, 0));
}

TEST(Lanes, LongOnesGoAroundShortOnes) {
  EXPECT_THAT(lanes_of({{0, 9}, {1, 2}, {3, 4}, {3, 5}}), ElementsAre(2, 0, 0, 1));
}

TEST(Lanes, OfNothingAreNone) {
  EXPECT_TRUE(lanes_of({}).empty());
}

}  // namespace lanes_test
}  // namespace treering::report::drawing
