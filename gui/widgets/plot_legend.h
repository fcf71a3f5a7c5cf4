// How the lines and points of a chart look, and a picture of it for those who do not have the
// window: with its title, and the names of its lines.
#pragma once

#include <QImage>
#include <QPainter>
#include <QPixmap>
#include <QRectF>

#include "report/charts/chart.h"

namespace treering::gui::widgets {

/// A line through the area, or a point in its middle; of a band alone the area.
void paint_sample(QPainter& painter, const report::charts::Series& series, const QRectF& area);

/// \param picture of the chart, as the panel shows it
QImage with_legend(const QPixmap& picture, const report::charts::Chart& chart);

}  // namespace treering::gui::widgets
