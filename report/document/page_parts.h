// The material of pages: JSON within them, the style sheet, the scripts.
#pragma once

#include <string>
#include <string_view>

namespace treering::report::document {

/// JSON that stands within a script element: no '<', '>' or '&' ends it.
std::string escaped_json(std::string_view json);

// What a page carries: its style sheet, its script, and dygraphs where it was there to build with.

/// With the colours of both themes.
std::string page_style();

std::string_view page_script();

/// Empty where the program was built without it.
std::string_view dygraphs();

}  // namespace treering::report::document
