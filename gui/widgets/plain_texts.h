// Texts are shown as they are. By itself Qt takes a text that looks like HTML for HTML: a machine
// named "<h1>" would be a heading, and one named "<img src=...>" would read a file.
#pragma once

namespace treering::gui::widgets {

/// From now on every label shows plain text, also the labels in tool tips and message boxes, which
/// Qt makes. A label that is written in HTML asks for Qt::RichText, and escapes what comes from
/// outside. \pre there is a QApplication
void show_texts_plain();

}  // namespace treering::gui::widgets
