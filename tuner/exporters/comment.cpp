#include "tuner/exporters/comment.h"

#include "core/text/lines.h"
#include "core/text/quote.h"
#include "core/text/table.h"

namespace treering::tuner::exporters {

void Comment::add(std::string_view text) {
  text_ += text.empty() ? "#" : "# ";
  text_ += core::printable(text);
  text_ += '\n';
}

void Comment::add_lines(std::string_view text) {
  for (core::LineReader lines(text); lines.next();) add(lines.line());
}

void Comment::add_wrapped(std::string_view sentence) {
  constexpr std::size_t kWidth = 94;  // beside "# "
  add_lines(core::wrapped(sentence, kWidth, 0));
}

}  // namespace treering::tuner::exporters
