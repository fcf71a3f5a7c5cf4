// JSON pointers (RFC 6901): building them, showing them in messages, finding their place in a text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace treering::core {

/// `pointer` and one more part, in which '~' and '/' are written ~0 and ~1.
std::string pointer_to(std::string_view pointer, std::string_view key);

/// For a message: "/" for the root, no control characters, and a pointer too long to read is
/// shortened in the middle.
std::string shown_pointer(std::string_view pointer);

/// The byte at which the value of `pointer` starts; if there is no such value, the start of the
/// innermost value around its place.
/// \pre `text` is JSON; for other text the result is any of its bytes
std::size_t find_in_json(std::string_view text, std::string_view pointer);

}  // namespace treering::core
