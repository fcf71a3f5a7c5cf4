// What every text has to be that leaves the program, whatever it was made of.
#pragma once

#include <string_view>

#include "core/assert.h"
#include "core/text/quote.h"

namespace treering::fuzz {

/// A text of several lines: layout of our own, nothing that a terminal obeys.
inline void check_shown(std::string_view text) {
  TREERING_ASSERT(core::printable_lines(text) == text, "a text is fit to be shown");
}

/// A name or a remark, which stands in a line of ours.
inline void check_shown_in_line(std::string_view text) {
  TREERING_ASSERT(core::find_unprintable(text) == text.size(), "a word is fit to be shown");
}

}  // namespace treering::fuzz
