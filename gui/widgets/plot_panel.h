// A chart to look at: a cross follows the mouse from stop to stop, and the arrow keys likewise.
#pragma once

#include <QPixmap>
#include <QRectF>
#include <QSize>
#include <QWidget>
#include <optional>

#include "report/charts/chart.h"

namespace treering::gui::widgets {

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

}  // namespace treering::gui::widgets
