// What a page carries: its style sheet, its script, and dygraphs where it was there to build with.
#pragma once

#include <string>
#include <string_view>

namespace treering::report::document {

/// With the colours of both themes.
std::string page_style();

std::string_view page_script();

/// Empty where the program was built without it.
std::string_view dygraphs();

}  // namespace treering::report::document
