// search_speeds: the bandwidths per channel that the search tries.
#include <algorithm>
#include <functional>

#include <gtest/gtest.h>

#include "sim/nccl/versions/constants_2_28.h"
#include "sim/nccl/versions/graph_constants.h"

namespace treering::sim::nccl::versions {
namespace search_constants_test {

TEST(SearchSpeeds, FallEverywhere) {
  for (const bool spans_nodes : {false, true}) {
    for (const int capability : {70, 80, 90, 100, 120}) {
      const auto speeds = search_speeds(search_2_28(), spans_nodes, capability);
      EXPECT_TRUE(std::ranges::is_sorted(speeds, std::greater<>{}));
      EXPECT_GT(speeds.back(), 0);
    }
  }
}

TEST(SearchSpeeds, ByGenerationOnOneNode) {
  EXPECT_FLOAT_EQ(search_speeds(search_2_28(), false, 80).front(), 40);
  EXPECT_FLOAT_EQ(search_speeds(search_2_28(), false, 89).front(), 40);
  EXPECT_FLOAT_EQ(search_speeds(search_2_28(), false, 90).front(), 60);
  EXPECT_FLOAT_EQ(search_speeds(search_2_28(), false, 100).front(), 90);
  EXPECT_FLOAT_EQ(search_speeds(search_2_28(), false, 80).back(), 3);
  EXPECT_FLOAT_EQ(search_speeds(search_2_28(), false, 90).back(), 3);
  EXPECT_FLOAT_EQ(search_speeds(search_2_28(), false, 100).back(), 18);
}

TEST(SearchSpeeds, DownToASlowNetworkBetweenNodes) {
  for (const int capability : {70, 90, 100}) {
    EXPECT_FLOAT_EQ(search_speeds(search_2_28(), true, capability).back(), 0.12F);
  }
  EXPECT_FLOAT_EQ(search_speeds(search_2_28(), true, 80).front(), 48);
  EXPECT_FLOAT_EQ(search_speeds(search_2_28(), true, 90).front(), 48);
  EXPECT_FLOAT_EQ(search_speeds(search_2_28(), true, 100).front(), 96);
}

}  // namespace search_constants_test
}  // namespace treering::sim::nccl::versions
