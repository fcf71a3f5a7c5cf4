#include "core/text/reading.h"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

namespace treering::core {

std::string lower_case(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = lower_case(c);
  return result;
}

std::string upper_case(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = upper_case(c);
  return result;
}

std::size_t find_part(std::string_view text, std::string_view part, std::size_t from) {
  if (from >= text.size() || part.empty()) return std::string_view::npos;
  const void* const found =
      memmem(text.data() + from, text.size() - from, part.data(), part.size());
  if (found == nullptr) return std::string_view::npos;
  return static_cast<std::size_t>(static_cast<const char*>(found) - text.data());
}

bool has(std::string_view text, std::string_view part) {
  return find_part(text, part) != std::string_view::npos;
}

bool has_any(std::string_view text, std::span<const std::string_view> parts) {
  return std::ranges::any_of(parts, [text](std::string_view part) { return has(text, part); });
}

bool has_word(std::string_view text, std::string_view word) {
  const std::string in = lower_case(text);
  const std::string sought = lower_case(word);
  for (std::size_t at = in.find(sought); at != std::string::npos; at = in.find(sought, at + 1)) {
    const std::size_t end = at + sought.size();
    const bool starts = at == 0 || !is_letter_or_digit(in[at - 1]);
    const bool ends = end == in.size() || !is_letter_or_digit(in[end]);
    if (starts && ends) return true;
  }
  return false;
}

std::string_view trimmed(std::string_view text, std::string_view blanks) {
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

namespace {

/// Whether the first characters, each of `width` bytes, are ASCII with its byte at `place` and NULs
/// around it.
bool is_wide_ascii(std::string_view text, std::size_t width, std::size_t place) {
  constexpr std::size_t kCharacters = 4;
  const std::size_t count = std::min(text.size() / width, kCharacters);
  for (std::size_t i = 0; i < count * width; ++i) {
    const bool is_expected_nul = i % width != place;
    if ((text[i] == '\0') != is_expected_nul) return false;
  }
  return count > 0;
}

}  // namespace

std::size_t line_of(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, std::min(offset, text.size()));
  return static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n')) + 1;
}

std::size_t column_of(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, std::min(offset, text.size()));
  // npos + 1 is 0: no line break before.
  return before.size() - (before.rfind('\n') + 1) + 1;
}

std::string line_and_column(std::string_view text, std::size_t offset) {
  return fmt::format("line {}, column {}", line_of(text, offset), column_of(text, offset));
}

std::string_view foreign_encoding(std::string_view text) {
  using namespace std::string_view_literals;
  // Byte order marks (Unicode 15, table 23-8); UTF-32's little-endian mark begins with UTF-16's.
  if (text.starts_with("\xFF\xFE\0\0"sv) || text.starts_with("\0\0\xFE\xFF"sv)) return "UTF-32";
  if (text.starts_with("\xFF\xFE"sv) || text.starts_with("\xFE\xFF"sv)) return "UTF-16";
  if (is_wide_ascii(text, 4, 0) || is_wide_ascii(text, 4, 3)) return "UTF-32";
  if (is_wide_ascii(text, 2, 0) || is_wide_ascii(text, 2, 1)) return "UTF-16";
  return {};
}

std::string_view without_byte_order_mark(std::string_view text) {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  if (text.starts_with(kMark)) text.remove_prefix(kMark.size());
  return text;
}

}  // namespace treering::core
