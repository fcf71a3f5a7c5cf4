#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tuner/doctor/lookup.h"

namespace treering::tuner::doctor {
namespace low_outliers_test {

std::optional<Outliers> odd(const std::vector<double>& figures) {
  std::vector<core::DeviceId> devices(figures.size());
  for (std::size_t i = 0; i < devices.size(); ++i) devices[i] = static_cast<core::DeviceId>(i);
  return low_outliers(devices,
                      [&](core::DeviceId id) { return figures[static_cast<std::size_t>(id)]; });
}

TEST(LowOutliers, ThoseBelowMostOthers) {
  const auto found = odd({4, 2, 4, 4, 8});
  ASSERT_TRUE(found);
  EXPECT_DOUBLE_EQ(found->usual, 4);
  EXPECT_THAT(found->less, ::testing::ElementsAre(1));
}

TEST(LowOutliers, NoneWhereNothingIsUsual) {
  EXPECT_FALSE(odd({}));
  EXPECT_FALSE(odd({3}));
  EXPECT_FALSE(odd({1, 2}));
  EXPECT_FALSE(odd({4, 4, 4.01}));
  EXPECT_FALSE(odd({4, 4, 5}));
}

}  // namespace low_outliers_test
}  // namespace treering::tuner::doctor
