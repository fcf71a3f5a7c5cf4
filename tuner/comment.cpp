#include "tuner/comment.h"

#include <algorithm>

#include "core/quote.h"

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
  while (!sentence.empty()) {
    std::size_t end = sentence.size();
    if (end > kWidth) {
      const std::size_t blank = sentence.rfind(' ', kWidth);
      end = blank == std::string_view::npos ? std::min(sentence.find(' '), end) : blank;
    }
    add(sentence.substr(0, end));
    sentence.remove_prefix(std::min(end + 1, sentence.size()));
  }
}

}  // namespace treering::tuner
