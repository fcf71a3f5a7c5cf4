// Choices as tables: those for one call beside each other, and those for every size.
#pragma once

#include <QAbstractTableModel>
#include <QString>
#include <vector>

#include "app/advice/recommend.h"

namespace treering::gui::views::recommendation {

// The choices for one call beside each other: NCCL's own, the advised one, and the next.

class ChoicesModel final : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { What, Pair, Time, Within, Busbw, Channels, ColumnCount };

  explicit ChoicesModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}

  void setChoices(const app::advice::Recommended& recommended, int ranks);
  void clear();

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  struct Row {
    QString what;
    sim::Prediction prediction;
  };

  QString text_of(const Row& row, int column) const;

  std::vector<Row> rows_;
  int ranks_ = 1;
};

// What to use by size: NCCL's own choice, the advised one, and what that gains.

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
