// Algorithms with the faults that are tried: their table, and the panel around it.
#pragma once

#include <QAbstractTableModel>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QWidget>
#include <vector>

#include "app/advice/with_faults.h"
#include "gui/models/session.h"

namespace treering::gui::views::recommendation {

// What each algorithm takes with the faults that are tried, and without.

class FaultyModel final : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { Choice, With, Without, Ratio, ColumnCount };

  explicit FaultyModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}

  /// As a report has them.
  void setChoices(std::vector<app::advice::FaultyChoice> choices);

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  std::vector<app::advice::FaultyChoice> choices_;
};

// What to use with the faults that are tried: the algorithms, simulated. Hidden where none is
// tried.

class FaultyModel;

class FaultyPanel final : public QWidget {
  Q_OBJECT

 public:
  explicit FaultyPanel(models::Session& session, QWidget* parent = nullptr);

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  void renew();
  void show_answer();

  models::Session& session_;
  FaultyModel* model_;
  QLabel* headline_;
  QLabel* words_;
  QPushButton* want_;
  QTableView* table_;
  models::InquiryFor<app::advice::WithFaultsReport> inquiry_;
};

}  // namespace treering::gui::views::recommendation
