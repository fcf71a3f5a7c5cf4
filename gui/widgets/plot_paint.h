// How a chart is painted: where its points and marks lie, the pens of its lines, and what is
// painted over these.
#pragma once

#include <QColor>
#include <QFontMetricsF>
#include <QPainter>
#include <QPen>
#include <QPointF>
#include <QRectF>
#include <QString>
#include <vector>

#include "report/charts/chart.h"

namespace treering::gui::widgets {

// The axes of a chart: what they span, where their marks are, and where a point lies.

/// In units of the axis: log2 of x; y itself, or its log10.
struct PlotSpan {
  double low = 0;
  double high = 1;
};

struct PlotTick {
  double at = 0;  // in units of the axis
  QString text;
};

struct PlotFrame {
  PlotSpan x, y;
  std::vector<PlotTick> x_ticks, y_ticks;
  report::charts::Scale y_scale = report::charts::Scale::Linear;

  /// In units of the axes. \pre both are above 0 on logarithmic axes
  QPointF of(QPointF value) const;
};

/// What there is room for.
struct PlotRoom {
  int most_ticks = 16;  // of the x axis
  double row = 0.045;   // a text's share of the height
  int most_y_ticks = 32;
};

inline QPointF place_of(const report::charts::Point& point) {
  return {point.x, point.y};
}

PlotFrame frame_of(const report::charts::Chart& chart, const PlotRoom& room = {});

/// The stop of the chart that is nearest on the axis. \pre there are stops; x > 0
double nearest_stop(const report::charts::Chart& chart, double x);

// How the window paints the series and marks of a chart: its theme's colours and widths.

/// A colour of the palette of charts, or kInk, kAccent.
QColor colour_of(int colour);

QPen pen_of(const report::charts::Series& series);
QPen pen_of(const report::charts::Mark& mark);

/// The area of 80 % of runs, which lines are seen through.
QColor band_colour(const report::charts::Series& series);

/// The parts of a line that are painted thicker: where a candidate is the fastest or NCCL's choice;
/// each to the next size, so that one size alone is seen too.
std::vector<std::vector<report::charts::Point>> thick_parts(const report::charts::Series& series);
QPen thick_pen_of(const report::charts::Series& series);

// What is painted over the lines of a chart: marks with their texts, the row of segments beneath
// the axis, and the cross.

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
