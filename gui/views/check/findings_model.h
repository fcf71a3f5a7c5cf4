// The doctor's findings as a list, the worst first.
#pragma once

#include <QAbstractListModel>

#include "gui/models/session.h"

namespace treering::gui::views::check {

class FindingsModel final : public QAbstractListModel {
  Q_OBJECT

 public:
  using QAbstractListModel::QAbstractListModel;

  /// Null: none are known.
  void show(models::Answer<app::DoctorReport> report);
  int rowCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;

  /// Severity, evidence, expected loss and fix of a finding, as HTML.
  QString details(int row) const;
  /// The checks that were not made, and why, as HTML; empty where all were.
  QString unmade() const;
  /// The devices of a node that it names.
  std::vector<std::string> devices(int row) const;

 private:
  const app::DoctorReport* report() const;

  models::Answer<app::DoctorReport> report_;
};

}  // namespace treering::gui::views::check
