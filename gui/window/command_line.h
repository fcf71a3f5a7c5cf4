// The command line of treering-gui.
#pragma once

#include <QSize>
#include <QString>
#include <optional>
#include <span>
#include <string>
#include <variant>

#include "core/result.h"
#include "gui/models/question.h"
#include "gui/paint/theme.h"

namespace treering::gui::window {

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

}  // namespace treering::gui::window
