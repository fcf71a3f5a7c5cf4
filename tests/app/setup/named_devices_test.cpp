#include "app/setup/named_devices.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hw/load_cluster.h"

namespace treering::app::setup {
namespace named_devices_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(NamedDevices, AreWholeWords) {
  const auto loaded = hw::load_cluster("dgx-h100");
  ASSERT_TRUE(loaded);
  const core::Topology& node = loaded->cluster.node;
  EXPECT_THAT(named_devices(node, "GPU 1: 9 of 18 NVLinks are down"), ElementsAre("GPU 1"));
  EXPECT_THAT(named_devices(node, "GPU 12 is slow"), IsEmpty());
  EXPECT_THAT(named_devices(node, "port 1 of mlx5_0 is DOWN, mlx5_00 is not"),
              ElementsAre("mlx5_0"));
}

}  // namespace named_devices_test
}  // namespace treering::app::setup
