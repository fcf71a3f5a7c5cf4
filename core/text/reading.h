// Reading a text: its characters, words and numbers, its lines, the place of a byte, its encoding.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>

namespace treering::core {

// Small functions that readers of text share. ASCII only, whatever the locale.

/// 0 to 9.
constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// 0 to 9, a to f, A to F.
constexpr bool is_hex_digit(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/// a to z, A to Z.
constexpr bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

constexpr bool is_letter_or_digit(char c) {
  return is_letter(c) || is_digit(c);
}

constexpr char lower_case(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

constexpr char upper_case(char c) {
  return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}

std::string lower_case(std::string_view text);
std::string upper_case(std::string_view text);

/// 0 to 15. \pre is_hex_digit(c)
constexpr unsigned hex_value(char c) {
  return static_cast<unsigned>(is_digit(c) ? c - '0' : lower_case(c) - 'a' + 10);
}

/// Where the first `part` from `from` on begins; npos without one, and for an empty part.
/// std::string_view::find() stops at every first letter of `part`, which takes several times as
/// long in a large text.
std::size_t find_part(std::string_view text, std::string_view part, std::size_t from = 0);

/// Whether `part`, or any of the parts, is somewhere in `text`; an empty part is not.
bool has(std::string_view text, std::string_view part);
bool has_any(std::string_view text, std::span<const std::string_view> parts);

/// Whether `text` has `word` in any case, and not as a part of a longer one.
bool has_word(std::string_view text, std::string_view word);

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

// The lines of a text, one after the other.

/// `for (LineReader lines(text); lines.next();) use(lines.line(), lines.number());` A text that
/// ends with '\n' has no empty line after it. A '\r' before the '\n' stays: code that splits a line
/// into words treats it as space.
class LineReader {
 public:
  /// `text` must outlive the reader and its lines.
  explicit LineReader(std::string_view text) : rest_(text) {}

  /// Goes to the next line. False when there is none.
  bool next() {
    if (rest_.empty()) return false;
    const std::size_t end = std::min(rest_.find('\n'), rest_.size());
    line_ = rest_.substr(0, end);
    has_end_ = end < rest_.size();
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    ++number_;
    return true;
  }

  /// The line without its line end.
  [[nodiscard]] std::string_view line() const { return line_; }
  /// Whether a line end follows: only the last line may lack it.
  [[nodiscard]] bool has_end() const { return has_end_; }
  /// Counted from 1; 0 before the first line.
  [[nodiscard]] std::size_t number() const { return number_; }
  /// The text after the line.
  [[nodiscard]] std::string_view rest() const { return rest_; }

 private:
  std::string_view line_;
  std::string_view rest_;
  std::size_t number_ = 0;
  bool has_end_ = false;
};

// The place of a byte in a text, and the text's encoding.

/// The line of a byte and its column in that line, both counted from 1; columns are bytes.
std::size_t line_of(std::string_view text, std::size_t offset);
std::size_t column_of(std::string_view text, std::size_t offset);

/// "line 3, column 14".
std::string line_and_column(std::string_view text, std::size_t offset);

/// "UTF-16" or "UTF-32" where a byte order mark or the pattern of the first NULs says so, else
/// empty.
std::string_view foreign_encoding(std::string_view text);

/// `text` without UTF-8's byte order mark, which some editors and web pages put first.
std::string_view without_byte_order_mark(std::string_view text);

}  // namespace treering::core
