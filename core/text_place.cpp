#include "core/text_place.h"

#include <algorithm>

#include <fmt/format.h>

namespace treering::core {

std::string line_and_column(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, std::min(offset, text.size()));
  const auto line = std::count(before.begin(), before.end(), '\n') + 1;
  // npos + 1 is 0: no line break before.
  const std::size_t line_start = before.rfind('\n') + 1;
  return fmt::format("line {}, column {}", line, before.size() - line_start + 1);
}

std::string_view foreign_encoding(std::string_view text) {
  using namespace std::string_view_literals;
  // Byte order marks (Unicode 15, table 23-8); UTF-32's little-endian mark begins with UTF-16's.
  if (text.starts_with("\xFF\xFE\0\0"sv) || text.starts_with("\0\0\xFE\xFF"sv)) return "UTF-32";
  if (text.starts_with("\xFF\xFE"sv) || text.starts_with("\xFE\xFF"sv)) return "UTF-16";
  const std::size_t nul = text.find('\0');
  if (nul == std::string_view::npos) return {};
  // Every other byte of ASCII in UTF-16 is NUL.
  return nul <= 1 ? "UTF-16" : "binary";
}

}  // namespace treering::core
