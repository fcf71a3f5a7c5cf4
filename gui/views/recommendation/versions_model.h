// NCCL's choices by size in two of its versions.
#pragma once

#include <QAbstractTableModel>
#include <utility>
#include <vector>

#include "app/advice/versions.h"

namespace treering::gui::views::recommendation {

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

}  // namespace treering::gui::views::recommendation
