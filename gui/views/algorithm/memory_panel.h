// The memory of the selected rank: block by block, whose values are combined in it. A click selects
// the data of a column, as do Left and Right; Escape none.
#pragma once

#include <QWidget>

#include "gui/models/selection.h"
#include "gui/stage/stage_canvas.h"

namespace treering::gui::views::algorithm {

class MemoryPanel final : public QWidget {
  Q_OBJECT

 public:
  MemoryPanel(stage::StageCanvas& canvas, models::Selection& selection, QWidget* parent = nullptr);

  /// The rank whose memory is shown: the one selected last, else rank 0.
  int rank() const;
  /// The middle of a column, in pixels.
  QPoint pixelOf(int column) const;
  QSize sizeHint() const override { return {260, 300}; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  QRectF cells() const;
  /// Columns that the data are divided into.
  int columns() const;
  /// Of the selected data, if they are one; else -1.
  int column() const;
  app::simulation::Data data_of(int column) const;
  /// Nothing is selected where it is -1.
  void select(int column);
  void paint_cells(QPainter& painter, const QRectF& area) const;
  void paint_selected(QPainter& painter, const QRectF& area) const;

  stage::StageCanvas& canvas_;
  models::Selection& selection_;
};

}  // namespace treering::gui::views::algorithm
