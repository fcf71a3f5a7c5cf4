// JSON text from outside into nlohmann's values, with every guard that hostile input asks for.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "core/result.h"

namespace treering::core {

// The limits keep whatever is read, or refused, within 200 MB and a second (docs/performance.md).
// A topology at its own limits (core/topology/topology.h) stays below them.
inline constexpr std::size_t kMaxJsonBytes = std::size_t{16} << 20U;
// The deepest of our files has five levels.
inline constexpr std::size_t kMaxJsonDepth = 64;
inline constexpr std::size_t kMaxJsonValues = 1'000'000;
// Of one array or object.
inline constexpr std::size_t kMaxJsonEntries = 65'536;

/// Fields keep their order. Errors carry the line, those of syntax the column too. Fails on other
/// encodings than UTF-8, on a field given twice, and as soon as a limit is passed.
Result<nlohmann::ordered_json> parse_json(std::string_view text, const std::string& where);

/// `value` as dump() writes it, but with what core/text/quote.h calls unfit as "\uXXXX" in its
/// strings; U+FFFD stands for broken UTF-8. All JSON of ours is written by this.
std::string json_of(const nlohmann::ordered_json& value);

/// The same on one line, with the spaces that dump() leaves out.
std::string one_line(const nlohmann::ordered_json& value);

/// Entries that are text of JSON already, between `open` and `close`, each on a line of its own.
/// \param indent of the line that the list begins on
std::string lines_of(const std::vector<std::string>& entries, char open, char close,
                     std::size_t indent = 2);

}  // namespace treering::core
