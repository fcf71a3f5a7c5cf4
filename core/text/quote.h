// Text from outside, made fit to stand in a message or in any other text of ours.
//
// Unfit are broken UTF-8, control characters (C0, DEL, C1: a terminal obeys them, a line end begins
// a line of a script) and what ends or turns a line in Unicode: U+2028, U+2029, and the marks of
// direction U+061C, U+200E, U+200F, U+202A..U+202E, U+2066..U+2069, behind which a text reads
// otherwise than it is.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace treering::core {

/// `text` between single quotes: each unfit character, and each byte of broken UTF-8, becomes '?',
/// and what is longer than a name ends in "...".
std::string in_quotes(std::string_view text);

/// The same without quotes and at any length.
std::string printable(std::string_view text);

/// The same for a text of several lines: line ends and tabs stay.
std::string printable_lines(std::string_view text);

/// The byte where the first unfit character of `text` starts; text.size() when there is none.
std::size_t find_unfit(std::string_view text);

/// "U+001B" for the character at `offset`; empty where UTF-8 is broken there.
std::string code_point_name(std::string_view text, std::size_t offset);

/// Bytes of the character at the start of `text`, which is not empty; 0 when UTF-8 is broken there.
std::size_t character_length(std::string_view text);

/// The byte where `text` stops being UTF-8 (RFC 3629: no surrogates, shortest form);
/// text.size() when it never does.
std::size_t find_broken_utf8(std::string_view text);

}  // namespace treering::core
