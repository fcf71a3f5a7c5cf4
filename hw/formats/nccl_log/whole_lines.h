// Lines that a terminal or a chat cut at its width: "... Watchdog caught collective opera" and
// "tion timeout: WorkNCCL(...".
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace treering::hw::formats::nccl_log {

/// `text` with the pieces of cut lines joined in the first one's place; the lines of the others
/// stay, empty, so that numbers of lines are those of the paste. The width is that of the text
/// itself: no line of the log is longer, and those that go on in the next have no room for its
/// first word. Nothing for a text that nobody cut.
std::optional<std::string> with_whole_lines(std::string_view text);

}  // namespace treering::hw::formats::nccl_log
