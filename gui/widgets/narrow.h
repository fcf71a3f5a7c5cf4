// Views for small screens.
#pragma once

namespace treering::gui::widgets {

/// A view that is narrower, in pixels, puts below each other what else stands side by side: beside
/// the inputs a window of 1024 x 700 leaves 702.
inline constexpr int kNarrow = 880;

}  // namespace treering::gui::widgets
