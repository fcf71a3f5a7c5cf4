// The program's icon, drawn: a ring and a tree on the same places.
#pragma once

#include <QIcon>

namespace treering::gui::window {

/// As gui/share/treering-gui.svg, which desktops show, without the library that reads SVG.
QIcon icon();

}  // namespace treering::gui::window
