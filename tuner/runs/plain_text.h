// A pasted log without what terminals, web pages and launchers put into it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace treering::tuner::runs {

/// Without colours, with blanks for tabs and for the non-breaking spaces of web pages, and with
/// ends of lines where the text has only carriage returns. Lines stay what they are.
std::string plain_text(std::string_view text);

/// A row that was flushed in pieces has the launcher's tag before each of them: the line with one
/// tag. Empty where the line is no row, or has no more than one.
std::string without_inner_tags(std::string_view line);

/// Where a line of NCCL's own begins; npos for none.
std::size_t find_debug(std::string_view line);

}  // namespace treering::tuner::runs
