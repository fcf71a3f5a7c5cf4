#include "tuner/stats/multiplicity.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace treering::tuner::stats {
namespace multiplicity_test {

using ::testing::DoubleEq;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

// Ascending 0.005 x 4 = 0.02, 0.01 x 3 = 0.03, 0.03 x 2 = 0.06, 0.04 x 1 below the one before.
TEST(Multiplicity, HolmStepsDown) {
  EXPECT_THAT(holm_adjusted(std::vector{0.01, 0.04, 0.03, 0.005}),
              ElementsAre(DoubleEq(0.03), DoubleEq(0.06), DoubleEq(0.06), DoubleEq(0.02)));
  EXPECT_THAT(holm_adjusted(std::vector{0.2}), ElementsAre(0.2));
  EXPECT_THAT(holm_adjusted(std::vector{0.9, 0.8}), ElementsAre(1.0, 1.0));
  EXPECT_THAT(holm_adjusted({}), IsEmpty());
}

RC_GTEST_PROP(Multiplicity, KeepsOrderAndNeverLowersBeyondBonferroni, ()) {
  std::vector<double> p_values;
  for (const int value : *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 1001))) {
    p_values.push_back(value / 1000.0);
  }
  const auto adjusted = holm_adjusted(p_values);
  for (std::size_t i = 0; i < p_values.size(); ++i) {
    RC_ASSERT(adjusted[i] >= p_values[i]);
    RC_ASSERT(adjusted[i] <= std::min(1.0, p_values[i] * static_cast<double>(p_values.size())));
    for (std::size_t j = 0; j < p_values.size(); ++j) {
      RC_ASSERT(p_values[i] > p_values[j] || adjusted[i] <= adjusted[j]);
    }
  }
}

}  // namespace multiplicity_test
}  // namespace treering::tuner::stats
