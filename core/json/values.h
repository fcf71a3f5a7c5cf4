// JSON as a value: parsed from text and written as text, its single values, and pointers to them.
// JsonFields (core/json/fields.h) reads whole objects.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "core/result.h"

namespace treering::core {

// Parses JSON text from outside into nlohmann's values, with limits against hostile input.

// The limits keep reading or refusing any text within 200 MB and a second (docs/performance.md). A
// topology at its own limits (core/topology/topology.h) stays below them.
inline constexpr std::size_t kMaxJsonBytes = std::size_t{16} << 20U;
// Our deepest file has five levels.
inline constexpr std::size_t kMaxJsonDepth = 64;
inline constexpr std::size_t kMaxJsonValues = 1'000'000;
// In one array or object.
inline constexpr std::size_t kMaxJsonEntries = 65'536;

/// Fields keep their order. Errors carry the line, syntax errors also the column. Fails on
/// encodings other than UTF-8, on a field given twice, and as soon as a limit is exceeded.
Result<nlohmann::ordered_json> parse_json(std::string_view text, const std::string& where);

/// `value` as dump() writes it, with the characters of its strings that core/text/quote.h calls
/// unprintable as "\uXXXX" and broken UTF-8 as U+FFFD. All our JSON is written by this function.
std::string json_of(const nlohmann::ordered_json& value);

/// The same on one line, with spaces after ',' and ':'.
std::string one_line(const nlohmann::ordered_json& value);

/// `open`, entries that are JSON text already, each on its own line, and `close`.
/// \param indent of the line on which the list starts
std::string lines_of(const std::vector<std::string>& entries, char open, char close,
                     std::size_t indent = 2);

// Single values of JSON from outside. A value of another type, or one that does not fit, is
// nothing: nlohmann's own access would end the program there. Outside this room values are read by
// these functions and by JsonFields alone (the test `layers` holds that).

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

// JSON pointers (RFC 6901): building them, showing them in messages, finding their place in a text.

/// `pointer` and one more part, in which '~' and '/' are written ~0 and ~1.
std::string pointer_to(std::string_view pointer, std::string_view key);

/// For a message: "/" for the root, no control characters, and a pointer too long to read is
/// shortened in the middle.
std::string shown_pointer(std::string_view pointer);

/// The byte at which the value of `pointer` starts; if there is no such value, the start of the
/// innermost value around its place.
/// \pre `text` is JSON; for other text the result is any of its bytes
std::size_t find_in_json(std::string_view text, std::string_view pointer);

}  // namespace treering::core
