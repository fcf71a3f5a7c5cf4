// Text that is safe where it goes: in a message, in a cell of CSV, in a command of a shell; and
// text from a terminal without its escapes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace treering::core {

// Makes text from outside printable, for messages and all other texts of ours.
//
// Unprintable are broken UTF-8, control characters (C0, DEL, C1: a terminal obeys them, a line end
// starts a line of a script), Unicode's line ends U+2028 and U+2029, and its marks of direction
// U+061C, U+200E, U+200F, U+202A..U+202E, U+2066..U+2069, which show a text in another order than
// it has.

/// `text` in single quotes. Each unprintable character and each byte of broken UTF-8 becomes '?'; a
/// text longer than a name is cut and ends in "...".
std::string in_quotes(std::string_view text);

/// The same without quotes, never cut.
std::string printable(std::string_view text);

/// The same for a text of several lines; line ends and tabs stay.
std::string printable_lines(std::string_view text);

/// The byte where the first unprintable character of `text` starts; text.size() when there is none.
std::size_t find_unprintable(std::string_view text);

/// "U+001B" for the character at `offset`; empty where UTF-8 is broken there.
std::string code_point_name(std::string_view text, std::size_t offset);

/// Bytes of the character at the start of `text`, which is not empty; 0 when UTF-8 is broken there.
std::size_t character_length(std::string_view text);

/// The byte where `text` stops being UTF-8 (RFC 3629: no surrogates, shortest form);
/// text.size() when it never does.
std::size_t find_broken_utf8(std::string_view text);

// Terminal escapes in text that was copied or piped from a terminal.

/// `text` without the escape sequences that make a terminal underline or colour.
std::string without_escapes(std::string_view text);

// Lines of a CSV text (RFC 4180), which spreadsheets open without calculating what is in them.
//
// A spreadsheet takes a cell that begins with '=', '+', '-' or '@' for a formula, which may call
// other programs or send away what is in other cells (OWASP, "CSV Injection"). Such a text gets a
// ''' before it, which spreadsheets read as "this is text"; numbers stay as they are.

/// The fields as one line with its line end, quoted and marked as texts where needed.
std::string csv_line(const std::vector<std::string>& fields);

/// The text that csv_line() was given, of a field without its quotes.
std::string_view without_text_mark(std::string_view field);

// Words as a POSIX shell reads them.

/// `value` in quotes, as one word, whatever is in it.
std::string shell_quoted(std::string_view value);

/// The same, without quotes where it needs none.
std::string shell_word(std::string_view value);

}  // namespace treering::core
