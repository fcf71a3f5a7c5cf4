// A chart as a value: lines over a logarithmic axis, what is marked on it, and a row of segments
// beneath it.
#pragma once

#include <QColor>
#include <QPen>
#include <QPointF>
#include <QString>
#include <vector>

namespace treering::gui::widgets {

enum class PlotScale { Linear, Log };

/// How the numbers of an axis are written.
enum class PlotText {
  Plain,  // 1000
  Size,   // 1K, as nccl-tests has sizes
  Time    // of us: 1 ms
};

struct PlotAxis {
  QString title;
  PlotScale scale = PlotScale::Linear;
  PlotText text = PlotText::Plain;
};

enum class PlotStyle { Line, Dots, Diamonds };

struct PlotSeries {
  QString name;
  QPen pen;
  std::vector<QPointF> points;  // by rising x
  PlotStyle style = PlotStyle::Line;
  bool is_cut = false;         // the y axis does not go as far as it does
  bool is_named = false;       // beside the line itself
  std::vector<QString> notes;  // by point: its tooltip; empty: none has one
};

/// The area between two lines.
struct PlotBand {
  QString name;
  QColor colour;
  std::vector<QPointF> low;  // by rising x
  std::vector<QPointF> high;
};

/// An upright line.
struct PlotMark {
  double x = 0;
  QString text;
  QPen pen;
};

struct PlotSegment {
  double from = 0;
  double to = 0;
  QString text;
  QColor colour;
};

struct Plot {
  QString title;                                    // for those who cannot see it
  QString source = {};                              // what it is of, where it leaves the window
  PlotAxis x{{}, PlotScale::Log, PlotText::Plain};  // always by doublings
  PlotAxis y;
  std::vector<PlotBand> bands;  // beneath the lines
  std::vector<PlotSeries> series;
  std::vector<PlotMark> marks;
  QString segments_title;
  std::vector<PlotSegment> segments;
  std::vector<double> stops;  // values of x that are pointed at, rising

  bool is_empty() const { return series.empty() || stops.empty(); }
};

}  // namespace treering::gui::widgets
