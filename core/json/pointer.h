// JSON pointers (RFC 6901): their parts, how messages show them, and where in a text they lead.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace treering::core {

/// `pointer` and one more part, in which '~' and '/' are written ~0 and ~1.
std::string pointer_to(std::string_view pointer, std::string_view key);

/// Fit for a message: "/" for the root, without control characters, shortened in the middle when
/// it is longer than a person reads.
std::string shown_pointer(std::string_view pointer);

/// The byte at which the value begins that `pointer` leads to; where there is none, that of the
/// innermost value around it.
/// \pre `text` is JSON; on other text any byte of it
std::size_t find_in_json(std::string_view text, std::string_view pointer);

}  // namespace treering::core
