// What programs put before each line of another program's text: numbers of lines, times, levels of
// logs.
#pragma once

#include <string>
#include <string_view>

namespace treering::core {

/// `text` without these heads, behind the tags of launchers as well (pasted.h):
/// - numbers of lines, which count up from one line to the next: " 12 | ", "12: ", "12<tab>";
/// - times, "2026-11-30T10:00:00.123Z ", "[2026-11-30 10:00:00,123] ", "Nov 30 10:00:00 ", with the
///   stream of a container's log, "stdout F ", or a host and its process, "node1 train[123]: ";
/// - a mark of comments or of a prompt, "# ", "// ", "$ ", that nearly all lines have;
/// - levels with a time or in brackets, "INFO 11-30 10:00:00 [env.py:12] ", "[INFO] ".
/// Lines are never added or removed.
std::string without_line_heads(std::string_view text);

/// The bytes of all such heads but numbers of lines at the start of `line`; 0 for none.
std::size_t line_head(std::string_view line);

}  // namespace treering::core
