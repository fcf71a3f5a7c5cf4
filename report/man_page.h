// Manual pages in roff, the language of man(1).
#pragma once

#include <string>
#include <string_view>

namespace treering::report {

/// The head of the page of a program, from its name up to SYNOPSIS.
std::string man_head(std::string_view program, std::string_view purpose);

/// The section about the version of this treering, with its commit.
std::string man_version();

/// Text as roff takes it: no line starts a request, backslashes and dashes stay what they are.
std::string man_text(std::string_view text);

/// Paragraphs, which blank lines part.
std::string man_paragraphs(std::string_view text);

/// What stands behind a bold tag: an option, an exit status.
std::string man_tagged(std::string_view tag, std::string_view text);

}  // namespace treering::report
