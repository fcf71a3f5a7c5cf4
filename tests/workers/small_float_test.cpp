#include "workers/small_float.h"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include <gtest/gtest.h>

namespace treering::workers {
namespace small_float_test {

template <class Value, class Bits>
Value with_bits(Bits bits) {
  Value value;
  static_assert(sizeof value == sizeof bits);
  std::memcpy(static_cast<void*>(&value), &bits, sizeof bits);
  return value;
}

template <class Bits, class Value>
Bits bits_of(const Value& value) {
  Bits bits = 0;
  static_assert(sizeof value == sizeof bits);
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

// 5 is 1.01b * 2^2: the exponent is 2 and the bias, above a mantissa that starts with 01. Biases
// are 15 and 127, with 10 and 7 bits of mantissa, and 7 and 15, with 3 and 2.
TEST(SmallFloat, Stores) {
  EXPECT_EQ(bits_of<std::uint16_t>(Half(5.0)), 17 << 10 | 1 << 8);
  EXPECT_EQ(bits_of<std::uint16_t>(Bfloat16(5.0)), 129 << 7 | 1 << 5);
  EXPECT_EQ(bits_of<std::uint8_t>(F8e4m3(5.0)), 9 << 3 | 2);
  EXPECT_EQ(bits_of<std::uint8_t>(F8e5m2(5.0)), 17 << 2 | 1);
  EXPECT_EQ(bits_of<std::uint8_t>(F8e5m2(-5.0)), 1 << 7 | 17 << 2 | 1);
  EXPECT_EQ(bits_of<std::uint8_t>(F8e4m3(0.0)), 0);
}

// E5M2 has 8 and 10, and nothing between: 9 is as far from both, and 8 has the even mantissa. E4M3
// has 9, and rounds 17 to 16 and 19 to 20.
TEST(SmallFloat, RoundsToTheNearestAndEven) {
  EXPECT_EQ(static_cast<double>(F8e5m2(9.0)), 8);
  EXPECT_EQ(static_cast<double>(F8e5m2(11.0)), 12);
  EXPECT_EQ(static_cast<double>(F8e4m3(9.0)), 9);
  EXPECT_EQ(static_cast<double>(F8e4m3(17.0)), 16);
  EXPECT_EQ(static_cast<double>(F8e4m3(19.0)), 20);
}

template <class Value>
void expect_whole_numbers(int most) {
  for (int i = -most; i <= most; ++i) EXPECT_EQ(static_cast<double>(Value(i)), i);
}

// As many binary digits as the mantissa has, with the one that is not stored.
TEST(SmallFloat, HasWholeNumbersUpToItsDigits) {
  expect_whole_numbers<Half>(1 << 11);
  expect_whole_numbers<Bfloat16>(1 << 8);
  expect_whole_numbers<F8e4m3>(1 << 4);
  expect_whole_numbers<F8e5m2>(1 << 3);
}

// OCP 8-bit Floating Point Specification, table 1: largest 448 and 57,344; least normal numbers
// 2^-6 and 2^-14; least of all 2^-9 and 2^-16. IEEE 754: 65,504, 2^-14 and 2^-24.
TEST(SmallFloat, HasTheEndsOfItsFormat) {
  EXPECT_EQ(static_cast<double>(with_bits<F8e4m3>(std::uint8_t{0x7e})), 448);
  EXPECT_EQ(static_cast<double>(with_bits<F8e4m3>(std::uint8_t{0x08})), std::ldexp(1, -6));
  EXPECT_EQ(static_cast<double>(with_bits<F8e4m3>(std::uint8_t{0x01})), std::ldexp(1, -9));
  EXPECT_EQ(static_cast<double>(with_bits<F8e5m2>(std::uint8_t{0x7b})), 57344);
  EXPECT_EQ(static_cast<double>(with_bits<F8e5m2>(std::uint8_t{0x04})), std::ldexp(1, -14));
  EXPECT_EQ(static_cast<double>(with_bits<F8e5m2>(std::uint8_t{0x01})), std::ldexp(1, -16));
  EXPECT_EQ(static_cast<double>(with_bits<Half>(std::uint16_t{0x7bff})), 65504);
  EXPECT_EQ(static_cast<double>(with_bits<Half>(std::uint16_t{0x0001})), std::ldexp(1, -24));
  EXPECT_EQ(F8e4m3::least_step(), std::ldexp(1, -9));
  EXPECT_EQ(Half::least_step(), std::ldexp(1, -24));
}

TEST(SmallFloat, KnowsWhatIsNoNumber) {
  EXPECT_TRUE(std::isnan(static_cast<double>(with_bits<F8e4m3>(std::uint8_t{0x7f}))));
  EXPECT_TRUE(std::isnan(static_cast<double>(with_bits<F8e4m3>(std::uint8_t{0xff}))));
  EXPECT_TRUE(std::isnan(static_cast<double>(with_bits<F8e5m2>(std::uint8_t{0x7c}))));
  EXPECT_TRUE(std::isnan(static_cast<double>(with_bits<Half>(std::uint16_t{0x7e00}))));
}

}  // namespace small_float_test
}  // namespace treering::workers
