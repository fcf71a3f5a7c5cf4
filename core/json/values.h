// Single values of JSON from outside. A value of another type, or one that does not fit, is
// nothing: nlohmann's own access would end the program there. Outside this room values are read by
// these functions and by JsonFields alone (the test `layers` holds that).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <nlohmann/json_fwd.hpp>

namespace treering::core {

/// A text, whatever characters are in it.
std::optional<std::string> text_in(const nlohmann::ordered_json& value);

/// A whole number that fits.
std::optional<std::int64_t> integer_in(const nlohmann::ordered_json& value);
std::optional<std::uint64_t> count_in(const nlohmann::ordered_json& value);

/// A whole number within first..last.
template <class Integer>
std::optional<Integer> integer_within(const nlohmann::ordered_json& value, Integer first,
                                      Integer last) {
  const auto number = integer_in(value);
  if (!number || std::cmp_less(*number, first) || std::cmp_greater(*number, last)) return {};
  return static_cast<Integer>(*number);
}

std::optional<double> number_in(const nlohmann::ordered_json& value);

/// The member of an object; null where it has none of the name, or `value` is no object.
const nlohmann::ordered_json* member_of(const nlohmann::ordered_json& value, std::string_view name);

}  // namespace treering::core
