// A picture of report/drawing on a canvas: painted as far as it is seen, and asked what lies where.
#pragma once

#include <QPainter>
#include <QRectF>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "report/drawing/picture.h"

namespace treering::gui::paint {

/// What stands out of a picture.
struct Emphasis {
  std::set<core::DeviceId> devices;  // with the lines between them
  std::set<std::size_t> boxes;       // by number
  bool has_others_faded = false;
  std::vector<std::optional<double>> loads = {};  // by line, 0 to 1; empty: lines have the colours
                                                  // of their kinds
};

QRectF rect_of(const report::drawing::Area& area);

/// Paints what lies in `seen`; texts that would be smaller than can be read are left out. \param
/// scale pixels of the screen for one of the picture
struct View {
  QRectF seen;
  double scale = 1;
};
void paint(QPainter& painter, const report::drawing::Picture& picture, const View& view,
           const Emphasis& emphasis = {});

/// The uppermost box or line there; nothing on the ground.
struct Hit {
  std::optional<std::size_t> box;
  std::optional<std::size_t> line;
};
std::optional<Hit> hit(const report::drawing::Picture& picture, QPointF at, double tolerance);

}  // namespace treering::gui::paint
