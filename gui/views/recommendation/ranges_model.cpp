#include "gui/views/recommendation/ranges_model.h"

#include <QFont>
#include <utility>

#include "report/figures.h"

namespace treering::gui::views::recommendation {
namespace {

using app::advice::RecommendedRange;

QString sizes_text(const RecommendedRange& range) {
  return QString::fromStdString(report::sizes_text(range.first, range.last, range.below));
}

QString gain_text(const RecommendedRange& range) {
  if (range.is_usual()) {
    return RangesModel::tr("below %1")
        .arg(QString::fromStdString(tuner::advice::least_gain_text()));
  }
  const QString least = QString::number(range.least_gain, 'f', 2);
  const QString greatest = QString::number(range.greatest_gain, 'f', 2);
  if (least == greatest) return RangesModel::tr("%1 x").arg(least);
  return RangesModel::tr("%1..%2 x").arg(least, greatest);
}

}  // namespace

void RangesModel::setRanges(std::vector<RecommendedRange> ranges) {
  beginResetModel();
  ranges_ = std::move(ranges);
  endResetModel();
}

void RangesModel::setSize(core::Bytes bytes) {
  bytes_ = bytes;
  if (ranges_.empty()) return;
  Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1), {Qt::FontRole});
}

int RangesModel::rowOf(core::Bytes bytes) const {
  for (std::size_t i = ranges_.size(); i > 0; --i) {
    if (ranges_[i - 1].first <= bytes) return static_cast<int>(i) - 1;
  }
  return -1;
}

int RangesModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(ranges_.size());
}

int RangesModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : ColumnCount;
}

QVariant RangesModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const RecommendedRange& range = ranges_[static_cast<std::size_t>(index.row())];
  if (role == Qt::FontRole && index.row() == rowOf(bytes_)) {
    QFont font;
    font.setBold(true);
    return font;
  }
  if (role != Qt::DisplayRole) return {};
  switch (index.column()) {
    case Sizes:
      return sizes_text(range);
    case Usual:
      return QString::fromStdString(range.usual);
    case Advised:
      return range.is_usual() ? tr("as it is") : QString::fromStdString(range.advised);
    case Gain:
      return gain_text(range);
    default:
      return {};
  }
}

QVariant RangesModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::ToolTipRole && section == Gain) {
    return tr("How many times as fast. NCCL's choice stays where nothing is %1 faster.")
        .arg(QString::fromStdString(tuner::advice::least_gain_text()));
  }
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case Sizes:
      return tr("size");
    case Usual:
      return tr("NCCL takes");
    case Advised:
      return tr("should take");
    case Gain:
      return tr("gain");
    default:
      return {};
  }
}

}  // namespace treering::gui::views::recommendation
