#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/tuner/stats/arbitrary_samples.h"
#include "tests/tuner/stats/series.h"
#include "tuner/stats/two_samples.h"

namespace treering::tuner::stats {
namespace rank_sum_test {

using Samples = std::vector<double>;

/// first has 1 to m; the values of the second are larger than as many as make up u.
RankSum of_u(std::size_t m, std::size_t n, std::size_t u) {
  Samples first(m);
  std::iota(first.begin(), first.end(), 1);
  Samples second;
  for (std::size_t j = 0; j < n; ++j) {
    const std::size_t above = std::min(m, u);
    u -= above;
    second.push_back(static_cast<double>(above) + 0.5 + 1e-4 * static_cast<double>(j));
  }
  return rank_sum(first, second);
}

// Hollander & Wolfe, "Nonparametric statistical methods", 1973, table 4.1: permeability of the
// human chorioamnion. There W = 35 and p = 0.127 one-sided.
TEST(RankSum, AgreesWithThePublishedExample) {
  const Samples at_term{0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46};
  const Samples early{1.15, 0.88, 0.90, 0.74, 1.21};
  const RankSum found = rank_sum(early, at_term);
  EXPECT_EQ(found.u, 35);
  EXPECT_TRUE(found.is_exact);
  EXPECT_NEAR(found.p, 2 * 0.1272, 1e-4);
  EXPECT_DOUBLE_EQ(found.superiority, 0.7);
}

// One order has U = 0, one U = 1, two U = 2, three U = 3, of C(10, 5) = 252.
TEST(RankSum, CountsOrdersOfSmallSamples) {
  EXPECT_DOUBLE_EQ(of_u(5, 5, 0).p, 2 / 252.0);
  EXPECT_DOUBLE_EQ(of_u(5, 5, 2).p, 8 / 252.0);
  EXPECT_DOUBLE_EQ(of_u(5, 5, 3).p, 14 / 252.0);
  EXPECT_DOUBLE_EQ(of_u(5, 5, 23).p, 8 / 252.0);
  EXPECT_NEAR(least_rank_sum_p(5, 5), 2 / 252.0, 1e-12);
  EXPECT_EQ(least_rank_sum_p(0, 5), 1);
}

// The tables of critical values, two-sided at 5 % (Mann & Whitney 1947 and its successors).
TEST(RankSum, HasTheCriticalValuesOfTheTables) {
  const auto expect_critical = [](std::size_t m, std::size_t n, std::size_t u) {
    EXPECT_LE(of_u(m, n, u).p, 0.05) << m << " and " << n;
    EXPECT_GT(of_u(m, n, u + 1).p, 0.05) << m << " and " << n;
  };
  expect_critical(4, 4, 0);
  expect_critical(5, 5, 2);
  expect_critical(6, 6, 5);
  expect_critical(6, 9, 10);
  expect_critical(8, 8, 13);
  expect_critical(10, 10, 23);
  expect_critical(20, 20, 127);
}

/// Share of all choices of ranks for `second` with a sum as extreme on its side.
double enumerated_p(const Samples& first, const Samples& second) {
  Samples all = first;
  all.insert(all.end(), second.begin(), second.end());
  const auto pairs = [&](unsigned chosen) {
    double u = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
      for (std::size_t j = 0; j < all.size(); ++j) {
        if (((chosen >> i) & 1U) == 0 || ((chosen >> j) & 1U) != 0) continue;
        u += all[i] > all[j] ? 1 : (all[i] == all[j] ? 0.5 : 0);
      }
    }
    return u;
  };
  const unsigned own = ((1U << second.size()) - 1U) << first.size();
  const double u = pairs(own);
  int below = 0;
  int above = 0;
  int ways = 0;
  for (unsigned chosen = 0; chosen < 1U << all.size(); ++chosen) {
    if (std::popcount(chosen) != static_cast<int>(second.size())) continue;
    ++ways;
    below += pairs(chosen) <= u ? 1 : 0;
    above += pairs(chosen) >= u ? 1 : 0;
  }
  return std::min(1.0, 2.0 * std::min(below, above) / ways);
}

TEST(RankSum, TiesAreExactToo) {
  const Samples first{1, 1, 2, 3};
  const Samples second{2, 3, 3, 4, 4};
  EXPECT_TRUE(rank_sum(first, second).is_exact);
  EXPECT_NEAR(rank_sum(first, second).p, enumerated_p(first, second), 1e-12);
  // Larger: 2 > 1, 1; 2 = 2. 3 > 1, 1, 2; 3 = 3, twice. 4 > all, twice: 2.5 + 7 + 8.
  EXPECT_EQ(rank_sum(first, second).u, 17.5);
  EXPECT_NEAR(rank_sum(second, first).p, enumerated_p(second, first), 1e-12);
}

TEST(RankSum, NothingDiffersWhereNothingVaries) {
  EXPECT_EQ(rank_sum(Samples(5, 1), Samples(7, 1)).p, 1);
  EXPECT_EQ(rank_sum(Samples(500, 1), Samples(700, 1)).p, 1);
  EXPECT_EQ(rank_sum({}, Samples(7, 1)).p, 1);
}

// 32 and 32 are past what is exact. The first term that the approximation leaves out, in each tail,
// is |g| / 24 |z^3 - 3 z| phi(z) with g = -1.2 (m^2 + n^2 + mn + m + n) / (mn (m + n + 1)) =
// -0.0565: 0.0013 where it is largest, at z = 0.74, and 0.00035 in the tails, at z = 2.33.
TEST(RankSum, TheNormalApproximationIsCloseBeyond) {
  const std::vector<double> cumulative = cumulative_u(32, 32);
  const auto expect_near = [&](std::size_t u, double error) {
    const RankSum found = of_u(32, 32, u);
    EXPECT_FALSE(found.is_exact);
    EXPECT_NEAR(found.p, 2 * cumulative[u], error) << u;
  };
  for (const std::size_t u : {400U, 450U, 500U}) expect_near(u, 0.003);
  for (const std::size_t u : {300U, 330U, 365U}) expect_near(u, 0.0008);
}

// First {1: 50, 2: 50}, second {1: 40, 2: 60}: U = 40 x 25 + 60 (50 + 25) = 5,500, mean 5,000.
// Ties of 90 and 110: sigma^2 = 10^4 / 12 (201 - (90^3 - 90 + 110^3 - 110) / (200 x 199))
//   = 10^4 / 12 x (201 - 51.7538) = 124,371.9; z = 499.5 / 352.664 = 1.41636; p = 0.15667.
TEST(RankSum, TiesNarrowTheNormalApproximation) {
  Samples first(50, 1);
  first.resize(100, 2);
  Samples second(40, 1);
  second.resize(100, 2);
  const RankSum found = rank_sum(first, second);
  EXPECT_EQ(found.u, 5500);
  EXPECT_NEAR(found.p, 0.15667, 2e-5);
}

// All C(10, 4) = 210 orders: at most one in twenty is called different.
TEST(RankSum, SeldomCallsEqualsDifferent) {
  int alarms = 0;
  for (unsigned chosen = 0; chosen < 1024; ++chosen) {
    if (std::popcount(chosen) != 4) continue;
    Samples first;
    Samples second;
    for (unsigned i = 0; i < 10; ++i) (((chosen >> i) & 1U) != 0 ? second : first).push_back(i);
    alarms += rank_sum(first, second).p <= 0.05 ? 1 : 0;
  }
  EXPECT_LE(alarms, 10);
  EXPECT_GT(alarms, 0);
}

RC_GTEST_PROP(RankSum, SeesRanksAlone, ()) {
  const Samples first = arbitrary_samples(1, 20);
  const Samples second = arbitrary_samples(1, 20);
  const RankSum found = rank_sum(first, second);
  const auto curve = [](double value) { return std::exp(value / 10); };
  const RankSum curved = rank_sum(mapped(shuffled(first), curve), mapped(second, curve));
  RC_ASSERT(curved.u == found.u);
  RC_ASSERT(curved.p == found.p);
  const RankSum swapped = rank_sum(second, first);
  RC_ASSERT(swapped.u + found.u == static_cast<double>(first.size() * second.size()));
  RC_ASSERT(std::abs(swapped.p - found.p) < 1e-9);
  RC_ASSERT(found.p >= 0);
  RC_ASSERT(found.p <= 1);
}

}  // namespace rank_sum_test
}  // namespace treering::tuner::stats
