#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/simulation/lanes.h"

namespace treering::app::simulation {
namespace lanes_test {

using ::testing::ElementsAre;

TEST(Lanes, HaveTheAgentAndChannelOfTheirSender) {
  Lanes lanes;
  lanes.add_sender(3, 0);
  lanes.add(4);
  lanes.add(5);
  lanes.add_sender(4, 1);  // it has none
  lanes.add_sender(5, 300);
  lanes.add(3);
  lanes.lead(1, 6);
  EXPECT_THAT(std::vector(lanes.begin(), lanes.end()),
              ElementsAre(Lane{3, 4, 0}, Lane{3, 6, 0}, Lane{5, 3, 300}));
  EXPECT_EQ(lanes.senders(), 3U);
  EXPECT_EQ(lanes.sender_of(2), 2U);
  EXPECT_EQ(lanes.end() - lanes.begin(), 3);
}

}  // namespace lanes_test
}  // namespace treering::app::simulation
