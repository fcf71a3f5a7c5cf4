#include "core/quote.h"

#include <array>
#include <cstddef>
#include <cstdint>

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

/// Bytes of the character at the start of `text`; 0 when it is broken.
std::size_t character_length(std::string_view text) {
  if (is_between(text[0], 0x00, 0x7F)) return 1;
  for (const Lead& lead : kLeads) {
    if (starts_with(text, lead)) return lead.length;
  }
  return 0;
}

/// Appends the character at the start of `text` as a message may hold it; its length in `text`.
std::size_t append_printable(std::string_view text, std::string& result) {
  const std::size_t length = character_length(text);
  const bool is_control = is_between(text[0], 0x00, 0x1F) || text[0] == 0x7F;
  if (length == 0 || is_control) {
    result += '?';
    return 1;
  }
  result += text.substr(0, length);
  return length;
}

}  // namespace

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

std::string in_quotes(std::string_view text) {
  constexpr std::size_t kLongest = 60;
  std::string result = "'";
  std::size_t i = 0;
  while (i < text.size() && i < kLongest) i += append_printable(text.substr(i), result);
  if (i < text.size()) result += "...";
  return result + "'";
}

}  // namespace treering::core
