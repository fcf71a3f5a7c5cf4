// Small things that readers of text have in common. ASCII only, whatever the locale.
#pragma once

#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

namespace treering::core {

/// 0 to 9.
bool is_digit(char c);

/// 0 to 9, a to f, A to F.
bool is_hex_digit(char c);

std::string lower_case(std::string_view text);

/// Without what stands at its ends of `blanks`.
std::string_view trimmed(std::string_view text, std::string_view blanks = " \t\r\n");

/// All of `text` as digits of `base`, with '-' in front where the type has a sign.
template <class Number>
std::optional<Number> whole_number(std::string_view text, int base = 10) {
  Number number{};
  const char* end = text.data() + text.size();
  const auto [stop, code] = std::from_chars(text.data(), end, number, base);
  if (code != std::errc() || stop != end) return {};
  return number;
}

}  // namespace treering::core
