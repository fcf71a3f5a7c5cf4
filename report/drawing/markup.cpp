#include "report/drawing/markup.h"

#include <cmath>

#include <fmt/format.h>

#include "core/text/quote.h"

namespace treering::report::drawing {
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
  return without_marks(core::printable(text));
}

std::string escaped_lines(std::string_view text) {
  return without_marks(core::printable_lines(text));
}

std::string pixels(double value) {
  return fmt::format("{:g}", std::round(value * 10) / 10);
}

}  // namespace treering::report::drawing
