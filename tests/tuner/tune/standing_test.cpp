#include "tuner/tune/standing.h"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace treering::tuner::tune {
namespace {

/// One size; ways that nothing connects.
struct Case {
  Grid grid;
  Belief belief;
  std::vector<bool> possible;

  void add(const std::string& algorithm, double us, double sd) {
    grid.sizes = {1024};
    grid.ways.push_back({algorithm, "", 0});
    belief.mean.push_back(std::log(us));
    belief.noise.push_back(0.0009);
    possible.push_back(true);
    spreads.push_back(sd);
    const std::size_t count = spreads.size();
    belief.covariance.assign(count * count, 0);
    for (std::size_t i = 0; i < count; ++i) {
      belief.covariance[i * count + i] = spreads[i] * spreads[i];
    }
  }
  [[nodiscard]] Standing standing() const { return standings({grid, belief, possible}).front(); }

 private:
  std::vector<double> spreads;
};

TEST(TuneStanding, ExpectedExcess) {
  EXPECT_NEAR(expected_excess(0, 1), 1 / std::sqrt(2 * std::numbers::pi), 1e-12);
  EXPECT_DOUBLE_EQ(expected_excess(3, 0), 3);
  EXPECT_DOUBLE_EQ(expected_excess(-3, 0), 0);
  EXPECT_NEAR(expected_excess(9, 1), 9, 1e-12);
  EXPECT_NEAR(chance_above_zero(1.6448536269514722, 1), 0.95, 1e-12);
}

TEST(TuneStanding, ASureAdvantageIsSettled) {
  Case one;
  one.add("ring", 100, 0.02);
  one.add("tree", 50, 0.02);
  const Standing standing = one.standing();
  EXPECT_EQ(standing.way, 1U);
  EXPECT_TRUE(standing.is_settled);
  EXPECT_LT(standing.doubt, 1e-6);
}

TEST(TuneStanding, AnUnsureOneIsNot) {
  Case one;
  one.add("ring", 55, 0.3);
  one.add("tree", 50, 0.3);
  const Standing standing = one.standing();
  EXPECT_FALSE(standing.is_settled);
  EXPECT_GT(standing.doubt, 0.3);
  EXPECT_GT(standing.loss, 0.05);
}

TEST(TuneStanding, WithinATieTheLibrarysOwnChoiceIsKept) {
  Case one;
  one.add("", 50.5, 0.004);
  one.add("tree", 50, 0.004);
  const Standing standing = one.standing();
  EXPECT_EQ(standing.way, 0U);
  EXPECT_TRUE(standing.is_tie);
  EXPECT_TRUE(standing.is_settled);
}

TEST(TuneStanding, WhatFailedIsNoChoice) {
  Case one;
  one.add("ring", 100, 0.02);
  one.add("tree", 50, 0.02);
  one.possible[1] = false;
  EXPECT_EQ(one.standing().way, 0U);
  EXPECT_TRUE(one.standing().is_settled);
}

}  // namespace
}  // namespace treering::tuner::tune
