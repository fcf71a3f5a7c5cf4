// Widgets that hands work: which of them pictures leave out, and which of them leave the wheel to
// scrolling.
#pragma once

#include <QWidget>

namespace treering::gui::widgets {

// Widgets that only serve hands, such as labels that name keys, and lists to choose from: pictures
// of a view leave them out.

/// A property of them: true.
inline constexpr const char* kIsForHands = "isForHands";

// Inputs in what scrolls: the wheel scrolls it, and changes an input only where that has the focus.

/// For the boxes inside `parent` in which one chooses or counts. Nor do they take the focus from
/// the wheel.
void leave_wheel_to_scrolling(QWidget& parent);

}  // namespace treering::gui::widgets
