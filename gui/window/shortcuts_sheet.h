// All keys on one sheet.
#pragma once

#include <QWidget>

namespace treering::gui::window {

/// Shows it above `parent`; those of menus and buttons are read from them, so that none is missing.
void show_shortcuts(QWidget& parent);

/// Its text, as HTML.
QString shortcuts_text(const QWidget& window);

}  // namespace treering::gui::window
