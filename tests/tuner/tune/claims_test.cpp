#include <gtest/gtest.h>

#include "tuner/tune/confirm.h"

namespace treering::tuner::tune {
namespace claims_test {

/// What is believed of four sizes, in ln us: independent cells of one variance each.
struct Case {
  Grid grid;
  Belief belief;
  std::vector<bool> possible;

  Case(std::vector<sim::Way> ways, std::vector<double> mean, std::vector<double> variance) {
    grid.ways = std::move(ways);
    grid.sizes = {1024, 2048, 4096, 8192};
    const std::size_t cells = mean.size();
    belief.mean = std::move(mean);
    belief.covariance.assign(cells * cells, 0);
    for (std::size_t i = 0; i < cells; ++i) belief.covariance[(cells + 1) * i] = variance[i];
    belief.noise.assign(cells, 0.001);
    possible.assign(cells, true);
  }

  [[nodiscard]] std::vector<Claim> claims(std::size_t preferred = 0) const {
    const Known known{grid, belief, possible};
    return claims_of(known, standings(known), [&](const Claim& one) {
      return one.way == preferred ? std::size_t{2} : std::size_t{0};
    });
  }
};

TEST(Claims, AreAWayOverSizesThatFollowEachOther) {
  // The ring is faster by e^0.5 at the first two sizes and the last, unsurely so at the third.
  const Case one({{"", "", 0}, {"ring", "", 0}}, {1, 0.5, 1, 0.5, 1, 0.5, 1, 0.5},
                 {0.01, 0.01, 0.01, 0.01, 4, 4, 0.01, 0.01});
  const auto claims = one.claims();
  ASSERT_EQ(claims.size(), 2U);
  EXPECT_EQ(claims[0].first, 0U);
  EXPECT_EQ(claims[0].last, 1U);
  EXPECT_NEAR(claims[0].saving(), 1, 1e-12);
  EXPECT_EQ(claims[1].first, 3U);
  EXPECT_EQ(claims[1].last, 3U);
}

/// Ring and tree by turns, by 0.03 with a standard deviation of 0.14 between them.
Case alike() {
  return Case({{"", "", 0}, {"ring", "", 0}, {"tree", "", 0}},
              {1, 0.50, 0.53, 1, 0.53, 0.50, 1, 0.50, 0.53, 1, 0.53, 0.50},
              std::vector<double>(12, 0.01));
}

TEST(Claims, GoOnWhereTheWayMayBeTheFastest) {
  const auto claims = alike().claims();
  ASSERT_EQ(claims.size(), 1U);
  EXPECT_EQ(claims[0].first, 0U);
  EXPECT_EQ(claims[0].last, 3U);
  EXPECT_NEAR(claims[0].saving(), 4 - 2.06, 1e-12);
}

TEST(Claims, StayWithTheWayThatHasPairs) {
  EXPECT_EQ(alike().claims(1).at(0).way, 1U);
  EXPECT_EQ(alike().claims(2).at(0).way, 2U);
}

TEST(Claims, EndWhereTheWayIsKnownToBeSlower) {
  // The tree is the fastest at the last two sizes, by far.
  const Case one({{"", "", 0}, {"ring", "", 0}, {"tree", "", 0}},
                 {1, 0.5, 0.9, 1, 0.5, 0.9, 1, 0.9, 0.2, 1, 0.9, 0.2},
                 std::vector<double>(12, 0.0001));
  const auto claims = one.claims();
  ASSERT_EQ(claims.size(), 2U);
  EXPECT_EQ(claims[0].way, 1U);
  EXPECT_EQ(claims[0].last, 1U);
  EXPECT_EQ(claims[1].way, 2U);
}

}  // namespace claims_test
}  // namespace treering::tuner::tune
