#include <gtest/gtest.h>

#include "core/topology/names.h"

namespace treering::core {

TEST(PciFunction, IsDistinguishedFromOtherNames) {
  EXPECT_TRUE(is_pci_function("0000:17:00.0"));
  EXPECT_TRUE(is_pci_function("10000:e1:1f.7"));  // domain of an Intel VMD
  for (const char* name :
       {"", "a", "pci0000:17", "0000:17", "0000:17:00", "virtio2", "0000:1g:00.0", "0000:17:00.00",
        "000:17:00.0", "0004:0500.:0", "0004.05:00:0", "00:4:05:00.0"}) {
    EXPECT_FALSE(is_pci_function(name)) << name;
  }
}

TEST(PciNumber, IsThatOfNccl) {
  EXPECT_EQ(pci_number("0004:05:00.0"), 0x40'5000U);
  EXPECT_EQ(pci_number("0004:0500.:0"), 0x40'5000U);
  EXPECT_EQ(pci_number("00a:5X1"), 0xa5U);
  EXPECT_EQ(pci_number("ffffffff:ffff:ffff:ffff"), 0xffff'ffff'ffff'ffffU);
}

}  // namespace treering::core
