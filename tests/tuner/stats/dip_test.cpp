// The statistic, and its quantiles against those that others have published.
#include <cmath>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/support/dip_simulation.h"
#include "tests/tuner/stats/arbitrary_samples.h"
#include "tuner/stats/modes.h"
#include "tuner/stats/quantiles.h"

namespace treering::tuner::stats {
namespace dip_test {

using Samples = std::vector<double>;

TEST(Dip, OfOneModeIsHalfAStep) {
  // Evenly spaced samples lie between two straight lines one step apart.
  EXPECT_DOUBLE_EQ(dip(Samples{1, 2, 3, 4, 5}), 0.1);
  EXPECT_DOUBLE_EQ(dip(Samples{1, 2}), 0.25);
  EXPECT_DOUBLE_EQ(dip(Samples{7, 7, 7, 7}), 0.125);
  EXPECT_EQ(dip({}), 0);
}

TEST(Dip, OfTwoAtomsIsAQuarter) {
  EXPECT_DOUBLE_EQ(dip(Samples{0, 0, 1, 1}), 0.25);
}

// G has the corners (0, 0), (10, 2) and (11, 3), L (0, 1), (1, 2) and (11, 4), counting samples.
// They are farthest apart at 1 and 10: L - G = 2 - 0.2. The distribution function is 2 - 0.2 above
// G at 1. Between 10 and 11 L - G is 1. Dip 1.8 / 8.
TEST(Dip, FollowsFromMinorantAndMajorant) {
  EXPECT_DOUBLE_EQ(dip(Samples{0, 1, 10, 11}), 0.225);
}

RC_GTEST_PROP(Dip, SeesNeitherScaleNorDirection, ()) {
  const Samples samples = sorted(arbitrary_samples(1, 60));
  const double found = dip(samples);
  const auto count = static_cast<double>(samples.size());
  RC_ASSERT(found >= 0.5 / count);
  RC_ASSERT(found <= std::max(0.25, 0.5 / count) + 1e-12);
  const auto near = [&](double other) { return std::abs(other - found) < 1e-9; };
  RC_ASSERT(near(dip(mapped(samples, [](double v) { return 8 * v + 100; }))));
  RC_ASSERT(near(dip(sorted(mapped(samples, [](double v) { return -v; })))));
}

// The R package diptest 0.76, table qDiptab.
TEST(DipTable, AgreesWithThePublishedTable) {
  const auto expect = [](std::size_t samples, double published, double p) {
    EXPECT_NEAR(dip_p(published, samples) / p, 1, 0.1) << samples << ", " << p;
  };
  expect(4, 0.207270, 0.05);
  expect(10, 0.139611, 0.05);
  expect(10, 0.159684, 0.01);
  expect(50, 0.070274, 0.05);
  expect(100, 0.051128, 0.05);
  expect(100, 0.059024, 0.01);
  expect(500, 0.023729, 0.05);
  expect(1000, 0.019608, 0.01);
  expect(10000, 0.005424, 0.05);  // beyond the last row
}

TEST(DipTable, IsWhatTheSimulationGives) {
  for (const DipRow& row : dip_table()) {
    if (row.samples > 50) continue;
    const DipRow simulated = test::simulated_dips(row.samples, 10000);
    // Standard errors of quantiles of 10,000 samples are below 1 % up to 95 %.
    for (std::size_t i = 0; kDipShares.at(i) <= 0.95; ++i) {
      EXPECT_NEAR(simulated.dips.at(i) / row.dips.at(i), 1, 0.03)
          << row.samples << ", " << kDipShares.at(i);
    }
  }
}

TEST(DipTable, PValuesFallAsDipsGrow) {
  for (const std::size_t samples : {4U, 5U, 11U, 75U, 5000U, 20000U}) {
    const double least = 0.5 / static_cast<double>(samples);
    EXPECT_EQ(dip_p(least, samples), 1);
    EXPECT_NEAR(dip_p(0.25, samples), 0.0005, 1e-12);
    double before = 1;
    for (double one = least; one < 0.25; one += 0.0005) {
      EXPECT_LE(dip_p(one, samples), before);
      before = dip_p(one, samples);
    }
  }
  EXPECT_EQ(dip_p(0.25, 3), 1);
}

}  // namespace dip_test
}  // namespace treering::tuner::stats
