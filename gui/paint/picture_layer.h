// A picture of report/drawing on a canvas: how it is painted, the nodes in its cells, what lies
// where, and how it is stretched to the height of a window.
#pragma once

#include <QPainter>
#include <QRectF>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "report/drawing/picture.h"

namespace treering::gui::paint {

// A picture of report/drawing on a canvas: painted as far as it is seen, and asked what lies where.

/// What stands out of a picture.
struct Emphasis {
  std::set<core::DeviceId> devices;  // with the lines between them
  std::set<std::size_t> boxes;       // by number
  std::set<std::size_t> lines = {};  // by number: not faded
  std::set<int> nodes = {};          // of a cluster: with the same devices in them,
  std::map<int, std::set<core::DeviceId>> devices_in = {};  // but in those named here with these
  bool has_others_faded = false;
  std::vector<std::optional<double>> loads = {};  // by line, 0 to 1; empty: lines have the colours
                                                  // of their kinds
};

QRectF rect_of(const report::drawing::Area& area);

struct View {
  QRectF seen;       // from the left upper corner of the screen on
  double scale = 1;  // pixels of the screen for one of the picture
};

/// Paints what lies in `seen`; which texts is in labels.h.
void paint(QPainter& painter, const report::drawing::Picture& picture, const View& view,
           const Emphasis& emphasis = {});

/// The sign of a box that folds or unfolds; empty where there is none, or it is too small for one.
QRectF handle_of(const report::drawing::Box& box, double scale);

/// The uppermost box or line there, of the picture or of what is in a node; nothing on the ground.
struct Hit {
  const report::drawing::Picture* picture = nullptr;  // whose box or line it is
  std::optional<std::size_t> box;
  std::optional<std::size_t> line;
  int node = report::drawing::kNoNode;  // in whose cell or box it is
  bool is_on_handle = false;

  const report::drawing::Box* box_hit() const { return box ? &picture->boxes[*box] : nullptr; }
  const report::drawing::Line* line_hit() const { return line ? &picture->lines[*line] : nullptr; }
};
/// \param tolerance beside a line, in units of the picture
std::optional<Hit> hit(const report::drawing::Picture& picture, QPointF at, const View& view,
                       double tolerance);

// The nodes of a cluster that have no boxes of their own (report::drawing::Cells): far away a
// ground, then rectangles, then with numbers, and near by with what is in the node.

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

// A picture higher than its layout made it: where a window is higher than wide pictures are, texts
// find room.

/// All is `factor` times as far from the upper edge; boxes are higher, and lines of a text in one
/// stay together. Cells have a height of their own: a picture with some stays as it is.
report::drawing::Picture stretched(report::drawing::Picture picture, double factor);

}  // namespace treering::gui::paint
