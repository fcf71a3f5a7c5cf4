#include "tuner/exporters/comment.h"

#include <algorithm>

#include "core/text/quote.h"
#include "core/text/table.h"

namespace treering::tuner::exporters {

void Comment::add(std::string_view text) {
  text_ += text.empty() ? "#" : "# ";
  text_ += core::printable(text);
  text_ += '\n';
}

void Comment::add_lines(std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    add(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

void Comment::add_wrapped(std::string_view sentence) {
  constexpr std::size_t kWidth = 94;  // beside "# "
  add_lines(core::wrapped(sentence, kWidth, 0));
}

}  // namespace treering::tuner::exporters
