// The doctor's findings on the machines: their list, and the selected one in full.
#pragma once

#include <QAbstractListModel>
#include <QLabel>
#include <QListView>
#include <QTextBrowser>
#include <QWidget>

#include "gui/models/selection.h"
#include "gui/models/session.h"

namespace treering::gui::views::check {

// The doctor's findings as a list, the worst first.

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

// What the doctor finds on the machines: a list, and the selected finding in full.

class FindingsPanel final : public QWidget {
  Q_OBJECT

 public:
  FindingsPanel(models::Session& session, models::Selection& selection, QWidget* parent = nullptr);

 private:
  void take_findings();
  void show_selected();
  QString headline() const;

  models::Session& session_;
  models::Selection& selection_;
  FindingsModel* model_;
  QLabel* head_;
  QListView* list_;
  QTextBrowser* details_;
};

}  // namespace treering::gui::views::check
