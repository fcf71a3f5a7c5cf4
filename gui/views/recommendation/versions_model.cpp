#include "gui/views/recommendation/versions_model.h"

#include <QFont>
#include <cmath>
#include <utility>

#include "core/unit_text.h"
#include "gui/models/words.h"
#include "report/figures.h"

namespace treering::gui::views::recommendation {
namespace {

using app::advice::VersionedChoice;

QString pair_text(const std::optional<sim::Prediction>& choice) {
  if (!choice) return VersionsModel::tr("no choice");
  return VersionsModel::tr("%1, %2").arg(
      QString::fromStdString(report::choice_name(choice->way.algorithm, choice->way.protocol)),
      QString::fromStdString(core::counted(choice->way.channels, "channel")));
}

QString time_text(const std::optional<sim::Prediction>& choice) {
  const auto time = choice ? choice->time() : std::nullopt;
  return time ? QString::fromStdString(core::format_duration(*time)) : QString();
}

QString difference_text(const VersionedChoice& row) {
  constexpr double kRounded = 0.005;
  QString choice =
      row.is_same() ? VersionsModel::tr("same choice") : VersionsModel::tr("other choice");
  const auto factor = row.factor();
  if (!factor || std::abs(*factor - 1) < kRounded) return choice;
  return VersionsModel::tr("%1, %2").arg(choice, models::ratio_text(*factor));
}

}  // namespace

void VersionsModel::setRows(std::vector<VersionedChoice> rows, std::pair<QString, QString> names) {
  beginResetModel();
  rows_ = std::move(rows);
  names_ = std::move(names);
  endResetModel();
}

int VersionsModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int VersionsModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : ColumnCount;
}

QVariant VersionsModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const VersionedChoice& row = rows_[static_cast<std::size_t>(index.row())];
  if (role == Qt::FontRole && !row.is_same()) {
    QFont font;
    font.setBold(true);
    return font;
  }
  if (role != Qt::DisplayRole) return {};
  switch (index.column()) {
    case Size:
      return QString::fromStdString(core::format_size(row.asked.count()));
    case One:
      return pair_text(row.one);
    case OneTime:
      return time_text(row.one);
    case Other:
      return pair_text(row.other);
    case OtherTime:
      return time_text(row.other);
    case Difference:
      return difference_text(row);
    default:
      return {};
  }
}

QVariant VersionsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  switch (section) {
    case Size:
      return tr("Size");
    case One:
      return tr("NCCL %1").arg(names_.first);
    case Other:
      return tr("NCCL %1").arg(names_.second);
    case Difference:
      return tr("Difference");
    default:
      return tr("Time");
  }
}

}  // namespace treering::gui::views::recommendation
