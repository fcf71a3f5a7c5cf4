#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/schedule/written_schedule.h"

namespace treering::sim::schedule {
namespace port_order_test {

using ::testing::ElementsAre;

TEST(PortOrder, IsThatInWhichPeersAreNamed) {
  EXPECT_THAT(*port_order({{3}, {1}, {}, {3}}), ElementsAre(3, 1));
  EXPECT_THAT(*port_order({{5}, {2, 1}, {1}, {1, 2}}), ElementsAre(2, 1, 5));
}

TEST(PortOrder, GroupsThatOverlapStandTogether) {
  EXPECT_THAT(*port_order({{1, 2}, {2, 3}, {3, 4}}), ElementsAre(1, 2, 3, 4));
  EXPECT_THAT(*port_order({{1, 2, 3}, {1, 3}}), ElementsAre(1, 3, 2));
  EXPECT_THAT(*port_order({{2, 3}, {1, 2}}), ElementsAre(1, 2, 3));
  EXPECT_THAT(*port_order({{1, 2, 3, 4}, {2, 3}, {4, 2}}), ElementsAre(4, 2, 3, 1));
}

// 1, 2 and 3 cannot all be neighbours.
TEST(PortOrder, SomeGroupsHaveNone) {
  const auto order = port_order({{}, {1, 2}, {2, 3}, {1, 3}});
  ASSERT_FALSE(order);
  EXPECT_GE(order.error(), 1U);
}

}  // namespace port_order_test
}  // namespace treering::sim::schedule
