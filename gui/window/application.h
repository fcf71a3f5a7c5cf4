// The program treering-gui: its name, version and icon, its command line, and how it runs.
#pragma once

#include <QIcon>
#include <QSize>
#include <QString>
#include <QWidget>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "core/result.h"
#include "gui/models/question.h"
#include "gui/paint/theme.h"

namespace treering::gui::window {

// Says what this program is, and which version of it.

/// "treering-gui 0.1.0": as `treering-gui --version` prints it.
std::string version_text();

/// Shows the dialog.
void show_about(QWidget& window);

// The program's icon, drawn: a ring and a tree on the same places.

/// As gui/share/treering-gui.svg, which desktops show, without the library that reads SVG.
QIcon icon();

// What stands behind treering-gui on the command line.

struct Start {
  models::Question question;
  std::optional<QString> screenshot;  // a file; the window is not shown then
  std::optional<QString> animation;   // likewise: a page that plays, or a folder of pictures
  int frames = 120;                   // of an animation
  QString view;                       // empty: the first, or the one that was shown last
  QSize size{1280, 800};
  std::optional<paint::Shade> shade;  // else the desktop's
  std::optional<double> time_us;      // the moment that is shown
  QString lesson;                     // its id; empty: none
  int lesson_step = 1;
  QString file;  // that the window opens by what is in it; empty: none

  bool is_shown() const { return !screenshot && !animation; }
};

/// Nothing to start: what was asked for is a text, such as the help.
struct Text {
  std::string text;
};

using StartOrText = std::variant<Start, Text>;

core::Result<StartOrText> parse_command_line(std::span<const std::string> words);

// treering-gui as a whole.

/// The exit code: 0 done, 2 wrong usage, 3 bad input, 5 internal error.
int run(int argc, char** argv);

}  // namespace treering::gui::window
