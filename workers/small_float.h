// Floats of 8 and 16 bits, as GPUs have them: stored and read by this host, which does not
// calculate with them. All of it is constexpr, so that a GPU's compiler takes it, too.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace treering::workers {

/// What the largest exponent stands for: infinity and what is no number, as IEEE 754 has it, or
/// numbers like all others, but for one that is none (OCP 8-bit Floating Point Specification,
/// table 1: E4M3).
enum class LargestExponent { NoNumbers, Numbers };

/// By its bits and those of its exponent. What it reads as no number equals nothing.
template <class Bits, int kExponentBits, LargestExponent kLargest = LargestExponent::NoNumbers>
class SmallFloat {
  static constexpr int kBits = 8 * static_cast<int>(sizeof(Bits));
  static constexpr int kBias = (1 << (kExponentBits - 1)) - 1;

 public:
  /// Mantissa bits with the leading one that is not stored.
  static constexpr int kDigits = kBits - kExponentBits;

  /// The distance between the numbers nearest to 0.
  static constexpr double least_step() { return power_of_two(1 - kBias - (kDigits - 1)); }

  SmallFloat() = default;
  /// Rounds to nearest, ties to even. \pre 0, or a value between the least and the largest that the
  /// type has with all its digits
  constexpr explicit SmallFloat(double value) {
    const auto bits = std::bit_cast<std::uint64_t>(value);
    if (value == 0) return;
    constexpr int kDropped = 52 - (kDigits - 1);
    const std::uint64_t odd = bits >> kDropped & 1U;
    const std::uint64_t rounded = bits + (std::uint64_t{1} << (kDropped - 1)) - 1 + odd;
    const auto exponent = static_cast<int>(rounded >> 52U & 0x7ffU) - 1023 + kBias;
    const std::uint64_t mantissa = rounded >> kDropped & kMantissa;
    bits_ = static_cast<Bits>(bits >> 63U << (kBits - 1) |
                              static_cast<std::uint64_t>(exponent) << (kDigits - 1) | mantissa);
  }
  constexpr explicit operator double() const {
    const int exponent = bits_ >> (kDigits - 1) & kExponent;
    const std::uint64_t mantissa = bits_ & kMantissa;
    const double sign = (bits_ >> (kBits - 1) & 1) != 0 ? -1 : 1;
    if (exponent == 0) return sign * static_cast<double>(mantissa) * least_step();
    if (exponent == kExponent &&
        (kLargest == LargestExponent::NoNumbers || mantissa == kMantissa)) {
      return std::numeric_limits<double>::quiet_NaN();
    }
    const auto whole = static_cast<double>(mantissa | (kMantissa + 1));
    return sign * whole * power_of_two(exponent - kBias - (kDigits - 1));
  }

 private:
  static constexpr int kExponent = (1 << kExponentBits) - 1;
  static constexpr std::uint64_t kMantissa = (std::uint64_t{1} << (kDigits - 1)) - 1;

  static constexpr double power_of_two(int exponent) {
    return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + 1023) << 52U);
  }

  Bits bits_ = 0;
};

using Half = SmallFloat<std::uint16_t, 5>;
using Bfloat16 = SmallFloat<std::uint16_t, 8>;
using F8e4m3 = SmallFloat<std::uint8_t, 4, LargestExponent::Numbers>;
using F8e5m2 = SmallFloat<std::uint8_t, 5>;

/// Digits of a float's mantissa; 0 for integers.
template <class Value>
constexpr int digits_of() {
  if constexpr (std::is_integral_v<Value>) {
    return 0;
  } else if constexpr (std::is_floating_point_v<Value>) {
    return std::numeric_limits<Value>::digits;
  } else {
    return Value::kDigits;
  }
}

/// See SmallFloat; 0 for types whose least numbers no result here comes near to.
template <class Value>
constexpr double least_step_of() {
  if constexpr (std::is_arithmetic_v<Value>) {
    return 0;
  } else {
    return Value::least_step();
  }
}

}  // namespace treering::workers
