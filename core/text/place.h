// The place of a byte in a text, and the text's encoding.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace treering::core {

/// The line of a byte and its column in that line, both counted from 1; columns are bytes.
std::size_t line_of(std::string_view text, std::size_t offset);
std::size_t column_of(std::string_view text, std::size_t offset);

/// "line 3, column 14".
std::string line_and_column(std::string_view text, std::size_t offset);

/// "UTF-16" or "UTF-32" where a byte order mark or the pattern of the first NULs says so, else
/// empty.
std::string_view foreign_encoding(std::string_view text);

/// `text` without UTF-8's byte order mark, which some editors and web pages put first.
std::string_view without_byte_order_mark(std::string_view text);

}  // namespace treering::core
