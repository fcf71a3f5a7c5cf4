// The whole run, small, and the brush on it that chooses the part that is seen.
#pragma once

#include <QImage>
#include <QWidget>
#include <memory>
#include <optional>

#include "gui/models/clock.h"
#include "gui/models/selection.h"
#include "gui/timeline/run.h"

namespace treering::gui::timeline {

// The brush on an overview: a span that is moved, made longer or made anew.

/// What of the brush a drag has hold of.
enum class Grip { New, From, To, Whole };

/// \param reach_us how near to an edge it is taken. Edges go before the inside, but a third of the
/// inside always remains to move it.
Grip grip_at(const models::Span& brush, double us, double reach_us);

struct Drag {
  Grip grip = Grip::New;
  models::Span before;  // the brush when it began
  double began_us = 0;
};

/// The brush with the pointer at `us`, within 0 to `end_us`.
models::Span brushed(const Drag& drag, double us, double end_us);

// The whole run, small, and on it the part that is seen: a brush that is dragged, resized at its
// edges, or drawn anew.

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
