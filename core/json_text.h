// JSON text from outside into nlohmann's values, with every guard that hostile input asks for.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "core/result.h"

namespace treering::core {

inline constexpr std::size_t kMaxJsonBytes = std::size_t{64} << 20U;
// The deepest of our files has five levels.
inline constexpr std::size_t kMaxJsonDepth = 64;
// A topology at its limits (kMaxDevices, kMaxLinks) has fewer; bounds the memory of the values.
inline constexpr std::size_t kMaxJsonValues = 2'000'000;

/// Fields keep their order. Syntax errors carry line and column; fails too on other encodings
/// than UTF-8, on a field given twice, and above the limits.
Result<nlohmann::ordered_json> parse_json(std::string_view text, const std::string& where);

}  // namespace treering::core
