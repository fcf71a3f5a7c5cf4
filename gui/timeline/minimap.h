// The whole run, small, and on it the part that is seen: a brush that is dragged, resized at its
// edges, or drawn anew.
#pragma once

#include <QImage>
#include <QWidget>
#include <memory>
#include <optional>

#include "gui/models/clock.h"
#include "gui/timeline/brush.h"
#include "gui/timeline/run.h"

namespace treering::gui::timeline {

class Minimap final : public QWidget {
  Q_OBJECT

 public:
  explicit Minimap(models::Clock& clock, QWidget* parent = nullptr);

  /// \param names pixels at the left, below which rows have their names
  void setRun(std::shared_ptr<const Run> run, double end_us, double names);
  void setBrush(const models::Span& seen);
  const models::Span& brush() const { return brush_; }
  QSize sizeHint() const override { return {400, 34}; }

 Q_SIGNALS:
  void brushed(const treering::gui::models::Span& seen);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;

 private:
  double x_of(double us) const;
  double us_at(double x) const;
  double reach() const;
  void draw_overview();

  models::Clock& clock_;
  std::shared_ptr<const Run> run_;
  double end_us_ = 0;
  double names_ = 0;
  models::Span brush_;
  std::optional<Drag> drag_;
  QImage overview_;
};

}  // namespace treering::gui::timeline
