#include "gui/views/recommendation/choices_model.h"

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
      return text(report::choice_name(one.way.algorithm, one.way.protocol));
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

}  // namespace treering::gui::views::recommendation
