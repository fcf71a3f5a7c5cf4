// Keys that are a shortcut of the window and mean something to the widget that has the focus.
#pragma once

#include <QKeyEvent>
#include <QKeySequence>
#include <QWidget>

namespace treering::gui::window {

/// Whether a key is the widget's, and no shortcut: Space ticks a check box or the current row of a
/// list of them, presses a button and opens a list of choices; Home and End go to the ends of a
/// list.
bool is_key_of(const QWidget& focused, const QKeyEvent& key);

/// Whether undoing is undoing what is typed: it is changed, and not taken yet.
bool undoes_text(const QWidget& focused);
/// Likewise doing again what was undone there.
bool redoes_text(const QWidget& focused);

/// Whether a shortcut is left to the widget that has the focus.
using IsLeft = bool (*)(const QWidget& focused);

/// A shortcut of the window that text fields would take for themselves is the window's: Ctrl+E is
/// the end of the line there.
void keep_for_window(const QKeySequence& shortcut, QWidget& window, IsLeft is_left = nullptr);

}  // namespace treering::gui::window
