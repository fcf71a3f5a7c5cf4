// Lines of a CSV text (RFC 4180), which spreadsheets open without calculating what is in them.
//
// A spreadsheet takes a cell that begins with '=', '+', '-' or '@' for a formula, which may call
// other programs or send away what is in other cells (OWASP, "CSV Injection"). Such a text gets a
// ''' before it, which spreadsheets read as "this is text"; numbers stay as they are.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace treering::core {

/// The fields as one line with its line end, quoted and marked as texts where needed.
std::string csv_line(const std::vector<std::string>& fields);

/// The text that csv_line() was given, of a field without its quotes.
std::string_view without_text_mark(std::string_view field);

}  // namespace treering::core
