#include <algorithm>

#include "core/text/quote.h"
#include "core/text/reading.h"
#include "core/text/table.h"
#include "tuner/exporters/exporter.h"
#include "tuner/exporters/plugin_csv.h"

namespace treering::tuner::exporters {
namespace {

constexpr std::string_view kMark = "# ";

/// Takes the first piece of up to `most` bytes off `text`: all of it, or what ends before a space,
/// or as many whole characters as fit. \pre `text` is printable
std::string_view take_piece(std::string_view& text, std::size_t most) {
  std::size_t end = std::min(text.size(), most);
  if (end < text.size()) {
    const std::size_t space = text.rfind(' ', most);
    const std::size_t word = text.find_first_not_of(' ');
    if (space != std::string_view::npos && space > word) {
      end = space;
    } else {
      end = 0;
      for (std::size_t next = 0; next <= most;) {
        end = next;
        next += core::character_length(text.substr(next));
      }
    }
  }
  const std::string_view piece = text.substr(0, end);
  text.remove_prefix(end);
  return piece;
}

}  // namespace

void Comment::add(std::string_view text) {
  const std::string shown = core::printable(text);
  std::string_view rest = shown;
  do {
    text_ += rest.empty() ? "#" : kMark;
    text_ += take_piece(rest, kMostLineBytes - kMark.size());
    text_ += '\n';
    rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
  } while (!rest.empty());
}

std::string Comment::behind(std::string_view text) {
  return std::string(kMark) + core::printable(text);
}

void Comment::add_lines(std::string_view text) {
  for (core::LineReader lines(text); lines.next();) add(lines.line());
}

void Comment::add_wrapped(std::string_view sentence) {
  constexpr std::size_t kWidth = 94;  // beside "# "
  add_lines(core::wrapped(sentence, kWidth, 0));
}

}  // namespace treering::tuner::exporters
