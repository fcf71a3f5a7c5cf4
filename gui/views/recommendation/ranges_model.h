// What to use by size: NCCL's own choice, the advised one, and what that gains.
#pragma once

#include <QAbstractTableModel>
#include <vector>

#include "app/advice/recommend.h"

namespace treering::gui::views::recommendation {

class RangesModel final : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { Sizes, Usual, Advised, Gain, ColumnCount };

  explicit RangesModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}

  void setRanges(std::vector<app::advice::RecommendedRange> ranges);
  /// The row that has the size, in bold; -1 where none has.
  void setSize(core::Bytes bytes);
  int rowOf(core::Bytes bytes) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  std::vector<app::advice::RecommendedRange> ranges_;
  core::Bytes bytes_;
};

}  // namespace treering::gui::views::recommendation
