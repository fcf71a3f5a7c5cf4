// Names of nodes and titles of trees upon a stage: of fixed size, as many as fit.
#pragma once

#include <QPainter>
#include <vector>

#include "gui/stage/layers.h"

namespace treering::gui::stage {

/// A caption as it is on the screen.
struct Shown {
  QRectF area;  // pixels
  QString text;
  bool is_title = false;
  int px = 0;  // of the text
};

/// Which captions there are beside the names in cards (gui/stage/node_names.h).
enum class Captions { All, TitlesOnly };

/// None lies upon another. \param to_pixels of the plane
std::vector<Shown> shown_captions(const Look& look, const QTransform& to_pixels, Captions which);

/// Returns how many.
std::size_t paint_captions(QPainter& painter, const Look& look, Captions which);

}  // namespace treering::gui::stage
