// Paints over the lines of a chart: marks with their texts, the row of segments beneath the
// axis, and the cross.
#pragma once

#include <QFontMetricsF>
#include <QPainter>
#include <QPointF>
#include <QRectF>
#include <QString>
#include <vector>

#include "gui/widgets/plot_frame.h"
#include "report/charts/chart.h"

namespace treering::gui::widgets {

/// Where the lines are, in pixels.
struct PlotGround {
  PlotFrame frame;
  QRectF area;

  double pixel_of(double x) const;
  QPointF pixel_of(QPointF value) const;
};

/// Pixels of letters, and of the row of segments, in which two lines have room, with the space
/// around it.
inline constexpr int kPlotText = 11;
inline constexpr int kPlotRow = 34;

/// Where the texts are that it paints.
std::vector<QRectF> paint_marks(QPainter& painter, const report::charts::Chart& chart,
                                const PlotGround& ground);
/// Above the last points of series that are to be named, or below where texts of marks are. What
/// has no room is left out.
void paint_names(QPainter& painter, const report::charts::Chart& chart, const PlotGround& ground,
                 std::vector<QRectF> taken);
/// The text of a segment in one line, or broken at its stroke in two, or the first of these alone;
/// empty where none has room. \param width pixels
QString segment_text(const QString& text, double width, const QFontMetricsF& metrics);
/// \param bottom of the row
void paint_segments(QPainter& painter, const report::charts::Chart& chart, const PlotGround& ground,
                    double bottom);
/// The tooltip of the nearest point that has one, if it is under the pointer; else empty.
QString note_at(const report::charts::Chart& chart, const PlotGround& ground, QPointF pixel);
/// Upright through `x`, with a dot on each line.
void paint_cross(QPainter& painter, const report::charts::Chart& chart, const PlotGround& ground,
                 double x);

}  // namespace treering::gui::widgets
