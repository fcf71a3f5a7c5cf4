#include "tuner/doctor/odd_ones.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace treering::tuner::doctor {
namespace {

std::optional<OddOnes> odd(const std::vector<double>& figures) {
  std::vector<core::DeviceId> devices(figures.size());
  for (std::size_t i = 0; i < devices.size(); ++i) devices[i] = static_cast<core::DeviceId>(i);
  return odd_ones(devices,
                  [&](core::DeviceId id) { return figures[static_cast<std::size_t>(id)]; });
}

TEST(OddOnes, ThoseBelowMostOthers) {
  const auto found = odd({4, 2, 4, 4, 8});
  ASSERT_TRUE(found);
  EXPECT_DOUBLE_EQ(found->usual, 4);
  EXPECT_THAT(found->less, ::testing::ElementsAre(1));
}

TEST(OddOnes, NoneWhereNothingIsUsual) {
  EXPECT_FALSE(odd({}));
  EXPECT_FALSE(odd({3}));
  EXPECT_FALSE(odd({1, 2}));
  EXPECT_FALSE(odd({4, 4, 4.01}));
  EXPECT_FALSE(odd({4, 4, 5}));
}

}  // namespace
}  // namespace treering::tuner::doctor
