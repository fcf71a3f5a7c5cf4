#include <algorithm>
#include <vector>

#include "hw/formats/xml/document.h"

namespace treering::hw::formats::xml {
namespace {

struct Tag {
  std::string_view name;  // empty for comments, CDATA, declarations and instructions
  std::size_t offset = 0;
  std::size_t end = 0;  // past its '>'
  bool is_closing = false;
  bool is_single = false;
};

std::size_t past(std::string_view text, std::string_view mark, std::size_t from) {
  const std::size_t at = text.find(mark, from);
  return at == std::string_view::npos ? text.size() : at + mark.size();
}

/// The '>' that ends the tag begun at `at`, skipping those in quotes.
std::size_t past_tag(std::string_view text, std::size_t at) {
  char quote = '\0';
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (quote != '\0') {
      if (c == quote) quote = '\0';
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '>') {
      return at + 1;
    }
  }
  return text.size();
}

Tag tag_at(std::string_view text, std::size_t at) {
  Tag tag;
  tag.offset = at;
  const std::string_view rest = text.substr(at);
  if (rest.starts_with("<!--")) {
    tag.end = past(text, "-->", at + 4);
  } else if (rest.starts_with("<![CDATA[")) {
    tag.end = past(text, "]]>", at);
  } else if (rest.starts_with("<?")) {
    tag.end = past(text, "?>", at);
  } else if (rest.starts_with("<!")) {
    tag.end = past_tag(text, at);
  } else {
    tag.is_closing = rest.starts_with("</");
    const std::size_t start = at + (tag.is_closing ? 2 : 1);
    const std::size_t stop = std::min(text.find_first_of(" \t\r\n/>", start), text.size());
    tag.name = text.substr(start, stop - start);
    tag.end = past_tag(text, at);
    tag.is_single = tag.end - at > 2 && text[tag.end - 1] == '>' && text[tag.end - 2] == '/';
  }
  return tag;
}

}  // namespace

OpenElement innermost_open(std::string_view text, std::size_t end) {
  std::vector<Tag> open;
  const std::string_view before = text.substr(0, std::min(end, text.size()));
  std::size_t at = before.find('<');
  while (at != std::string_view::npos) {
    const Tag tag = tag_at(before, at);
    if (tag.is_closing) {
      if (!open.empty() && open.back().name == tag.name) open.pop_back();
    } else if (!tag.name.empty() && !tag.is_single) {
      open.push_back(tag);
    }
    at = before.find('<', tag.end);
  }
  if (open.empty()) return {};
  return {std::string(open.back().name), open.back().offset};
}

std::size_t find_nth(std::string_view text, char c, std::size_t n) {
  std::size_t at = text.find(c);
  for (; n > 0 && at != std::string_view::npos; --n) at = text.find(c, at + 1);
  return at;
}

}  // namespace treering::hw::formats::xml
