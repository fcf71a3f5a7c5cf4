// Text as HTML, SVG and other XML take it.
#pragma once

#include <string>
#include <string_view>

namespace treering::core {

/// For text and for values of attributes in quotes. What is not fit to be shown becomes '?'.
std::string escaped(std::string_view text);

/// The same for a text of several lines; line ends and tabs stay.
std::string escaped_lines(std::string_view text);

}  // namespace treering::core
