// The rows of a run on its time: what each rank and channel does, and how busy links are. What rows
// show is found in a worker thread for the rows and times that are seen; until it is there, they
// show what they had.
#pragma once

#include <QImage>
#include <QWidget>
#include <memory>
#include <optional>

#include "gui/jobs/asker.h"
#include "gui/models/clock.h"
#include "gui/models/selection.h"
#include "gui/timeline/contents.h"
#include "gui/timeline/rows_painter.h"
#include "gui/timeline/sums.h"
#include "gui/widgets/frame.h"

namespace treering::gui::timeline {

class RowsView final : public QWidget {
  Q_OBJECT

 public:
  struct Shared {
    models::Selection& selection;
    models::Clock& clock;
  };
  explicit RowsView(const Shared& shared, QWidget* parent = nullptr);

  /// Null: nothing to show; `why` says why.
  void setRun(std::shared_ptr<const Run> run, const QString& why = {});
  const Run* run() const { return run_.get(); }
  const QString& why() const { return why_; }
  const RowList& rows() const { return rows_; }
  const TimeView& view() const { return view_; }
  RowsArea area() const;
  /// Of the run, or of the longer one of two on the same clock.
  double end() const;
  double namesWidth() const;
  /// Whether what is seen has been found, as finely as can be seen.
  bool isComplete() const;

  void setSpan(const models::Span& span);
  void setScroll(double pixels);
  double scroll() const { return scroll_; }
  void fitAll();
  void fitSelection();
  void foldAll(bool is_folded);
  /// The row in which it begins is scrolled to.
  void setPathShown(bool is_shown);
  /// "17", "17/3": scrolls to the rank or its channel and selects it. False: it is not there.
  bool find(const QString& text);
  /// What is selected, or is being drawn.
  std::optional<models::Span> span() const;
  /// What all ranks, or those that are selected, do in it; nothing where there is none.
  std::optional<WantedSums> wantedSums() const;
  QString sums() const;  // in words; takes long where many tracks differ

 Q_SIGNALS:
  void spanChanged();  // the times that are seen
  void rowsChanged();  // which rows there are, or are seen
  void sumsChanged();

 protected:
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;
  void wheelEvent(QWheelEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void mouseMoveEvent(QMouseEvent* event) override;
  void mouseReleaseEvent(QMouseEvent* event) override;
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;

 private:
  enum class Press { None, Axis, Row, Span, Move };

  Shown shown() const;
  void become(const TimeView& view);
  void renew();
  void ask();
  /// What is seen; where that is there, what is around it.
  std::vector<WantedRow> missing(const Wanted& wanted) const;
  void take(const Batch& batch);
  void follow();
  void take_selection();
  void show_row(const Row& row);
  std::optional<Row> selected_row() const;
  std::optional<int> selected_link() const;
  void show_path();

  double us_at(double x) const { return view_.us(x - namesWidth()); }
  double snapped_at(QPointF at) const;
  bool press_names(QPointF at, const RowHit& hit);
  void select_row_at(const Row& row, QPointF at, bool is_added);
  void select_row(const Row& row, models::Selected selected, bool is_added);
  bool has_enough() const;
  void select(const models::Selected& selected);
  void toggle_pin();
  void toggle_fold();
  void forget_span();
  bool scroll_by(int key);
  void zoom(double factor, double x);
  void show_tooltip(QPointF at, QPoint global);

  void paint_span(QPainter& painter) const;
  QRectF span_label() const;
  void paint_moment(QPainter& painter) const;
  void paint_unknown(QPainter& painter) const;

  models::Selection& selection_;
  models::Clock& clock_;
  std::shared_ptr<const Run> run_;
  QString why_;
  RowList rows_;
  TimeView view_;
  double scroll_ = 0;
  bool is_path_shown_ = false;

  jobs::Asker<Batch> asker_;
  Batch batch_;
  QImage picture_;
  BusyCounts busy_;  // at the clock's moment
  bool is_picture_old_ = true;
  widgets::Patience patience_;

  Press press_ = Press::None;
  QPointF pressed_at_;
  QPointF last_at_;
  std::optional<models::Span> drawn_;  // while it is
  std::optional<int> looked_at_;       // the track on which the span was drawn
  bool is_selecting_ = false;
};

}  // namespace treering::gui::timeline
