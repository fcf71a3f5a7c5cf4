#include "gui/views/algorithm/memory_panel.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>

#include "core/unit_text.h"
#include "gui/paint/theme.h"

namespace treering::gui::views::algorithm {
namespace {

constexpr int kMostColumns = 48;
constexpr int kMostRows = 64;
constexpr double kHead = 44;
constexpr double kFoot = 40;
constexpr double kSide = 34;

/// \param has, due bytes
QString due_text(std::uint64_t has, std::uint64_t due) {
  if (due == 0) return QObject::tr("after the call it need not have anything");
  return QObject::tr("green: %1 of the %2 that it is to have after the call")
      .arg(QString::fromStdString(core::format_size(has)),
           QString::fromStdString(core::format_size(due)));
}

}  // namespace

MemoryPanel::MemoryPanel(stage::StageCanvas& canvas, models::Selection& selection, QWidget* parent)
    : QWidget(parent), canvas_(canvas), selection_(selection) {
  setMinimumSize(220, 180);
  setAccessibleName(tr("Memory of the selected rank"));
  setToolTip(tr("a click selects the data of a column: messages that carry them stand out"));
  setFocusPolicy(Qt::StrongFocus);
  connect(&canvas_, &stage::StageCanvas::momentChanged, this, qOverload<>(&QWidget::update));
  connect(&selection_, &models::Selection::changed, this, qOverload<>(&QWidget::update));
}

int MemoryPanel::rank() const {
  const auto& ranks = selection_.now().ranks;
  const int last = ranks.empty() ? 0 : ranks.back();
  const bool is_rank = canvas_.scene() != nullptr && last < canvas_.scene()->ranks;
  return is_rank ? last : 0;
}

QRectF MemoryPanel::cells() const {
  return {kSide, kHead, width() - kSide - 10, height() - kHead - kFoot};
}

int MemoryPanel::columns() const {
  return std::min(canvas_.buffers()->ranks(), kMostColumns);
}

QPoint MemoryPanel::pixelOf(int column) const {
  const QRectF area = cells();
  return QPointF(area.left() + area.width() * (column + 0.5) / columns(), area.center().y())
      .toPoint();
}

app::simulation::Data MemoryPanel::data_of(int column) const {
  const std::uint64_t space = canvas_.buffers()->space();
  const auto count = static_cast<std::uint64_t>(columns());
  const auto begin_of = [&](int one) { return space * static_cast<std::uint64_t>(one) / count; };
  const std::uint64_t begin = begin_of(column);
  return {{begin, begin_of(column + 1) - begin}};
}

int MemoryPanel::column() const {
  for (int one = 0; one < columns(); ++one) {
    if (data_of(one) == selection_.now().data) return one;
  }
  return -1;
}

void MemoryPanel::select(int column) {
  models::Selected selected = selection_.now();
  selected.data = column < 0 ? app::simulation::Data() : data_of(column);
  selection_.select(selected);
}

void MemoryPanel::mousePressEvent(QMouseEvent* event) {
  const QRectF area = cells();
  const QPointF at = event->position();
  if (canvas_.buffers() == nullptr || !area.contains(at)) return QWidget::mousePressEvent(event);
  const double share = (at.x() - area.left()) / area.width();
  const int clicked = std::min(static_cast<int>(share * columns()), columns() - 1);
  select(clicked == column() ? -1 : clicked);
}

void MemoryPanel::keyPressEvent(QKeyEvent* event) {
  const int step = event->key() == Qt::Key_Right ? 1 : event->key() == Qt::Key_Left ? -1 : 0;
  const bool is_escape = event->key() == Qt::Key_Escape;
  if (canvas_.buffers() == nullptr || (step == 0 && !is_escape)) {
    return QWidget::keyPressEvent(event);
  }
  if (is_escape) return select(-1);
  select(std::clamp(column() + step, 0, columns() - 1));
}

void MemoryPanel::paintEvent(QPaintEvent* /*event*/) {
  QPainter painter(this);
  painter.fillRect(rect(), paint::theme().paper());
  painter.setPen(paint::theme().ink());
  if (canvas_.scene() == nullptr) return;
  painter.setFont(paint::picture_font(13, true));
  painter.drawText(QRectF(10, 6, width() - 20, 20), tr("Memory of rank %1").arg(rank()));
  painter.setFont(paint::picture_font(11));
  painter.setPen(paint::theme().faint());
  if (canvas_.buffers() == nullptr) {
    painter.drawText(QRectF(10, kHead, width() - 20, height() - kHead), Qt::TextWordWrap,
                     tr("Shown for runs with fewer ranks and steps: choose a "
                        "smaller size or fewer nodes."));
    return;
  }
  painter.drawText(QRectF(10, 24, width() - 20, 18), tr("a row: values of a rank; a column: data"));
  paint_cells(painter, cells());
  paint_selected(painter, cells());
  if (!hasFocus()) return;
  painter.setPen(QPen(paint::theme().accent(), 1));
  painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

void MemoryPanel::paint_selected(QPainter& painter, const QRectF& area) const {
  const auto space = static_cast<double>(std::max<std::uint64_t>(canvas_.buffers()->space(), 1));
  painter.setClipRect(area.adjusted(-2, -4, 2, 4));
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(paint::theme().accent(), 2));
  for (const app::simulation::DataRange& range : selection_.now().data) {
    const double from = area.left() + area.width() * static_cast<double>(range.begin) / space;
    const double width = area.width() * static_cast<double>(range.bytes) / space;
    painter.drawRect(QRectF(from, area.top() - 2, std::max(width, 2.0), area.height() + 4));
  }
  painter.setClipping(false);
}

void MemoryPanel::paint_cells(QPainter& painter, const QRectF& area) const {
  const app::simulation::Buffers& buffers = *canvas_.buffers();
  const int ranks = buffers.ranks();
  const int rows = std::min(ranks, kMostRows);
  const double row = area.height() / rows;
  const auto space = static_cast<double>(std::max<std::uint64_t>(buffers.space(), 1));
  painter.fillRect(area, paint::theme().palette().color(QPalette::Window));
  std::uint64_t complete = 0;
  for (const auto& piece : buffers.contents(rank())) {
    const double x = area.x() + area.width() * static_cast<double>(piece.range.begin) / space;
    const double width = area.width() * static_cast<double>(piece.range.bytes) / space;
    const std::uint64_t due = buffers.due_in(piece, rank());
    const bool is_whole = due == piece.range.bytes;
    complete += due;
    for (int i = 0; i < rows; ++i) {
      const int of = i * ranks / rows;
      if (!piece.values.has(of)) continue;
      const QColor colour = is_whole       ? paint::theme().series(2)
                            : of == rank() ? paint::theme().series(0)
                                           : paint::theme().series(5);
      painter.fillRect(QRectF(x, area.y() + i * row, std::max(width, 0.5), std::max(row - 1, 0.5)),
                       colour);
    }
  }
  painter.setPen(paint::theme().grid());
  for (int i = 1; i < std::min(ranks, kMostColumns); ++i) {
    const double x = area.x() + area.width() * i / std::min(ranks, kMostColumns);
    painter.drawLine(QPointF(x, area.y()), QPointF(x, area.bottom()));
  }
  painter.setPen(paint::theme().faint());
  for (int i = 0; i < rows; i += std::max(1, static_cast<int>(14 / row) + 1)) {
    painter.drawText(QRectF(0, area.y() + i * row - 4, kSide - 6, row + 8),
                     Qt::AlignRight | Qt::AlignVCenter, QString::number(i * ranks / rows));
  }
  painter.drawText(QRectF(10, area.bottom() + 4, width() - 20.0, kFoot), Qt::TextWordWrap,
                   due_text(complete, buffers.due(rank())));
}

}  // namespace treering::gui::views::algorithm
