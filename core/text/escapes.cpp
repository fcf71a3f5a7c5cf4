#include "core/text/escapes.h"

#include <algorithm>
#include <cstddef>

namespace treering::core {

// ECMA-48, 5.4: ESC [, parameters, and a final byte from 0x40 to 0x7e.
std::string without_escapes(std::string_view text) {
  constexpr std::string_view kStart = "\x1b[";
  std::string plain;
  plain.reserve(text.size());
  while (true) {
    const std::size_t start = text.find(kStart);
    plain += text.substr(0, start);
    if (start == std::string_view::npos) return plain;
    text.remove_prefix(start + kStart.size());
    const auto final_byte =
        std::ranges::find_if(text, [](char c) { return c >= 0x40 || c < 0x20; });
    const auto length = static_cast<std::size_t>(final_byte - text.begin());
    // An escape that does not end in its line removes nothing.
    const bool has_end = length < text.size() && text[length] >= 0x40;
    if (has_end) text.remove_prefix(length + 1);
  }
}

}  // namespace treering::core
