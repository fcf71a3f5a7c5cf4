#include "gui/views/charts/lines_model.h"

#include <QPainter>
#include <QPixmap>
#include <utility>
#include <vector>

#include "core/units.h"
#include "gui/models/words.h"
#include "gui/paint/theme.h"
#include "gui/widgets/plot_legend.h"
#include "report/charts/calls.h"
#include "report/figures.h"

namespace treering::gui::views::charts {

namespace {

using report::charts::Point;
using report::charts::Series;
using report::charts::SeriesKind;

/// For a line that goes over several ways, which differ by size.
bool is_over_several(const Series& line) {
  return line.kind == SeriesKind::Fastest || line.kind == SeriesKind::Usual;
}

QString marks_of(const Point& point) {
  return (point.is_usual ? QStringLiteral("=") : QString()) +
         (point.is_fastest ? QStringLiteral("*") : QString());
}

QString within_text(const Point& point) {
  if (point.ratio) return LinesModel::tr("× %1").arg(QString::number(*point.ratio, 'f', 2));
  if (!point.within) return {};
  return QString::fromStdString(report::interval_figure(
      core::Duration::from_us(point.within->first), core::Duration::from_us(point.within->second)));
}

QPixmap sample_of(const Series& line) {
  constexpr int kWidth = 34;
  constexpr int kHeight = 14;
  QPixmap pixmap(kWidth, kHeight);
  pixmap.fill(paint::theme().paper());
  QPainter painter(&pixmap);
  painter.setRenderHint(QPainter::Antialiasing);
  widgets::paint_sample(painter, line, pixmap.rect());
  return pixmap;
}

}  // namespace

void LinesModel::setCharts(report::charts::Chart times, report::charts::Chart rates) {
  beginResetModel();
  times_ = std::move(times);
  rates_ = std::move(rates);
  endResetModel();
}

void LinesModel::setSize(double bytes) {
  if (bytes == bytes_) return;
  bytes_ = bytes;
  if (!times_.series.empty()) Q_EMIT dataChanged(index(0, Name), index(rowCount() - 1, Busbw));
}

int LinesModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(times_.series.size());
}

int LinesModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : ColumnCount;
}

/// With the way at the size, of a line that goes over several.
QString LinesModel::name_of(const Series& line) const {
  QString name = QString::fromStdString(line.name);
  const Point* const point = report::charts::point_at(line, bytes_);
  if (point == nullptr || !is_over_several(line)) return name;
  return tr("%1: %2").arg(name, QString::fromStdString(point->way));
}

QString LinesModel::text_of(std::size_t line, int column) const {
  if (column == Name) return name_of(times_.series[line]);
  const Point* const time = report::charts::point_at(times_.series[line], bytes_);
  const Point* const busbw = report::charts::point_at(rates_.series[line], bytes_);
  if (time == nullptr || busbw == nullptr) return column == Time ? QStringLiteral("-") : QString();
  switch (column) {
    case Marks:
      return marks_of(*time);
    case Time:
      return models::us_figure(time->y);
    case Within:
      return within_text(*time);
    default:
      return QString::fromStdString(
                 report::bandwidth_figure(core::Bandwidth::from_gb_per_s(busbw->y)))
          .trimmed();
  }
}

QVariant LinesModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const auto row = static_cast<std::size_t>(index.row());
  const Series& line = times_.series[row];
  const bool is_figure = index.column() > Marks;
  switch (role) {
    case Qt::DisplayRole:
      return text_of(row, index.column());
    case Qt::TextAlignmentRole:
      return is_figure ? QVariant(Qt::AlignRight | Qt::AlignVCenter) : QVariant();
    case Qt::DecorationRole:
      return index.column() == Name ? QVariant(sample_of(line)) : QVariant();
    case Qt::ToolTipRole: {
      const Point* const point = report::charts::point_at(line, bytes_);
      const bool has_note = point != nullptr && !point->note.empty();
      return has_note ? QVariant(QString::fromStdString(point->note)) : QVariant();
    }
    case Qt::CheckStateRole:
      if (index.column() != Name) return {};
      return hidden_.contains(line.name) ? Qt::Unchecked : Qt::Checked;
    default:
      return {};
  }
}

QVariant LinesModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal) return {};
  if (role == Qt::ToolTipRole && section == Marks) return tr("= NCCL's choice, * the fastest");
  if (role == Qt::ToolTipRole && section == Within) {
    return tr("4 of 5 runs take so many us; of measured points: times the prediction");
  }
  if (role != Qt::DisplayRole) return {};
  switch (section) {
    case Name:
      return tr("shown");
    case Marks:
      return QStringLiteral("=*");
    case Time:
      return tr("time\n(us)");
    case Within:
      return tr("80 % within\n(us)");
    case Busbw:
      return tr("busbw\n(GB/s)");
    default:
      return {};
  }
}

Qt::ItemFlags LinesModel::flags(const QModelIndex& index) const {
  const Qt::ItemFlags flags = QAbstractTableModel::flags(index);
  return index.column() == Name ? flags | Qt::ItemIsUserCheckable : flags;
}

bool LinesModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (!index.isValid() || index.column() != Name || role != Qt::CheckStateRole) return false;
  const std::string& name = times_.series[static_cast<std::size_t>(index.row())].name;
  if (value.toInt() == Qt::Unchecked) {
    hidden_.insert(name);
  } else {
    hidden_.erase(name);
  }
  Q_EMIT dataChanged(index, index, {Qt::CheckStateRole});
  Q_EMIT hiddenChanged();
  return true;
}

using report::charts::Chart;
using report::charts::Scale;
using report::charts::Series;

Chart shown_chart(Chart chart, const ShownWish& wish) {
  if (chart.stops.empty()) return chart;
  const bool is_time = chart.y.figures == report::charts::Figures::Time;
  chart.y.scale = is_time || wish.is_log ? Scale::Log : Scale::Linear;
  std::erase_if(chart.series, [&](const Series& one) { return wish.hidden.contains(one.name); });
  for (Series& one : chart.series) {
    const bool is_candidate = one.kind == report::charts::SeriesKind::Candidate;
    if (is_candidate && one.name == wish.looked_at) one.band = report::charts::Band::Beside;
  }
  if (!wish.has_changes) chart.marks.clear();
  if (wish.bytes > 0) {
    chart.marks.push_back(report::charts::asked_mark(core::Bytes::of(wish.bytes)));
  }
  return chart;
}

}  // namespace treering::gui::views::charts
