#include "core/text/quote.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <system_error>

#include <fmt/format.h>

#include "core/text/reading.h"

namespace treering::core {

namespace {

// First bytes of a sequence with the range of the second byte: RFC 3629 section 4. Further bytes
// are 80..BF.
struct Lead {
  std::uint8_t first, last;
  std::uint8_t second_low, second_high;
  std::size_t length;
};
constexpr std::array<Lead, 8> kLeads{{{0xC2, 0xDF, 0x80, 0xBF, 2},
                                      {0xE0, 0xE0, 0xA0, 0xBF, 3},
                                      {0xE1, 0xEC, 0x80, 0xBF, 3},
                                      {0xED, 0xED, 0x80, 0x9F, 3},
                                      {0xEE, 0xEF, 0x80, 0xBF, 3},
                                      {0xF0, 0xF0, 0x90, 0xBF, 4},
                                      {0xF1, 0xF3, 0x80, 0xBF, 4},
                                      {0xF4, 0xF4, 0x80, 0x8F, 4}}};

bool is_between(char c, std::uint8_t low, std::uint8_t high) {
  const auto byte = static_cast<std::uint8_t>(c);
  return byte >= low && byte <= high;
}

bool starts_with(std::string_view text, const Lead& lead) {
  if (text.size() < lead.length || !is_between(text[0], lead.first, lead.last)) return false;
  if (!is_between(text[1], lead.second_low, lead.second_high)) return false;
  for (std::size_t i = 2; i < lead.length; ++i) {
    if (!is_between(text[i], 0x80, 0xBF)) return false;
  }
  return true;
}

/// The character of `length` bytes at the start of `text`. A lead byte keeps 7 - length bits of it,
/// a single byte 7, all further ones 6 (RFC 3629 section 3).
char32_t character(std::string_view text, std::size_t length) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
  if (length == 1) return byte(0);
  char32_t code = byte(0) & ((1U << (7 - length)) - 1U);
  for (std::size_t i = 1; i < length; ++i) code = code << 6U | (byte(i) & 0x3FU);
  return code;
}

struct CodeRange {
  char32_t first, last;
};
// Unicode 15.0: categories Cc, Zl and Zp, and the property Bidi_Control.
constexpr std::array<CodeRange, 7> kUnprintable{{{0x00, 0x1F},
                                                 {0x7F, 0x9F},
                                                 {0x061C, 0x061C},
                                                 {0x200E, 0x200F},
                                                 {0x2028, 0x2029},
                                                 {0x202A, 0x202E},
                                                 {0x2066, 0x2069}}};

bool is_unfit(char32_t code) {
  return std::ranges::any_of(kUnprintable, [code](const CodeRange& range) {
    return code >= range.first && code <= range.last;
  });
}

/// Bytes of the character at the start of `text`; 0 when it is broken or unprintable.
std::size_t fit_length(std::string_view text) {
  if (is_between(text[0], ' ', '~')) return 1;
  const std::size_t length = character_length(text);
  return length > 0 && is_unfit(character(text, length)) ? 0 : length;
}

/// Appends the character at the start of `text` in printable form. Returns its length in `text`.
std::size_t append_printable(std::string_view text, std::string& result) {
  const std::size_t length = fit_length(text);
  if (length == 0) {
    result += '?';
    return std::max<std::size_t>(character_length(text), 1);
  }
  result += text.substr(0, length);
  return length;
}

}  // namespace

std::size_t character_length(std::string_view text) {
  if (is_between(text[0], 0x00, 0x7F)) return 1;
  for (const Lead& lead : kLeads) {
    if (starts_with(text, lead)) return lead.length;
  }
  return 0;
}

std::size_t find_broken_utf8(std::string_view text) {
  std::size_t i = 0;
  while (i < text.size()) {
    const std::size_t length = character_length(text.substr(i));
    if (length == 0) return i;
    i += length;
  }
  return i;
}

std::string printable(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size();) i += append_printable(text.substr(i), result);
  return result;
}

std::string printable_lines(std::string_view text) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const bool is_kept = text.front() == '\n' || text.front() == '\t';
    if (is_kept) result += text.front();
    text.remove_prefix(is_kept ? 1 : append_printable(text, result));
  }
  return result;
}

std::size_t find_unprintable(std::string_view text) {
  std::size_t i = 0;
  while (i < text.size()) {
    const std::size_t length = fit_length(text.substr(i));
    if (length == 0) return i;
    i += length;
  }
  return i;
}

std::string code_point_name(std::string_view text, std::size_t offset) {
  const std::string_view rest = text.substr(offset);
  const std::size_t length = character_length(rest);
  if (length == 0) return {};
  return fmt::format("U+{:04X}", static_cast<std::uint32_t>(character(rest, length)));
}

std::string in_quotes(std::string_view text) {
  constexpr std::size_t kLongest = 60;
  std::string result = "'";
  std::size_t i = 0;
  while (i < text.size() && i < kLongest) i += append_printable(text.substr(i), result);
  if (i < text.size()) result += "...";
  return result + "'";
}

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

namespace {

/// Letters and digits, and what no shell gives a meaning within a word.
bool is_harmless(char c) {
  constexpr std::string_view kMarks = "_-./:,=+@%^";
  return is_letter_or_digit(c) || kMarks.find(c) != kMarks.npos;
}

}  // namespace

std::string shell_quoted(std::string_view value) {
  // Within single quotes a shell knows no special character but the quote that ends them.
  std::string quoted = "'";
  for (const char c : value) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::string shell_word(std::string_view value) {
  const bool is_plain = !value.empty() && std::ranges::all_of(value, is_harmless);
  return is_plain ? std::string(value) : shell_quoted(value);
}

}  // namespace treering::core
