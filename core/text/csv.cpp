#include "core/text/csv.h"

#include <charconv>
#include <system_error>

namespace treering::core {
namespace {

constexpr char kTextMark = '\'';

/// "-12.5e3", also behind a '+': a cell whose value is the number itself.
bool is_number(std::string_view field) {
  if (field.starts_with('+')) field.remove_prefix(1);
  double value = 0;
  const auto [stop, code] = std::from_chars(field.data(), field.data() + field.size(), value);
  const bool is_whole = stop == field.data() + field.size();
  // "1e999" is a number too: only its value is out of range.
  return is_whole && code != std::errc::invalid_argument &&
         field.find_first_of("0123456789") != std::string_view::npos;
}

/// Whether it begins as a formula, behind any marks: what is marked is marked once more, so that
/// every text comes back.
bool needs_text_mark(std::string_view field) {
  const std::size_t first = field.find_first_not_of(kTextMark);
  if (first == std::string_view::npos) return false;
  const bool begins_formula =
      std::string_view("=+-@\t\r").find(field[first]) != std::string_view::npos;
  return begins_formula && (first > 0 || !is_number(field));
}

std::string quoted_where_needed(std::string_view field) {
  std::string marked =
      (needs_text_mark(field) ? std::string(1, kTextMark) : std::string()) + std::string(field);
  if (marked.find_first_of(",\"\r\n") == std::string::npos) return marked;
  std::string text = "\"";
  for (const char c : marked) {
    if (c == '"') text += '"';
    text += c;
  }
  return text + '"';
}

}  // namespace

std::string csv_line(const std::vector<std::string>& fields) {
  std::string line;
  for (const std::string& field : fields) line += quoted_where_needed(field) + ',';
  if (!fields.empty()) line.pop_back();
  return line + '\n';
}

std::string_view without_text_mark(std::string_view field) {
  if (field.starts_with(kTextMark) && needs_text_mark(field)) field.remove_prefix(1);
  return field;
}

}  // namespace treering::core
