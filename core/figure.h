// A value and its origin.
#pragma once

#include <string>
#include <string_view>

#include "core/result.h"

namespace treering::core {

/// Where a figure comes from. It is shown wherever the figure is shown.
struct Origin {
  enum class Kind { Specification, File, Discovered, Measured, Assumed };
  Kind kind = Kind::Assumed;
  std::string source;  // document, file, or the reason for the assumption
  bool operator==(const Origin&) const = default;
};

/// "specification", "file", "discovered", "measured", "assumed".
std::string_view name_of(Origin::Kind kind);
/// The inverse; takes any case. Fails as unknown_name (core/named_values.h) does.
Result<Origin::Kind> parse_origin_kind(std::string_view text);

template <class T>
struct Figure {
  T value{};
  Origin origin;
  bool operator==(const Figure&) const = default;
};

}  // namespace treering::core
