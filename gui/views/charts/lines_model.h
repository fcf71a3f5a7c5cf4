// The chart over sizes: its lines as a table, and the part of it that is looked at.
#pragma once

#include <QAbstractTableModel>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "report/charts/chart.h"

namespace treering::gui::views::charts {

// The lines of the chart as a table: whether each is shown, and its values at one size.

class LinesModel final : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { Name, Marks, Time, Within, Busbw, ColumnCount };

  explicit LinesModel(QObject* parent = nullptr) : QAbstractTableModel(parent) {}

  /// One chart in both quantities. Lines of names that were hidden stay hidden.
  void setCharts(report::charts::Chart times, report::charts::Chart rates);
  const report::charts::Chart& times() const { return times_; }
  const report::charts::Chart& rates() const { return rates_; }
  /// One of the sizes of the lines.
  void setSize(double bytes);
  double size() const { return bytes_; }
  const std::set<std::string>& hidden() const { return hidden_; }

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role) override;

 Q_SIGNALS:
  void hiddenChanged();

 private:
  QString name_of(const report::charts::Series& line) const;
  QString text_of(std::size_t line, int column) const;

  report::charts::Chart times_;
  report::charts::Chart rates_;  // with the same series at the same sizes
  std::set<std::string> hidden_;
  double bytes_ = 0;
};

// The part of the chart over sizes that is looked at: figure, scale, the lines that are not hidden.

struct ShownWish {
  bool is_log = true;  // of busbw; times always are
  bool has_changes = true;
  std::set<std::string> hidden;  // names of lines
  std::string looked_at;         // the candidate whose 80 % band is shown
  std::uint64_t bytes = 0;       // of the question; 0: none
};

report::charts::Chart shown_chart(report::charts::Chart chart, const ShownWish& wish);

}  // namespace treering::gui::views::charts
