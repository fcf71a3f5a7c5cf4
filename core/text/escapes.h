// Terminal escapes in text that was copied or piped from a terminal.
#pragma once

#include <string>
#include <string_view>

namespace treering::core {

/// `text` without the escape sequences that make a terminal underline or colour.
std::string without_escapes(std::string_view text);

}  // namespace treering::core
