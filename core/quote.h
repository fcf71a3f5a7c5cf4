// Text from outside, made fit to stand in an error message.
#pragma once

#include <string>
#include <string_view>

namespace treering::core {

/// `text` between single quotes: control characters and broken UTF-8 become '?', and what is
/// longer than a name ends in "...".
std::string in_quotes(std::string_view text);

/// The same without quotes and at any length.
std::string printable(std::string_view text);

/// The byte where `text` stops being UTF-8 (RFC 3629: no surrogates, shortest form);
/// text.size() when it never does.
std::size_t find_broken_utf8(std::string_view text);

}  // namespace treering::core
