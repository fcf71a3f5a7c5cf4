#include <string>

#include <gtest/gtest.h>

#include "tuner/launch/process.h"

namespace treering::tuner::launch {
namespace output_tail_test {

TEST(OutputTail, KeepsTheEnd) {
  OutputTail tail;
  tail.add("first");
  tail.add(std::string(OutputTail::kMost - 4, 'x'));
  EXPECT_EQ(tail.text().size(), OutputTail::kMost);
  EXPECT_TRUE(tail.text().starts_with("irstx")) << tail.text().substr(0, 8);
  tail.add(std::string(3 * OutputTail::kMost, 'y') + "z");
  EXPECT_EQ(tail.text(), std::string(OutputTail::kMost - 1, 'y') + "z");
}

}  // namespace output_tail_test
}  // namespace treering::tuner::launch
