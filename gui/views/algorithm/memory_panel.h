// The memory of the selected rank: block by block, whose values are combined in it.
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
  QSize sizeHint() const override { return {260, 300}; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void paint_cells(QPainter& painter, const QRectF& area) const;

  stage::StageCanvas& canvas_;
  models::Selection& selection_;
};

}  // namespace treering::gui::views::algorithm
