// A measured run beside what the machines should reach: verdict, rows, a chart and causes.
#pragma once

#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QTextBrowser>
#include <QWidget>
#include <optional>

#include "gui/models/session.h"
#include "gui/views/check/check_table.h"
#include "gui/views/check/ratio_chart.h"
#include "gui/widgets/labels.h"

namespace treering::gui::views::check {

/// The job that the rows of a log ran as, and what is wrong with the log in that job, too.
struct LoggedJob {
  app::setup::JobRequest job;
  std::optional<core::Error> wrong;
};

class LogPanel final : public QWidget {
  Q_OBJECT

 public:
  explicit LogPanel(models::Session& session, QWidget* parent = nullptr);

  /// In which all columns of the table are seen; 0 without a table.
  int wantedWidth() const;

 Q_SIGNALS:
  void wantedWidthChanged();

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void name_parts();
  void lay_out();
  void choose_log();
  void take_check();
  void ask_logged_job();
  void offer_job();
  void take_logged_job();
  QString headline() const;
  QString problem() const;
  bool is_offered() const;
  QColor colour() const;

  models::Session& session_;
  CheckTable* model_;
  widgets::ElidedLabel* files_;
  QLabel* job_;
  QLabel* verdict_;
  widgets::ProblemLabel* problem_;
  QTableView* table_;
  RatioChart* chart_;
  QPushButton* offer_;  // to take the nodes and GPUs of the log
  QTextBrowser* causes_;
  models::InquiryFor<LoggedJob> logged_;
};

/// The verdict's reasons and what to look at, as HTML; empty where there are none.
QString causes_text(const app::CheckReport& report);

}  // namespace treering::gui::views::check
