// Where in a text something is, and whether it is text of ours at all.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace treering::core {

/// "line 3, column 14" of a byte, both counted from 1, columns in bytes.
std::string line_and_column(std::string_view text, std::size_t offset);

/// The name of a text's encoding where its first bytes say that it is not UTF-8, else empty:
/// "UTF-16", "UTF-32", or "binary" when there is a NUL.
std::string_view foreign_encoding(std::string_view text);

}  // namespace treering::core
