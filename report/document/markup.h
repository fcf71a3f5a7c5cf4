// Text and figures as HTML and SVG take them.
#pragma once

#include <string>
#include <string_view>

namespace treering::report::document {

/// For text and for values of attributes in double quotes. What is not fit to be shown becomes '?';
/// line ends and tabs stay.
std::string escaped(std::string_view text);

/// JSON that stands within a script element: no '<', '>' or '&' ends it.
std::string escaped_json(std::string_view json);

/// To tenths of a pixel, without zeros at the end.
std::string pixels(double value);

}  // namespace treering::report::document
