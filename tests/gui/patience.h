#pragma once

namespace treering::gui {

/// How long a test waits for what must come, in ms: only a failure takes as long, and a check with
/// sanitizers on a busy machine is slow.
inline constexpr int kPatience = 120'000;

}  // namespace treering::gui
