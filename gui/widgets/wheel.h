// Inputs in what scrolls: the wheel scrolls it, and changes an input only where that has the focus.
#pragma once

#include <QWidget>

namespace treering::gui::widgets {

/// For the boxes inside `parent` in which one chooses or counts. Nor do they take the focus from
/// the wheel.
void leave_wheel_to_scrolling(QWidget& parent);

}  // namespace treering::gui::widgets
