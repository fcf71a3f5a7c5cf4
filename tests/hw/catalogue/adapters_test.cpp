#include "hw/catalogue/adapters.h"

#include <gtest/gtest.h>

namespace treering::hw::catalogue {
namespace adapters_test {

TEST(NicModels, AreKnownByTheirPciIds) {
  EXPECT_EQ(port_mbps_of("0x15b3", "0x1021"), 400000);  // ConnectX-7
  EXPECT_EQ(port_mbps_of("0x15B3", "0x101B"), 200000);  // ConnectX-6
  EXPECT_EQ(port_mbps_of("0x15b3", "0x1023"), 800000);  // ConnectX-8
  EXPECT_EQ(port_mbps_of("0x15b3", "0x2100"), 800000);  // its Data Direct function
  EXPECT_EQ(port_mbps_of("0x8086", "0x24f0"), 100000);  // Omni-Path
  EXPECT_EQ(port_mbps_of("0x8086", "0x1021"), std::nullopt);
  EXPECT_EQ(port_mbps_of("", ""), std::nullopt);
}

TEST(NicModels, OmniPathIsKnownByItsName) {
  EXPECT_EQ(port_mbps_of_name("hfi1_3"), 100000);
  EXPECT_EQ(port_mbps_of_name("mlx5_0"), std::nullopt);
  EXPECT_EQ(port_mbps_of_name("hfi"), std::nullopt);
}

TEST(NicModels, VirtualFunctionsAndDmaBuf) {
  EXPECT_TRUE(is_virtual_function("0x15b3", "0x101E"));
  EXPECT_FALSE(is_virtual_function("0x15b3", "0x1021"));
  EXPECT_FALSE(is_virtual_function("0x8086", "0x101e"));
  EXPECT_TRUE(takes_dmabuf("0x15b3", "0x1021"));
  EXPECT_FALSE(takes_dmabuf("0x15b3", "0x1003"));  // mlx4
  EXPECT_FALSE(takes_dmabuf("0x1d0f", "0xefa1"));
}

TEST(NicModels, TypesOfMellanoxNameTheDevice) {
  EXPECT_EQ(mellanox_device_of("MT4129"), "0x1021");
  EXPECT_EQ(mellanox_device_of("MT26428"), "0x673c");
  for (const char* type : {"", "MT", "MT-1", "EFA", "mt4129"}) {
    EXPECT_EQ(mellanox_device_of(type), "") << type;
  }
}

}  // namespace adapters_test
}  // namespace treering::hw::catalogue
