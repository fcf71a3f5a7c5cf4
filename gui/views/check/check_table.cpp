#include "gui/views/check/check_table.h"

#include <QStringList>

#include "core/units.h"
#include "gui/models/words.h"
#include "gui/paint/theme.h"
#include "report/findings/words.h"

namespace treering::gui::views::check {
namespace {

using tuner::check::CheckedRow;
using tuner::check::Place;

constexpr int kPercent = 100;

QString us(core::Duration time) {
  return models::duration_text(time.in_us());
}

}  // namespace

void CheckTable::show(models::Answer<app::CheckReport> report) {
  beginResetModel();
  report_ = std::move(report);
  endResetModel();
}

const app::CheckReport* CheckTable::report() const {
  return report_ && *report_ ? &**report_ : nullptr;
}

int CheckTable::rowCount(const QModelIndex& parent) const {
  if (parent.isValid() || report() == nullptr) return 0;
  return static_cast<int>(report()->check.rows.size());
}

int CheckTable::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : kColumns;
}

QString CheckTable::cell(const CheckedRow& row, int column) const {
  switch (column) {
    case Size:
      return QString::fromStdString(core::format_size(row.measurement.bytes));
    case Collective: {
      const std::string_view name = core::name_of(row.measurement.collective);
      return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
    }
    case Choice:
      return QString::fromStdString(report::findings::choice_of(row));
    case Measured:
      return us(row.measured);
    case Expected:
      return us(row.expected);
    case Interval:
      return tr("%1 … %2").arg(us(row.low), us(row.high));
    case Share:
      return tr("%1 %").arg(kPercent * row.share(), 0, 'f', 0);
    case Verdict: {
      if (!report::findings::is_judged(*report())) return tr("not judged");
      const std::string place = report::findings::place_text(*report(), row);
      return place.empty() ? tr("as expected") : QString::fromStdString(place);
    }
    default:
      return {};
  }
}

QVariant CheckTable::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || index.row() >= rowCount()) return {};
  const CheckedRow& row = report()->check.rows[static_cast<std::size_t>(index.row())];
  const int column = index.column();
  if (role == Qt::DisplayRole) return cell(row, column);
  const bool is_word = column == Collective || column == Choice || column == Verdict;
  if (role == Qt::TextAlignmentRole) {
    return static_cast<int>((is_word ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
  }
  const bool is_coloured = column == Verdict && row.place != Place::Inside;
  if (role == Qt::ForegroundRole && is_coloured && report::findings::is_judged(*report())) {
    return row.place == Place::Slow ? paint::theme().bad() : paint::theme().accent();
  }
  return {};
}

QVariant CheckTable::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal)
    return QAbstractTableModel::headerData(section, orientation, role);
  const QStringList names{tr("Size"),     tr("Collective"),  tr("Carried by"), tr("Measured"),
                          tr("Expected"), tr("4 of 5 runs"), tr("Speed"),      tr("Verdict")};
  const QStringList tips{tr("of the call, as nccl-tests has it"),
                         QString(),
                         tr("algorithm and protocol by which the expectation goes"),
                         tr("time in the log"),
                         tr("time by the cost model"),
                         tr("the 80 % interval of the expectation"),
                         tr("expected time / measured time"),
                         QString()};
  if (section < 0 || section >= kColumns) return {};
  if (role == Qt::DisplayRole) return names[section];
  if (role == Qt::ToolTipRole) return tips[section];
  return {};
}

}  // namespace treering::gui::views::check
