// Signs on a picture of topology: what findings and faults are about.
#pragma once

#include <QPainter>

#include "gui/models/session.h"

namespace treering::gui::views::topology {

/// A sign in the upper right corner of an area; its shape says how severe it is, as its colour
/// does.
struct Mark {
  QRectF area;
  models::Severity severity = models::Severity::Hint;
};

/// \param scale pixels of the screen for one of the picture
void paint_mark(QPainter& painter, const Mark& mark, double scale);

/// A cell is filled: signs on thousands of them would not be seen.
void paint_cell_mark(QPainter& painter, const QRectF& cell, double scale);

}  // namespace treering::gui::views::topology
