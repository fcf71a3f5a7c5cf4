// The texts of a picture, as many as can be read: names before rates before details. None lies upon
// another. Where details are left out, a name takes their room and stays readable for longer.
#pragma once

#include <QPainter>
#include <vector>

#include "gui/paint/picture_layer.h"

namespace treering::gui::paint {

/// Smaller text than that is not read: pixels of the screen.
inline constexpr double kLeastText = 6;
/// Plain text of that size is painted as large as can be read.
inline constexpr double kNearlyReadable = 5;

/// \param signs areas on the screen that texts other than names keep clear of
void paint_labels(QPainter& painter, const std::vector<report::drawing::Label>& labels,
                  const View& view, const std::vector<QRectF>& signs);

}  // namespace treering::gui::paint
