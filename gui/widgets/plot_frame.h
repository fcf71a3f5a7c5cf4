// The axes of a chart: what they span, where their marks are, and where a point lies.
#pragma once

#include <QPointF>
#include <QString>
#include <vector>

#include "report/charts/chart.h"

namespace treering::gui::widgets {

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

/// The room for ticks and texts.
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

}  // namespace treering::gui::widgets
