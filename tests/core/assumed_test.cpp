#include "core/assumed.h"

#include <gtest/gtest.h>

namespace treering::core {
namespace {

TEST(Assumed, FieldsThatTheSourceLacks) {
  Device device;
  EXPECT_FALSE(is_assumed(device, "index"));
  device.assumed = {"index", "pci/link_speed"};
  EXPECT_TRUE(is_assumed(device, "index"));
  EXPECT_TRUE(is_assumed(device, "pci/link_speed"));
  EXPECT_FALSE(is_assumed(device, "pci"));
}

}  // namespace
}  // namespace treering::core
