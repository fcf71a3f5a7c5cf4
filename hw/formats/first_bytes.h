// A look at the start of a text, enough to tell formats from each other.
#pragma once

#include <string_view>

namespace treering::hw {

/// Without byte order mark and leading white space.
std::string_view without_leading_space(std::string_view text);

/// The name of the root element of an XML text; empty when it is none.
std::string_view xml_root(std::string_view text);

/// The first lines of `text` in which something can be looked for: a fixed number of bytes.
std::string_view head_of(std::string_view text);

}  // namespace treering::hw
