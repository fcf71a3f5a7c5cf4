// What the window remembers from one start to the next: the machines and files last opened, its
// shape, and the question.
#pragma once

#include <QByteArray>
#include <QStringList>
#include <optional>

#include "gui/models/question.h"
#include "gui/paint/theme.h"

namespace treering::gui::window {

inline constexpr int kMostRecent = 8;

/// Built-in machines and files of all kinds, the last one first.
QStringList recent_sources();
/// To the front. A file under its whole name, as the next start may be in another folder.
void remember_source(const QString& name);
/// Whether the name is no file's: that of a built-in machine, or "live".
bool is_built_in(const QString& name);

struct Shape {
  QByteArray geometry;
  QByteArray state;
  QString view;
};
Shape remembered_shape();
void remember_shape(const Shape& shape);

/// As the window was left; nothing at the first start.
std::optional<models::Question> remembered_question();
void remember_question(const models::Question& question);

/// Chosen by hand; nothing: as the desktop.
std::optional<paint::Shade> remembered_shade();
void remember_shade(paint::Shade shade);

}  // namespace treering::gui::window
