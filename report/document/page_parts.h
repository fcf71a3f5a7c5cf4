// The material of pages: escaped text and figures, the style sheet, the scripts.
#pragma once

#include <string>
#include <string_view>

namespace treering::report::document {

// Text and figures as HTML and SVG take them.

/// For text and for values of attributes in double quotes. What is not fit to be shown becomes '?';
/// line ends and tabs stay.
std::string escaped(std::string_view text);

/// JSON that stands within a script element: no '<', '>' or '&' ends it.
std::string escaped_json(std::string_view json);

/// To tenths of a pixel, without zeros at the end.
std::string pixels(double value);

// What a page carries: its style sheet, its script, and dygraphs where it was there to build with.

/// With the colours of both themes.
std::string page_style();

std::string_view page_script();

/// Empty where the program was built without it.
std::string_view dygraphs();

}  // namespace treering::report::document
