// The text of a variable's value as NCCL reads it: a whole number, the parts of a list, a distance.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/nccl/types.h"

namespace treering::sim::job {

// How NCCL reads a whole number from a variable.

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

// The parts of a variable that is a list.

/// The parts between separators; empty ones do not count.
std::vector<std::string_view> parts_of(std::string_view text, char separator);

// Reads the distance of two devices that NCCL_P2P_LEVEL and NCCL_NET_GDR_LEVEL allow.

/// A path type in capitals, LOC to SYS, or one of NCCL's old numbers 0 to 5; nothing for any other
/// text, which NCCL ignores silently (NCCL v2.28.9-1, src/graph/paths.cc, ncclGetLevel).
std::optional<nccl::PathType> read_path_level(std::string_view text);

}  // namespace treering::sim::job
