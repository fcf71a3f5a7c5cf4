#include "core/text/markup.h"

#include "core/text/quote.h"

namespace treering::core {
namespace {

std::string without_marks(std::string_view text) {
  std::string result;
  for (const char c : text) {
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

}  // namespace

std::string escaped(std::string_view text) {
  return without_marks(printable(text));
}

std::string escaped_lines(std::string_view text) {
  return without_marks(printable_lines(text));
}

}  // namespace treering::core
