// A run on its time: the whole of it small, its rows, and what is selected added up.
#pragma once

#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QToolButton>
#include <QWidget>
#include <memory>

#include "gui/jobs/asker.h"
#include "gui/models/clock.h"
#include "gui/models/selection.h"
#include "gui/models/session.h"
#include "gui/timeline/minimap.h"
#include "gui/timeline/rows_view.h"

namespace treering::gui::timeline {

class TimelineWidget final : public QWidget {
  Q_OBJECT

 public:
  struct Shared {
    models::Session& session;
    models::Selection& selection;
    models::Clock& clock;
  };
  TimelineWidget(const Shared& shared, models::Side side, QWidget* parent = nullptr);

  RowsView& rowsView() { return *rows_; }
  Minimap& minimap() { return *minimap_; }
  QSize sizeHint() const override { return {600, 320}; }
  QSize minimumSizeHint() const override;

 protected:
  void resizeEvent(QResizeEvent* event) override;

 Q_SIGNALS:
  /// Of the critical path.
  void pathShown(bool is_shown);

 private:
  void lay_out();
  void take_run();
  void show_run();
  QString why_no_run() const;
  void open_span();
  bool is_as_opened() const;
  double recorded_us() const;
  friend void lock_together(TimelineWidget& a, TimelineWidget& b);
  void show_rows();
  void show_words();
  void show_sums(const QString& sums);
  void show_sentence(const QString& text);
  void find();

  models::Session& session_;
  models::Side side_;
  RowsView* rows_;
  Minimap* minimap_;
  QScrollBar* bar_;
  QLineEdit* find_;
  QToolButton* path_;
  QToolButton* fold_;
  QToolButton* fit_;
  QLabel* sentence_;                    // what is not known
  QLabel* words_;                       // sums, else the path's, else the keys
  QString sentence_below_;              // of it in full
  std::optional<models::Span> opened_;  // that is seen until somebody moves it
  QPointer<TimelineWidget> beside_;     // that shows the same times
  std::shared_ptr<const Run> run_;
  /// Its rows; null where it has no timeline.
  using Rows = models::InquiryFor<std::shared_ptr<const Run>>;
  Rows laid_out_;
  Rows::Answer shown_;
  jobs::Asker<QString> sums_asker_;
};

/// Both show the same times and the same rows from then on, whichever is moved.
void lock_together(TimelineWidget& a, TimelineWidget& b);

}  // namespace treering::gui::timeline
