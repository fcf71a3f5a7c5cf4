// All keys on one sheet.
#pragma once

#include <QString>
#include <QStringList>
#include <QWidget>
#include <vector>

namespace treering::gui::window {

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
