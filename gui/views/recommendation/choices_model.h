// The choices for one call beside each other: NCCL's own, the advised one, and the next.
#pragma once

#include <QAbstractTableModel>
#include <QString>
#include <vector>

#include "app/advice/recommend.h"

namespace treering::gui::views::recommendation {

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

}  // namespace treering::gui::views::recommendation
