// The types of elements that this host can write and compare: those that it calculates with, and
// the 16-bit floats of GPUs, which it stores.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "core/data_type.h"
#include "workers/host_type.h"

namespace treering::workers {

/// IEEE 754 binary16, or bfloat16, by the bits of its exponent. Finite normal values and 0 alone,
/// which are all that a right result can be; what else it reads is no number, and equals nothing.
template <int kExponentBits>
class ShortFloat {
 public:
  /// Mantissa bits with the leading one that is not stored.
  static constexpr int kDigits = 16 - kExponentBits;

  ShortFloat() = default;
  /// Rounds to nearest, ties to even.
  explicit ShortFloat(double value) {
    const auto bits = std::bit_cast<std::uint64_t>(value);
    if (value == 0) return;
    constexpr int kDropped = 52 - (kDigits - 1);
    const std::uint64_t odd = bits >> kDropped & 1U;
    const std::uint64_t rounded = bits + (std::uint64_t{1} << (kDropped - 1)) - 1 + odd;
    const auto exponent = static_cast<int>(rounded >> 52U & 0x7ffU) - 1023 + kBias;
    const std::uint64_t mantissa = rounded >> kDropped & ((1U << (kDigits - 1)) - 1);
    bits_ = static_cast<std::uint16_t>(
        bits >> 63U << 15U | static_cast<std::uint64_t>(exponent) << (kDigits - 1) | mantissa);
  }
  explicit operator double() const {
    const unsigned exponent = bits_ >> (kDigits - 1) & ((1U << kExponentBits) - 1);
    const std::uint64_t mantissa = bits_ & ((1U << (kDigits - 1)) - 1);
    if ((bits_ & 0x7fffU) == 0) return 0;
    if (exponent == 0 || exponent == (1U << kExponentBits) - 1) {
      return std::numeric_limits<double>::quiet_NaN();
    }
    const auto wide = static_cast<std::uint64_t>(static_cast<int>(exponent) - kBias + 1023);
    return std::bit_cast<double>(static_cast<std::uint64_t>(bits_ >> 15U) << 63U | wide << 52U |
                                 mantissa << (52 - (kDigits - 1)));
  }

 private:
  static constexpr int kBias = (1 << (kExponentBits - 1)) - 1;

  std::uint16_t bits_ = 0;
};

using Half = ShortFloat<5>;
using Bfloat16 = ShortFloat<8>;

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

/// Calls `use` with a zero of the type; false where this host cannot write it.
template <class Use>
bool with_stored_type(core::DataType type, Use use) {
  if (type == core::DataType::Half) return use(Half()), true;
  if (type == core::DataType::Bfloat16) return use(Bfloat16()), true;
  return with_host_type(type, use);
}

}  // namespace treering::workers
