#include "hw/world/anonymise/address_forms.h"

#include <gtest/gtest.h>

namespace treering::hw::world::anonymise {
namespace address_forms_test {

TEST(AddressForms, AreFoundWhereATextBeginsWithThem) {
  for (const char* address :
       {"0c42a1b2-00c3-4d5e-8f60-718293a4b5c6", "b8ce:f603:00a1:0002", "0c:42:a1:00:00:01",
        "80:00:02:08:fe:80:00:00:00:00:00:00:b8:ce:f6:03:00:a1:00:02", "enx0c42a1000001",
        "0xb8cef60300a10001", "10.0.0.1", "fe80::1ff:fe23:4567:890a",
        "2001:db8::", "1:2:3:4:5:6:7:8", "fe80:0000:0000:0000:b8ce:f603:00a1:0001"}) {
    const std::string text(address);
    EXPECT_EQ(address_size(text), text.size()) << text;
    EXPECT_EQ(address_size(text + " and"), text.size()) << text;
    EXPECT_EQ(address_size(text + "/x"), text.size()) << text;
    EXPECT_EQ(address_size(text + "z"), 0U) << text;
  }
}

TEST(AddressForms, NumbersAndBusIdsAreNone) {
  for (const char* text :
       {"0000:17:00.0", "0x10de", "16.0", "550.54.15", "ffffffff,ffffffff", "10000:e1:00.0",
        "4: ACTIVE", "1.2.3.256", "1.2.3.4.5", "0::/docker", "12::", "", "ab"}) {
    EXPECT_EQ(address_size(text), 0U) << text;
  }
}

TEST(AddressForms, BusIds) {
  EXPECT_EQ(bus_id_size("0000:17:00.0/x"), 12U);
  EXPECT_EQ(bus_id_size("10000:e1:00.0"), 13U);
  EXPECT_EQ(bus_id_size("fffffff:ffff:ff"), 15U);
  EXPECT_EQ(bus_id_size("2001:db:aa:1"), 0U);
  EXPECT_EQ(bus_id_size("0000:17:00a"), 0U);
}

TEST(AddressForms, AGidHasTwoParts) {
  EXPECT_EQ(address_of("fe80:0000:0000:0000:b8ce:f603:00a1:0001").parts.size(), 1U);
  EXPECT_EQ(address_of("2001:0db8:0000:0000:b8ce:f603:00a1:0001").parts.size(), 2U);
}

}  // namespace address_forms_test
}  // namespace treering::hw::world::anonymise
