#include "hw/formats/hwloc/link_speed.h"

#include <gtest/gtest.h>

namespace treering::hw::formats::hwloc {
namespace link_speed_test {

void expect(double gb_per_s, std::string_view link_speed, int lanes, bool is_only) {
  const SplitLinkSpeed speed = split_link_speed(gb_per_s);
  EXPECT_EQ(speed.link_speed, link_speed) << gb_per_s;
  EXPECT_EQ(speed.link_width, lanes) << gb_per_s;
  EXPECT_TRUE(speed.fits) << gb_per_s;
  EXPECT_EQ(speed.is_only, is_only) << gb_per_s;
}

TEST(HwlocLinkSpeed, IsTheWidestLinkThatGivesIt) {
  // GT/s * 128 / 130 / 8 bits * lanes, below 8 GT/s * 8 / 10 / 8 * lanes.
  expect(15.753846, "8.0 GT/s PCIe", 16, false);    // or 8 lanes of 16 GT/s
  expect(31.507692, "16.0 GT/s PCIe", 16, false);   // or 8 lanes of 32 GT/s
  expect(63.015385, "32.0 GT/s PCIe", 16, false);   // or 8 lanes of 64 GT/s
  expect(126.030769, "64.0 GT/s PCIe", 16, false);  // or 8 lanes of 128 GT/s
  expect(0.984615, "8.0 GT/s PCIe", 1, true);
  expect(8, "5.0 GT/s PCIe", 16, true);
  expect(1, "2.5 GT/s PCIe", 4, false);  // or 2 lanes of 5 GT/s
  expect(0.25, "2.5 GT/s PCIe", 1, true);
  // 5 GT/s * 128 / 130 / 8, as hwloc 2.12 writes it; or 2 lanes of half that.
  expect(0.615385, "2.5 GT/s PCIe", 2, false);
  // Flits: 64 * 242 / 256 / 8 * 16.
  expect(121, "64.0 GT/s PCIe", 16, false);
}

TEST(HwlocLinkSpeed, IsWhatComesClosestWhereNoneGivesIt) {
  const SplitLinkSpeed speed = split_link_speed(14.1);
  EXPECT_EQ(speed.link_speed, "8.0 GT/s PCIe");
  EXPECT_EQ(speed.link_width, 16);
  EXPECT_FALSE(speed.fits);
  EXPECT_FALSE(speed.is_only);
}

}  // namespace link_speed_test
}  // namespace treering::hw::formats::hwloc
