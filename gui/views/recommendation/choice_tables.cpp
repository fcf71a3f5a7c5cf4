#include "gui/views/recommendation/choice_tables.h"

#include <QFont>
#include <utility>

#include "report/figures.h"
#include "report/prediction/recommend_text.h"

namespace treering::gui::views::recommendation {

void ChoicesModel::setChoices(const app::advice::Recommended& recommended, int ranks) {
  beginResetModel();
  ranks_ = ranks;
  rows_.clear();
  if (recommended.is_usual()) {
    rows_.push_back({tr("NCCL's own choice, and ours"), recommended.usual});
    if (recommended.rival) {
      const std::string_view rival = report::prediction::rival_text(recommended);
      rows_.push_back(
          {tr("the %1").arg(QString::fromUtf8(rival.data(), static_cast<qsizetype>(rival.size()))),
           *recommended.rival});
    }
  } else {
    rows_.push_back({tr("it should take"), recommended.advised});
    rows_.push_back({tr("NCCL's own choice"), recommended.usual});
  }
  endResetModel();
}

void ChoicesModel::clear() {
  beginResetModel();
  rows_.clear();
  endResetModel();
}

int ChoicesModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int ChoicesModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : ColumnCount;
}

QString ChoicesModel::text_of(const Row& row, int column) const {
  const sim::Prediction& one = row.prediction;
  const auto text = [](const std::string& figure) {
    return QString::fromStdString(figure).trimmed();
  };
  switch (column) {
    case What:
      return row.what;
    case Pair:
      return text(sim::text_of(one.way));
    case Time:
      return text(report::time_figure(*one.time()));
    case Within:
      if (!one.estimate->interval) return {};
      return text(
          report::interval_figure(one.estimate->interval->low, one.estimate->interval->high));
    case Busbw: {
      const auto busbw = sim::busbw(one, ranks_);
      return busbw ? text(report::bandwidth_figure(*busbw)) : QString();
    }
    case Channels:
      return QString::number(one.way.channels);
    default:
      return {};
  }
}

QVariant ChoicesModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  if (role == Qt::TextAlignmentRole && index.column() > Pair) {
    return QVariant(Qt::AlignRight | Qt::AlignVCenter);
  }
  if (role != Qt::DisplayRole) return {};
  return text_of(rows_[static_cast<std::size_t>(index.row())], index.column());
}

QVariant ChoicesModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::ToolTipRole && section == Within) return tr("4 of 5 runs take so many us");
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case Pair:
      return tr("algorithm/protocol");
    case Time:
      return tr("time (us)");
    case Within:
      return tr("80 % within");
    case Busbw:
      return tr("busbw (GB/s)");
    case Channels:
      return tr("channels");
    default:
      return {};
  }
}

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
