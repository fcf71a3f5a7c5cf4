// The memory of the selected rank: block by block, whose values are combined in it. A click selects
// the data of a column, as do Left and Right; Escape none. The canvas knows the memories of all
// ranks where these are few; of many, a worker finds that of the one rank while the run stands
// still.
#pragma once

#include <QRectF>
#include <QWidget>
#include <memory>
#include <optional>
#include <string>

#include "gui/jobs/asker.h"
#include "gui/models/clock.h"
#include "gui/models/selection.h"
#include "gui/stage/stage_canvas.h"

namespace treering::gui::views::algorithm {

class MemoryPanel final : public QWidget {
  Q_OBJECT

 public:
  struct Shared {
    models::Selection& selection;
    models::Clock& clock;
  };
  MemoryPanel(stage::StageCanvas& canvas, const Shared& shared, QWidget* parent = nullptr);

  /// The rank whose memory is shown: the one selected last, else rank 0.
  int rank() const;
  /// Of the moment that is shown; nothing where it is not known, or not yet.
  std::optional<app::simulation::RankMemory> memory() const;
  /// Why there is none; empty where there is.
  QString whyNot() const;
  /// The middle of a column, in pixels.
  QPoint pixelOf(int column) const;
  QSize sizeHint() const override { return {260, 300}; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void showEvent(QShowEvent* event) override;

 private:
  using Found = tl::expected<app::simulation::RankMemory, std::string>;
  struct Asked {
    std::shared_ptr<const sim::timeline::Timeline> timeline;
    int rank = 0;
    double us = 0;
    bool operator==(const Asked&) const = default;
  };
  /// What data are divided by.
  struct Extent {
    int ranks = 1;
    std::uint64_t space = 0;
  };

  /// Of the cells: where some data stand, and whether they are as they shall be after the call.
  struct Strip {
    QRectF place;
    bool is_due = false;
  };

  void renew();
  std::optional<Extent> extent() const;
  QRectF cells() const;
  QRectF strip(const app::simulation::DataRange& range, double least) const;
  /// Columns that the data are divided into.
  int columns() const;
  /// Of the selected data, if they are one; else -1.
  int column() const;
  app::simulation::Data data_of(int column) const;
  /// Nothing is selected where it is -1.
  void select(int column);
  void paint_cells(QPainter& painter, const app::simulation::RankMemory& memory) const;
  static void paint_rows(QPainter& painter, const app::simulation::RankMemory& memory,
                         const app::simulation::RankMemory::Part& part, const Strip& strip);
  void paint_due(QPainter& painter, const app::simulation::RankMemory& memory, bool are_thin) const;
  void paint_selected(QPainter& painter, const QRectF& area) const;

  stage::StageCanvas& canvas_;
  models::Selection& selection_;
  models::Clock& clock_;
  jobs::Asker<Found> asker_;
  std::optional<Asked> asked_;
  std::optional<Found> found_;  // what was asked
};

}  // namespace treering::gui::views::algorithm
