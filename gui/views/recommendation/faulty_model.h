// What each algorithm takes with the faults that are tried, and without.
#pragma once

#include <QAbstractTableModel>
#include <vector>

#include "app/advice/with_faults.h"

namespace treering::gui::views::recommendation {

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

}  // namespace treering::gui::views::recommendation
