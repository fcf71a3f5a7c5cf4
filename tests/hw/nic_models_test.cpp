#include "hw/nic_models.h"

#include <gtest/gtest.h>

namespace treering::hw {
namespace {

TEST(NicModels, AreKnownByTheirPciIds) {
  EXPECT_EQ(port_mbps_of("0x15b3", "0x1021"), 400000);  // ConnectX-7
  EXPECT_EQ(port_mbps_of("0x15B3", "0x101B"), 200000);  // ConnectX-6
  EXPECT_EQ(port_mbps_of("0x8086", "0x24f0"), 100000);  // Omni-Path
  EXPECT_EQ(port_mbps_of("0x8086", "0x1021"), std::nullopt);
  EXPECT_EQ(port_mbps_of("", ""), std::nullopt);
}

}  // namespace
}  // namespace treering::hw
