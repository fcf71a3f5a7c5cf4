#include "core/units.h"

#include <cmath>

#include <gtest/gtest.h>

namespace treering::core {
namespace units_test {

TEST(Units, BytesOverBandwidthIsTime) {
  // 1 GB/s moves 1000 bytes in a microsecond, so 50 GB/s moves 10^6 bytes in 20 us.
  EXPECT_DOUBLE_EQ((Bytes::of(1'000'000) / Bandwidth::from_gb_per_s(50)).in_us(), 20);
}

TEST(Units, BytesOverTimeIsBandwidth) {
  // 10^6 bytes in 20 us are 5*10^4 bytes per us, and 1 GB/s is 10^3 bytes per us.
  EXPECT_DOUBLE_EQ((Bytes::of(1'000'000) / Duration::from_us(20)).in_gb_per_s(), 50);
}

TEST(Units, DeadLinkTakesForever) {
  EXPECT_TRUE(std::isinf((Bytes::of(1) / Bandwidth()).in_us()));
}

TEST(Units, BinaryPrefixesArePowersOf1024) {
  EXPECT_EQ(Bytes::from_kib(1).count(), 1024U);
  EXPECT_EQ(Bytes::from_mib(3).count(), 3U * 1024 * 1024);
  EXPECT_EQ(Bytes::from_gib(8).count(), 8ULL * 1024 * 1024 * 1024);
}

TEST(Units, BytesAddAndScale) {
  Bytes sum = Bytes::of(3) + Bytes::of(4) * 2;
  sum += Bytes::of(1);
  EXPECT_EQ(sum, Bytes::of(12));
  EXPECT_EQ(sum - Bytes::of(2), Bytes::of(10));
  EXPECT_EQ(Bytes::of(7) / 2, Bytes::of(3));
  EXPECT_LT(Bytes::of(7), Bytes::of(8));
}

TEST(Units, DurationConvertsBetweenUnits) {
  EXPECT_DOUBLE_EQ(Duration::from_ns(1500).in_us(), 1.5);
  EXPECT_DOUBLE_EQ(Duration::from_ms(2).in_us(), 2000);
  EXPECT_DOUBLE_EQ(Duration::from_s(3).in_ms(), 3000);
  EXPECT_DOUBLE_EQ(Duration::from_us(5e6).in_s(), 5);
}

TEST(Units, DurationAddsAndScales) {
  Duration sum = Duration::from_us(1) + 2 * Duration::from_us(3) - Duration::from_us(0.5);
  sum += Duration::from_us(1);
  EXPECT_DOUBLE_EQ(sum.in_us(), 7.5);
  EXPECT_DOUBLE_EQ((sum / 3).in_us(), 2.5);
  EXPECT_DOUBLE_EQ(sum / Duration::from_us(2.5), 3);
}

TEST(Units, NetworkRatesAreInBits) {
  // A 400 Gbit/s port carries 50 GB/s.
  EXPECT_EQ(Bandwidth::from_gbit_per_s(400), Bandwidth::from_gb_per_s(50));
}

TEST(Units, BandwidthAddsAndScales) {
  const Bandwidth one = Bandwidth::from_gb_per_s(25);
  EXPECT_EQ(one + one, 2 * one);
  EXPECT_EQ(one * 3 - one, 2 * one);
  EXPECT_DOUBLE_EQ((4 * one) / one, 4);
  EXPECT_DOUBLE_EQ((one / 5).in_gb_per_s(), 5);
}

}  // namespace units_test
}  // namespace treering::core
