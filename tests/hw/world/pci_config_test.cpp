#include "hw/world/pci_config.h"

#include <gtest/gtest.h>

#include "tests/support/pci_config.h"

namespace treering::hw::world {
namespace pci_config_test {

using support::pci_config;

TEST(PciConfig, SaysWhetherABridgeRedirects) {
  // ReqRedir is bit 2 of the control register, CmpltRedir bit 3, SrcValid bit 0.
  EXPECT_EQ(is_redirecting(pci_config({{0x000d, 0x001d0000}})), true);
  EXPECT_EQ(is_redirecting(pci_config({{0x000d, 0x0004005f}})), true);
  EXPECT_EQ(is_redirecting(pci_config({{0x000d, 0x0008005f}})), true);
  EXPECT_EQ(is_redirecting(pci_config({{0x000d, 0x0001005f}})), false);
  // The upper half is what it does, the lower what it could.
  EXPECT_EQ(is_redirecting(pci_config({{0x000d, 0x0000005f}})), false);
}

TEST(PciConfig, FindsACapabilityBehindOthers) {
  const std::string config = pci_config({{0x0001, 0}, {0x0003, 7}, {0x000d, 0x000c0000}});
  EXPECT_EQ(is_redirecting(config), true);
  EXPECT_EQ(find_extended_capability(config, 0x0003), 0x110U);
  EXPECT_EQ(is_redirecting(pci_config({{0x0001, 0}})), false);  // a port without the capability
  EXPECT_EQ(is_redirecting(std::string(4096, '\0')), false);
}

TEST(PciConfig, WhatIsCutOffOrOffShowsNothing) {
  const std::string config = pci_config({{0x0001, 0}, {0x000d, 0x000c0000}});
  for (const std::size_t size : {0U, 1U, 63U, 64U, 256U, 259U}) {
    EXPECT_FALSE(is_redirecting(config.substr(0, size))) << size;
  }
  EXPECT_FALSE(is_redirecting(config.substr(0, 0x114)));  // within the capability
  EXPECT_FALSE(is_redirecting(std::string(4096, '\xff')));
}

TEST(PciConfig, CirclesEnd) {
  std::string config = pci_config({{0x0001, 0}});
  config[0x102] = '\x01';  // the next one is this one again, at 0x100
  config[0x103] = '\x10';
  EXPECT_EQ(is_redirecting(config), false);
}

}  // namespace pci_config_test
}  // namespace treering::hw::world
