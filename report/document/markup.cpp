#include "report/document/markup.h"

#include <cmath>

#include <fmt/format.h>

#include "core/text/quote.h"

namespace treering::report::document {

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : core::printable_lines(text)) {
    switch (c) {
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '&':
        result += "&amp;";
        break;
      case '"':
        result += "&quot;";
        break;
      case '\'':
        result += "&#39;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

std::string escaped_json(std::string_view json) {
  std::string result;
  result.reserve(json.size());
  for (const char c : json) {
    if (c == '<' || c == '>' || c == '&') {
      result += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    } else {
      result += c;
    }
  }
  return result;
}

std::string pixels(double value) {
  return fmt::format("{:g}", std::round(value * 10) / 10);
}

}  // namespace treering::report::document
