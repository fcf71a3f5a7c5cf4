// How NCCL reads a whole number from a variable.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace treering::sim::job {

struct Number {
  /// Nothing where NCCL uses its default: for an empty text or a number that does not fit.
  std::optional<std::int64_t> value;
  std::string remark;  // what NCCL reads, where that differs from the text

  bool operator==(const Number&) const = default;
};

/// strtoll with base 0: decimal, 0x.. or 0... Text after the digits is ignored, and a text without
/// digits is 0 (NCCL v2.28.9-1, src/misc/param.cc, ncclLoadParam).
Number read_number(std::string_view text);

/// The value as an int, for variables that NCCL stores in one.
std::optional<int> as_int(const Number& number);

}  // namespace treering::sim::job
