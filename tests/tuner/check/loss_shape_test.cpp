#include "tuner/check/loss_shape.h"

#include <cstddef>

#include <gtest/gtest.h>

namespace treering::tuner::check {
namespace loss_shape_test {

/// Sizes of 1 KiB, 4 KiB, ...
std::vector<LossAt> losses(const std::vector<double>& factors) {
  std::vector<LossAt> all;
  std::uint64_t bytes = 1024;
  for (const double factor : factors) {
    all.push_back({bytes, factor});
    bytes *= 4;
  }
  return all;
}

TEST(LossShape, IsWhereOverTheSizesARunLoses) {
  EXPECT_EQ(loss_shape(losses({1, 1.05, 0.98, 1.1})), LossShape::None);
  EXPECT_EQ(loss_shape(losses({2, 2.1, 1.9, 2})), LossShape::Everywhere);
  EXPECT_EQ(loss_shape(losses({1, 1.1, 1.3, 1.6, 1.9, 2})), LossShape::LargeSizes);
  EXPECT_EQ(loss_shape(losses({3, 2.5, 1.6, 1.2, 1, 1})), LossShape::SmallSizes);
  EXPECT_EQ(loss_shape(losses({1, 1.05, 1, 2, 2.1, 2})), LossShape::FromOneSizeOn);
  EXPECT_EQ(loss_shape(losses({1, 3, 1, 1, 3, 1})), LossShape::Uneven);
  EXPECT_EQ(loss_shape({{1024, 2}}), LossShape::OneSize);
  EXPECT_EQ(loss_shape({{1024, 2}, {2048, 2}}), LossShape::OneSize);
}

// 1 KiB x 4^3.
TEST(LossShape, AStepHasASize) {
  EXPECT_EQ(step_of(losses({1, 1.05, 1, 2, 2.1, 2})), 65536U);
  EXPECT_EQ(step_of(losses({2, 2, 2, 2})), 0U);
}

TEST(LossShape, ACauseThatLosesAtTheOtherEndContradicts) {
  const auto large = losses({1, 1, 1, 1.5, 2, 2});
  EXPECT_TRUE(contradict(large, losses({2, 2, 1.5, 1, 1, 1})));
  EXPECT_TRUE(contradict(large, losses({2, 2, 2, 2, 2, 2})));
  EXPECT_FALSE(contradict(large, losses({1.05, 1, 1.1, 1.3, 1.9, 2.1})));
  EXPECT_FALSE(contradict({{1024, 2}}, {{1024, 1}}));
}

}  // namespace loss_shape_test
}  // namespace treering::tuner::check
