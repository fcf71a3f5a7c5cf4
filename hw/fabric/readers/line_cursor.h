// Takes a line of a fabric's text apart from its front: words, numbers, quoted names.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <system_error>

#include "core/text/reading.h"

namespace treering::hw::fabric::readers {

/// Ports count from 1; InfiniBand gives them 8 bits (port 255 means "any").
inline constexpr int kMaxPort = 254;

/// Takes words, numbers and quoted names off the front of a line.
class LineCursor {
 public:
  static constexpr std::string_view kBlanks = " \t\r\n";

  explicit LineCursor(std::string_view text) : rest_(core::trimmed(text)) {}

  [[nodiscard]] std::string_view rest() const { return rest_; }

  bool take(std::string_view word) {
    if (!rest_.starts_with(word)) return false;
    rest_ = core::trimmed(rest_.substr(word.size()));
    return true;
  }

  std::string_view take_word() {
    const std::string_view word = rest_.substr(0, rest_.find_first_of(kBlanks));
    rest_ = core::trimmed(rest_.substr(word.size()));
    return word;
  }

  template <class Number>
  std::optional<Number> take_number(int base = 10) {
    Number number{};
    const char* end = rest_.data() + rest_.size();
    const auto [stop, error] = std::from_chars(rest_.data(), end, number, base);
    if (error != std::errc()) return std::nullopt;
    rest_ = core::trimmed(rest_.substr(static_cast<std::size_t>(stop - rest_.data())));
    return number;
  }

  /// "53.125".
  std::optional<double> take_decimal() {
    double number = 0;
    const char* end = rest_.data() + rest_.size();
    const auto [stop, error] = std::from_chars(rest_.data(), end, number);
    if (error != std::errc()) return std::nullopt;
    rest_ = core::trimmed(rest_.substr(static_cast<std::size_t>(stop - rest_.data())));
    return number;
  }

  std::optional<std::uint64_t> take_hex() {
    if (!take("0x")) take("0X");
    return take_number<std::uint64_t>(16);
  }

  /// "[7]", then "[ext 19]" if it is there.
  std::optional<int> take_port() {
    if (!take("[")) return std::nullopt;
    const auto number = take_number<int>();
    if (!number || *number < 1 || *number > kMaxPort || !take("]")) return std::nullopt;
    if (take("[ext"))
      rest_ = core::trimmed(rest_.substr(std::min(rest_.find(']'), rest_.size() - 1) + 1));
    return number;
  }

  /// What stands before `mark`, which is taken too; nothing where it does not come.
  std::optional<std::string_view> take_past(std::string_view mark) {
    const std::size_t at = rest_.find(mark);
    if (at == std::string_view::npos) return std::nullopt;
    const std::string_view before = core::trimmed(rest_.substr(0, at));
    rest_ = core::trimmed(rest_.substr(at + mark.size()));
    return before;
  }

  /// What stands between two quotes; a view with null data when there are none.
  std::string_view take_quoted() {
    if (!rest_.starts_with('"')) return {};
    const std::size_t end = rest_.find('"', 1);
    if (end == std::string_view::npos) return {};
    const std::string_view inside = rest_.substr(1, end - 1);
    rest_ = core::trimmed(rest_.substr(end + 1));
    return inside;
  }

 private:
  std::string_view rest_;
};

}  // namespace treering::hw::fabric::readers
