// Small functions that readers of text share. ASCII only, whatever the locale.
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

/// `text` without the characters of `blanks` at its ends.
std::string_view trimmed(std::string_view text, std::string_view blanks = " \t\r\n");

/// The number that all of `text` is in base `base`, with a leading '-' only if the type is signed.
template <class Number>
std::optional<Number> whole_number(std::string_view text, int base = 10) {
  Number number{};
  const char* end = text.data() + text.size();
  const auto [stop, code] = std::from_chars(text.data(), end, number, base);
  if (code != std::errc() || stop != end) return {};
  return number;
}

}  // namespace treering::core
