// The keys of the window: which of them are left to the widget that has the focus, and all of them
// on one sheet.
#pragma once

#include <QKeyEvent>
#include <QKeySequence>
#include <QString>
#include <QStringList>
#include <QWidget>
#include <vector>

namespace treering::gui::window {

// Keys that are a shortcut of the window and mean something to the widget that has the focus.

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

// All keys on one sheet.

/// What has the focus, or is under the pointer, where keys mean something.
enum class Place { Window, Run, Picture, Topology, Memory, Timeline, Chart };

/// A line of the sheet: each of its keys does its part of it.
struct Shortcut {
  Place place = Place::Window;
  QStringList keys;  // as QKeySequence reads them, "Ctrl+O"; or what the mouse does: "Ctrl+wheel"
  QString does;
};

/// All of them, place by place. Those of menus and buttons are read from these, so that none is
/// missing.
std::vector<Shortcut> shortcuts_of(const QWidget& window);

/// The sheet as HTML.
QString shortcuts_text(const QWidget& window);

/// Shows it above `parent`.
void show_shortcuts(QWidget& parent);

}  // namespace treering::gui::window
