// The lines of the chart as a table: whether each is shown, and its values at one size.
#pragma once

#include <QAbstractTableModel>
#include <set>
#include <vector>

#include "gui/views/charts/chart_lines.h"

namespace treering::gui::views::charts {

class LinesModel final : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { Name, Marks, Time, Within, Busbw, ColumnCount };

  explicit LinesModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}

  /// Lines of names that were hidden stay hidden.
  void setLines(std::vector<ChartLine> lines);
  const std::vector<ChartLine>& lines() const { return lines_; }
  /// One of the sizes of the lines.
  void setSize(double bytes);
  double size() const { return bytes_; }
  const std::set<QString>& hidden() const { return hidden_; }

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role) override;

 Q_SIGNALS:
  void hiddenChanged();

 private:
  QString text_of(const ChartLine& line, int column) const;

  std::vector<ChartLine> lines_;
  std::set<QString> hidden_;
  double bytes_ = 0;
};

}  // namespace treering::gui::views::charts
