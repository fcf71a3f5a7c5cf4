#include "hw/formats/nccl_xml/nameless.h"

#include <algorithm>
#include <cstddef>

namespace treering::hw::formats::nccl_xml {
namespace {

constexpr std::string_view kValue = "=\"\"";
constexpr std::string_view kSpace = " \t\r\n";

bool is_quote(char c) {
  return c == '"' || c == '\'';
}

bool is_space(char c) {
  return kSpace.find(c) != std::string_view::npos;
}

/// Blanks the values of the tag that starts at `start`; returns where it ends.
std::size_t clean_tag(std::string& text, std::size_t start) {
  char quote = '\0';
  bool is_tag_name = true;
  bool has_name = false;  // of an attribute, whose value is still to come
  for (std::size_t at = start + 1; at < text.size(); ++at) {
    const char c = text[at];
    if (quote != '\0') {
      has_name = has_name && c != quote;
      if (c == quote) quote = '\0';
    } else if (c == '>') {
      return at + 1;
    } else if (is_quote(c)) {
      quote = c;
    } else if (is_space(c)) {
      is_tag_name = false;
    } else if (!is_tag_name && !has_name && text.compare(at, kValue.size(), kValue) == 0) {
      text.replace(at, kValue.size(), kValue.size(), ' ');
    } else {
      has_name = has_name || !is_tag_name;
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

}  // namespace treering::hw::formats::nccl_xml
