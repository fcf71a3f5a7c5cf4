// Text and figures as HTML and SVG take them.
#pragma once

#include <string>
#include <string_view>

namespace treering::report::drawing {

/// For text and for values of attributes in quotes. What is not fit to be shown becomes '?'.
std::string escaped(std::string_view text);

/// The same for a text of several lines; line ends and tabs stay.
std::string escaped_lines(std::string_view text);

/// To tenths of a pixel, without zeros at the end.
std::string pixels(double value);

}  // namespace treering::report::drawing
