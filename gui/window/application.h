// The program treering-gui: its name, version and icon, and how it runs.
#pragma once

#include <QIcon>
#include <QWidget>
#include <string>

namespace treering::gui::window {

// Says what this program is, and which version of it.

/// "treering-gui 0.1.0": as `treering-gui --version` prints it.
std::string version_text();

/// Shows the dialog.
void show_about(QWidget& window);

// The program's icon, drawn: a ring and a tree on the same places.

/// As gui/share/treering-gui.svg, which desktops show, without the library that reads SVG.
QIcon icon();

// treering-gui as a whole.

/// The exit code: 0 done, 2 wrong usage, 3 bad input, 5 internal error.
int run(int argc, char** argv);

}  // namespace treering::gui::window
