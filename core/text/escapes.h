// Terminal escapes in text that was copied or piped from a terminal.
#pragma once

#include <string>
#include <string_view>

namespace treering::core {

/// Without the escapes by which a terminal is made to underline or colour.
std::string without_escapes(std::string_view text);

}  // namespace treering::core
