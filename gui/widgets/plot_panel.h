// A chart to look at, and its pictures for those who do not have the window: with a legend, as an
// image or as SVG.
#pragma once

#include <QImage>
#include <QPainter>
#include <QPixmap>
#include <QRectF>
#include <QSize>
#include <QString>
#include <QWidget>
#include <optional>

#include "report/charts/chart.h"

namespace treering::gui::widgets {

// A chart to look at: a cross follows the mouse from stop to stop, and the arrow keys likewise.

class PlotPanel final : public QWidget {
  Q_OBJECT

 public:
  explicit PlotPanel(QWidget* parent = nullptr);
  ~PlotPanel() override;

  void show(report::charts::Chart chart);
  const report::charts::Chart& chart() const { return chart_; }
  /// As it is seen, without the cross.
  QPixmap picture();
  /// Where its lines are, in pixels.
  QRectF plotArea() const;
  /// So that lines have their least height, with all that stands around them.
  QSize minimumSizeHint() const override;
  /// The pixel of a value of x, in the middle of the plot's height.
  QPoint pixelOf(double x) const;

 Q_SIGNALS:
  /// The stop that is pointed at, or nothing any more.
  void hovered(std::optional<double> x);
  void clicked(double x);

 protected:
  void changeEvent(QEvent* event) override;

 private:
  class View;

  void point_at(std::optional<double> x);

  report::charts::Chart chart_;
  View* view_;
};

// What the lines and points of a chart look like, and a picture of it for those who do not have the
// window: with its title, and what its lines are.

/// A line through the area, or a point in its middle; of a band alone the area.
void paint_sample(QPainter& painter, const report::charts::Series& series, const QRectF& area);

/// \param picture of the chart, as the panel shows it
QImage with_legend(const QPixmap& picture, const report::charts::Chart& chart);

// A chart as SVG, with a legend at its right. Drawn by ourselves: Qt's own writer is a library of
// its own.

/// \param source what the chart is of, for those who get the picture alone; may be empty
QString svg_of(const report::charts::Chart& chart, QSize size, const QString& source = {});

}  // namespace treering::gui::widgets
