// Measured times beside those that are expected, a row each.
#pragma once

#include <QAbstractTableModel>

#include "app/check.h"
#include "gui/models/inquiry.h"

namespace treering::gui::views::check {

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

}  // namespace treering::gui::views::check
