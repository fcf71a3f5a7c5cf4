// The nodes of a cluster that have no boxes of their own (report::drawing::Cells): far away a
// ground, then rectangles, then with numbers, and near by with what is in the node.
#pragma once

#include "gui/paint/picture_layer.h"

namespace treering::gui::paint {

void paint_cells(QPainter& painter, const report::drawing::Picture& picture, const View& view,
                 const Emphasis& emphasis);

/// Where the inside of a node lies in its cell, as magnified as it fits.
struct Inside {
  QPointF corner;
  double scale = 1;
};
Inside inside_of(const report::drawing::Area& cell, const report::drawing::Picture& inside);

/// Whether the insides of nodes are there to be pointed at.
bool has_insides(const View& view);

/// The area of a node in a cell; empty where none is its.
QRectF cell_of(const report::drawing::Picture& picture, int node);

}  // namespace treering::gui::paint
