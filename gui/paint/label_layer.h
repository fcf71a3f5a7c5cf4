// The texts of a picture, as many as can be read: names before rates before details. None lies upon
// another. Where details are left out, a name takes their room and stays readable for longer, in
// several lines where it is wider than its room. Rates of a row that are too near each other leave
// out their unit, which the legend has.
#pragma once

#include <QPainter>
#include <vector>

#include "gui/paint/picture_layer.h"

namespace treering::gui::paint {

/// Areas on the screen that texts keep clear of.
struct Occupied {
  std::vector<QRectF> signs = {};  // by all but names
  std::vector<QRectF> boxes = {};  // by rates of lines between them
};

void paint_labels(QPainter& painter, const std::vector<report::drawing::Label>& labels,
                  const View& view, const Occupied& occupied = {});

}  // namespace treering::gui::paint
