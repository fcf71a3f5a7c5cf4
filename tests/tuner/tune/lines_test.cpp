#include <cmath>
#include <numbers>
#include <random>

#include <gtest/gtest.h>

#include "tuner/tune/course.h"

namespace treering::tuner::tune {
namespace {

TEST(GainOfKnowing, NothingWhereOneLineIsAlwaysTheGreatest) {
  EXPECT_DOUBLE_EQ(gain_of_knowing({{1, 0.5}}), 0);
  EXPECT_DOUBLE_EQ(gain_of_knowing({{1, 0.5}, {0, 0.5}}), 0);
}

TEST(GainOfKnowing, OfTwoEqualMeans) {
  // max(0, Z) has the mean 1 / sqrt(2 pi).
  EXPECT_NEAR(gain_of_knowing({{0, 0}, {0, 1}}), 1 / std::sqrt(2 * std::numbers::pi), 1e-12);
  // A constant more for both changes nothing.
  EXPECT_NEAR(gain_of_knowing({{7, 2}, {7, 3}}), 1 / std::sqrt(2 * std::numbers::pi), 1e-12);
}

TEST(GainOfKnowing, EqualsTheMeanOfManyDraws) {
  const std::vector<Line> lines{{0, 0.3}, {0.2, -0.5}, {-0.1, 1.1}, {0.2, 0.1}, {-3, 0.2}};
  // The midpoint rule over +-8 standard deviations.
  double mean = 0;
  const int steps = 400000;
  for (int i = 0; i < steps; ++i) {
    const double z = -8 + 16 * (i + 0.5) / steps;
    double greatest = -1e9;
    for (const Line& line : lines) greatest = std::max(greatest, line.at + line.slope * z);
    mean += greatest * std::exp(-z * z / 2) / std::sqrt(2 * std::numbers::pi) * 16 / steps;
  }
  EXPECT_NEAR(gain_of_knowing(lines), mean - 0.2, 1e-7);
}

}  // namespace
}  // namespace treering::tuner::tune
