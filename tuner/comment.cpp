#include "tuner/comment.h"

#include <algorithm>

#include "core/quote.h"
#include "tuner/report/text_table.h"

namespace treering::tuner {

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
  add_lines(wrapped(sentence, kWidth, 0));
}

}  // namespace treering::tuner
