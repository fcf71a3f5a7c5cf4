// A measured run beside what the machines should reach: verdict, table, chart and causes.
#pragma once

#include <QAbstractTableModel>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QTextBrowser>
#include <QWidget>
#include <optional>
#include <vector>

#include "gui/models/session.h"
#include "gui/widgets/labels.h"

namespace treering::gui::views::check {

// Measured times beside those that are expected, a row each.

class CheckTable final : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { Size, Collective, Choice, Measured, Expected, Interval, Share, Verdict };
  static constexpr int kColumns = Verdict + 1;

  using QAbstractTableModel::QAbstractTableModel;

  void show(models::Answer<app::CheckReport> report);
  const app::CheckReport* report() const;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  QString cell(const tuner::check::CheckedRow& row, int column) const;

  models::Answer<app::CheckReport> report_;
};

// Measured over expected times by size: both axes logarithmic, the 80 % interval as a band.

struct Ratio {
  double bytes = 0;
  double measured = 1;  // all as shares of the expected time
  double low = 1;
  double high = 1;
  bool is_inside = true;
};

class RatioChart final : public QWidget {
  Q_OBJECT

 public:
  explicit RatioChart(QWidget* parent = nullptr);

  void show(std::vector<Ratio> ratios);
  QSize sizeHint() const override { return {480, 200}; }

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  struct Scale;

  void paint_grid(QPainter& painter, const Scale& scale) const;
  void paint_band(QPainter& painter, const Scale& scale) const;
  void paint_points(QPainter& painter, const Scale& scale) const;

  std::vector<Ratio> ratios_;  // by size
};

// A measured run beside what the machines should reach: verdict, rows, a chart and causes.

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
