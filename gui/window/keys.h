// Keys that are a shortcut of the window and mean something to the widget that has the focus.
#pragma once

#include <QKeyEvent>
#include <QWidget>

namespace treering::gui::window {

/// Whether a key is the widget's, and no shortcut: Space ticks a check box, presses a button and
/// opens a list of choices; Home and End go to the ends of a list.
bool is_key_of(const QWidget& focused, const QKeyEvent& key);

}  // namespace treering::gui::window
