// Choices of another version of NCCL beside those of the job's: their table, and its panel.
#pragma once

#include <QAbstractTableModel>
#include <QComboBox>
#include <QLabel>
#include <QTableView>
#include <QWidget>
#include <string>
#include <utility>
#include <vector>

#include "app/advice/versions.h"
#include "gui/models/session.h"

namespace treering::gui::views::recommendation {

// NCCL's choices by size in two of its versions.

class VersionsModel final : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { Size, One, OneTime, Other, OtherTime, Difference, ColumnCount };

  explicit VersionsModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}

  /// \param names of the two versions
  void setRows(std::vector<app::advice::VersionedChoice> rows, std::pair<QString, QString> names);
  const std::vector<app::advice::VersionedChoice>& rows() const { return rows_; }

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  std::vector<app::advice::VersionedChoice> rows_;
  std::pair<QString, QString> names_;
};

// What another version of NCCL would choose for the same calls, and how long they would take.

class VersionsModel;

class VersionsPanel final : public QWidget {
  Q_OBJECT

 public:
  explicit VersionsPanel(models::Session& session, QWidget* parent = nullptr);

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  /// The two beside each other.
  struct Compared {
    std::vector<app::advice::VersionedChoice> rows;
    std::string one;  // the name of the version
    std::string other;
  };

  void ask();
  void choose();
  void renew();
  void show_rows();

  models::Session& session_;
  VersionsModel* model_;
  QComboBox* other_;
  QLabel* words_;
  QTableView* table_;
  models::InquiryFor<Compared> inquiry_;
};

}  // namespace treering::gui::views::recommendation
