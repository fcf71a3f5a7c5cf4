#include "gui/views/charts/lines_model.h"

#include <QPainter>
#include <QPixmap>
#include <utility>

#include "gui/models/words.h"
#include "gui/paint/theme.h"
#include "gui/views/charts/measured_lines.h"
#include "report/figures.h"

namespace treering::gui::views::charts {
namespace {

QPixmap sample_of(const ChartLine& line) {
  constexpr int kWidth = 34;
  constexpr int kHeight = 14;
  QPixmap pixmap(kWidth, kHeight);
  pixmap.fill(paint::theme().paper());
  QPainter painter(&pixmap);
  painter.setRenderHint(QPainter::Antialiasing);
  QPen pen = line.pen;
  if (line.kind == LineKind::Fastest) {
    QColor band = pen.color();
    band.setAlpha(50);
    painter.fillRect(pixmap.rect(), band);
    return pixmap;
  }
  pen.setWidthF(line.kind == LineKind::Usual ? 1.4 : 2.4);
  painter.setPen(pen);
  if (line.kind == LineKind::Measured) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(pen.color());
    painter.translate(kWidth / 2.0, kHeight / 2.0);
    painter.rotate(45);
    painter.drawRect(QRectF(-4, -4, 8, 8));
  } else if (line.kind == LineKind::Usual) {
    painter.drawEllipse(QPointF(kWidth / 2.0, kHeight / 2.0), 4.5, 4.5);
  } else {
    painter.drawLine(QPointF(0, kHeight / 2.0), QPointF(kWidth, kHeight / 2.0));
  }
  return pixmap;
}

}  // namespace

void LinesModel::setLines(std::vector<ChartLine> lines) {
  beginResetModel();
  lines_ = std::move(lines);
  endResetModel();
}

void LinesModel::setSize(double bytes) {
  if (bytes == bytes_) return;
  bytes_ = bytes;
  if (!lines_.empty()) Q_EMIT dataChanged(index(0, Name), index(rowCount() - 1, Busbw));
}

int LinesModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(lines_.size());
}

int LinesModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : ColumnCount;
}

QString LinesModel::text_of(const ChartLine& line, int column) const {
  const LinePoint* const point = point_at(line, bytes_);
  const bool is_over_several = line.kind == LineKind::Fastest || line.kind == LineKind::Usual;
  if (column == Name) {
    return point != nullptr && is_over_several ? tr("%1: %2").arg(line.name, point->pair)
                                               : line.name;
  }
  if (point == nullptr) return column == Time ? QStringLiteral("-") : QString();
  switch (column) {
    case Marks:
      return (point->is_usual && !is_over_several ? QStringLiteral("=") : QString()) +
             (point->is_fastest && !is_over_several ? QStringLiteral("*") : QString());
    case Time:
      return models::us_figure(point->us);
    case Within:
      if (point->predicted) return tr("× %1").arg(ratio_text(*point));
      if (!point->within) return {};
      return QString::fromStdString(
          report::interval_figure(core::Duration::from_us(point->within->first),
                                  core::Duration::from_us(point->within->second)));
    default:
      return QString::fromStdString(
                 report::bandwidth_figure(core::Bandwidth::from_gb_per_s(point->busbw)))
          .trimmed();
  }
}

QVariant LinesModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const ChartLine& line = lines_[static_cast<std::size_t>(index.row())];
  const bool is_figure = index.column() > Marks;
  switch (role) {
    case Qt::DisplayRole:
      return text_of(line, index.column());
    case Qt::TextAlignmentRole:
      return is_figure ? QVariant(Qt::AlignRight | Qt::AlignVCenter) : QVariant();
    case Qt::DecorationRole:
      return index.column() == Name ? QVariant(sample_of(line)) : QVariant();
    case Qt::ToolTipRole: {
      const LinePoint* const point = point_at(line, bytes_);
      const bool has_words = point != nullptr && point->predicted;
      return has_words ? QVariant(measured_words(line, *point)) : QVariant();
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
  const QString& name = lines_[static_cast<std::size_t>(index.row())].name;
  if (value.toInt() == Qt::Unchecked) {
    hidden_.insert(name);
  } else {
    hidden_.erase(name);
  }
  Q_EMIT dataChanged(index, index, {Qt::CheckStateRole});
  Q_EMIT hiddenChanged();
  return true;
}

}  // namespace treering::gui::views::charts
