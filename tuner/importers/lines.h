// The lines of a text, as all readers of this room count and cut them: each ends with '\n'.
#pragma once

#include <cstddef>
#include <string_view>

namespace treering::tuner::importers {

/// Cuts the first line off `rest` and returns it, without its end; the last one may have none.
std::string_view take_line(std::string_view& rest);

/// How many lines end in `text`.
std::size_t count_line_ends(std::string_view text);

}  // namespace treering::tuner::importers
