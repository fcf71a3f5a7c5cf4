#include "gui/views/recommendation/faulty_model.h"

#include <utility>

#include "gui/models/words.h"
#include "report/figures.h"
#include "report/prediction/with_faults_text.h"

namespace treering::gui::views::recommendation {
namespace {

QString choice_text(const app::advice::FaultyChoice& one, int row) {
  const QString name =
      QString::fromStdString(report::choice_name(one.way.algorithm, one.way.protocol));
  return row == 0 ? FaultyModel::tr("%1 (NCCL takes)").arg(name) : name;
}

/// "1.50 x", "0.64 x, shorter".
QString ratio_text(core::Duration with, core::Duration without) {
  const QString ratio = FaultyModel::tr("%1 x").arg(with / without, 0, 'f', 2);
  return report::prediction::is_shorter(with, without) ? FaultyModel::tr("%1, shorter").arg(ratio)
                                                       : ratio;
}

}  // namespace

void FaultyModel::setChoices(std::vector<app::advice::FaultyChoice> choices) {
  beginResetModel();
  choices_ = std::move(choices);
  endResetModel();
}

int FaultyModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(choices_.size());
}

int FaultyModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : ColumnCount;
}

QVariant FaultyModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const app::advice::FaultyChoice& one = choices_[static_cast<std::size_t>(index.row())];
  const bool is_number = index.column() != Choice;
  if (role == Qt::TextAlignmentRole && is_number)
    return static_cast<int>(Qt::AlignRight | Qt::AlignVCenter);
  if (role != Qt::DisplayRole) return {};
  switch (index.column()) {
    case Choice:
      return choice_text(one, index.row());
    case With:
      return models::us_figure(one.with.in_us());
    case Without:
      return one.without ? models::us_figure(one.without->in_us()) : tr("not offered");
    case Ratio:
      return one.without ? ratio_text(one.with, *one.without) : QString();
    default:
      return {};
  }
}

QVariant FaultyModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::ToolTipRole && section == Ratio) return tr("How many times as long");
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case Choice:
      return tr("simulated");
    case With:
      return tr("with what is tried, us");
    case Without:
      return tr("without, us");
    case Ratio:
      return tr("with / without");
    default:
      return {};
  }
}

}  // namespace treering::gui::views::recommendation
