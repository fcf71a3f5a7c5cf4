// A rough scan of an XML text, for facts that a parser gives too late or never: the size of its
// tree, and the element that was open where the text broke off.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace treering::hw::formats::xml {

struct OpenElement {
  std::string name;  // empty when none is open
  std::size_t offset = 0;
};

/// The innermost element that is open at `end`. Skips comments, CDATA and the like; takes text that
/// is not well-formed as it comes.
OpenElement innermost_open(std::string_view text, std::size_t end);

/// The place of the (n + 1)-th `c`; npos when there are at most n.
std::size_t find_nth(std::string_view text, char c, std::size_t n);

}  // namespace treering::hw::formats::xml
