// Says what this program is, and which version of it.
#pragma once

#include <QWidget>
#include <string>

namespace treering::gui::window {

/// "treering-gui 0.1.0": as `treering-gui --version` prints it.
std::string version_text();

/// Shows the dialog.
void show_about(QWidget& window);

}  // namespace treering::gui::window
