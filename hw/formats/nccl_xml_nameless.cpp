#include "hw/formats/nccl_xml_nameless.h"

#include <algorithm>
#include <cstddef>

namespace treering::hw {
namespace {

constexpr std::string_view kValue = "=\"\"";
constexpr std::string_view kSpace = " \t\r\n";

bool is_quote(char c) {
  return c == '"' || c == '\'';
}

/// Whether nothing that could be a name stands between the last value, or the tag's own name, and
/// the '=' at `at`.
bool is_nameless(std::string_view tag, std::size_t at) {
  const std::string_view before = tag.substr(0, at);
  const std::size_t last = before.find_last_not_of(kSpace);
  if (last == std::string_view::npos || last + 1 == at) return false;
  return is_quote(before[last]) || before.substr(0, last).find_first_of(kSpace) == before.npos;
}

/// Blanks the values of the tag that starts at `start`; returns where it ends.
std::size_t clean_tag(std::string& text, std::size_t start) {
  char quote = '\0';
  for (std::size_t at = start; at < text.size(); ++at) {
    const char c = text[at];
    if (quote != '\0') {
      if (c == quote) quote = '\0';
    } else if (c == '>') {
      return at + 1;
    } else if (is_quote(c)) {
      quote = c;
    } else if (c == '=' && text.compare(at, kValue.size(), kValue) == 0 &&
               is_nameless(std::string_view(text).substr(start), at - start)) {
      text.replace(at, kValue.size(), kValue.size(), ' ');
    }
  }
  return text.size();
}

}  // namespace

std::string without_nameless_values(std::string_view text) {
  constexpr std::string_view kComment = "<!--";
  std::string clean(text);
  std::size_t at = clean.find('<');
  while (at != std::string::npos) {
    const bool is_comment = clean.compare(at, kComment.size(), kComment) == 0;
    const std::size_t end = is_comment ? clean.find("-->", at) : clean_tag(clean, at);
    at = clean.find('<', std::min(end, clean.size()));
  }
  return clean;
}

}  // namespace treering::hw
