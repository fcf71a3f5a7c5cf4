// Parses JSON text from outside into nlohmann's values, with limits against hostile input.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "core/result.h"

namespace treering::core {

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

}  // namespace treering::core
