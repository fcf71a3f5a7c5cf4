#include "gui/views/algorithm/memory_panel.h"

#include <QFontMetricsF>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>

#include "core/units.h"
#include "gui/paint/theme.h"

namespace treering::gui::views::algorithm {
namespace {

using app::simulation::DataRange;
using app::simulation::RankMemory;

constexpr int kMostColumns = 48;
constexpr int kMostRows = 64;
constexpr int kText = 11;
constexpr double kHead = 44;
constexpr double kFoot = 40;
constexpr double kSide = 34;

double number_width(int number) {
  return QFontMetricsF(paint::picture_font(kText)).horizontalAdvance(QString::number(number));
}

/// \param has, due bytes
QString due_text(std::uint64_t has, std::uint64_t due) {
  if (due == 0) return QObject::tr("after the call it need not have anything");
  return QObject::tr("green: %1 of the %2 that it is to have after the call")
      .arg(QString::fromStdString(core::format_size(has)),
           QString::fromStdString(core::format_size(due)));
}

}  // namespace

MemoryPanel::MemoryPanel(stage::StageCanvas& canvas, const Shared& shared, QWidget* parent)
    : QWidget(parent),
      canvas_(canvas),
      selection_(shared.selection),
      clock_(shared.clock),
      asker_(*this, [this](const Found& found) {
        found_ = found;
        update();
      }) {
  setMinimumSize(220, 180);
  setAccessibleName(tr("Memory of the selected rank"));
  setToolTip(tr("a click selects the data of a column: messages that carry them stand out"));
  setFocusPolicy(Qt::StrongFocus);
  connect(&canvas_, &stage::StageCanvas::momentChanged, this, &MemoryPanel::renew);
  connect(&selection_, &models::Selection::changed, this, &MemoryPanel::renew);
  connect(&clock_, &models::Clock::stateChanged, this, &MemoryPanel::renew);
}

void MemoryPanel::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  renew();
}

/// What was found for another moment, rank or run is never shown.
void MemoryPanel::renew() {
  update();
  const bool is_wanted = isVisible() && canvas_.scene() != nullptr &&
                         canvas_.buffers() == nullptr && !clock_.isPlaying();
  std::optional<Asked> now;
  if (is_wanted) now = {canvas_.scene()->moments->run().timeline, rank(), clock_.now()};
  if (now == asked_) return;
  asked_ = now;
  found_.reset();
  asker_.cancel();
  if (!now) return;
  asker_.ask([run = canvas_.scene()->moments->run(), rank = now->rank, us = now->us]() -> Found {
    return app::simulation::memory_at(run, rank, us);
  });
}

std::optional<RankMemory> MemoryPanel::memory() const {
  if (canvas_.scene() == nullptr) return {};
  if (canvas_.buffers() != nullptr) return memory_of(*canvas_.buffers(), rank());
  if (found_ && *found_) return **found_;
  return {};
}

std::optional<MemoryPanel::Extent> MemoryPanel::extent() const {
  if (canvas_.buffers() != nullptr) {
    return Extent{canvas_.buffers()->ranks(), canvas_.buffers()->space()};
  }
  if (found_ && *found_) return Extent{(*found_)->ranks, (*found_)->space};
  return {};
}

QString MemoryPanel::whyNot() const {
  if (canvas_.scene() == nullptr || extent()) return {};
  if (found_) return tr("Not known: %1.").arg(QString::fromStdString(found_->error()));
  if (!clock_.isPlaying()) return tr("working …");
  return tr("With %1 ranks it is found while the run stands still: pause it.")
      .arg(canvas_.scene()->ranks);
}

int MemoryPanel::rank() const {
  const auto& ranks = selection_.now().ranks;
  const int last = ranks.empty() ? 0 : ranks.back();
  const bool is_rank = canvas_.scene() != nullptr && last < canvas_.scene()->ranks;
  return is_rank ? last : 0;
}

QRectF MemoryPanel::cells() const {
  const double side = std::max(kSide, number_width(extent().value_or(Extent()).ranks) + 12);
  return {side, kHead, width() - side - 10, height() - kHead - kFoot};
}

int MemoryPanel::columns() const {
  return std::min(extent().value_or(Extent()).ranks, kMostColumns);
}

QPoint MemoryPanel::pixelOf(int column) const {
  const QRectF area = cells();
  return QPointF(area.left() + area.width() * (column + 0.5) / columns(), area.center().y())
      .toPoint();
}

app::simulation::Data MemoryPanel::data_of(int column) const {
  const std::uint64_t space = extent().value_or(Extent()).space;
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
  if (!extent() || !area.contains(at)) return QWidget::mousePressEvent(event);
  const double share = (at.x() - area.left()) / area.width();
  const int clicked = std::min(static_cast<int>(share * columns()), columns() - 1);
  select(clicked == column() ? -1 : clicked);
}

void MemoryPanel::keyPressEvent(QKeyEvent* event) {
  const int step = event->key() == Qt::Key_Right ? 1 : event->key() == Qt::Key_Left ? -1 : 0;
  const bool is_escape = event->key() == Qt::Key_Escape;
  if (!extent() || (step == 0 && !is_escape)) {
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
  painter.setFont(paint::picture_font(kText));
  painter.setPen(paint::theme().faint());
  const auto memory = this->memory();
  if (!memory) {
    painter.drawText(QRectF(10, kHead, width() - 20, height() - kHead), Qt::TextWordWrap, whyNot());
    return;
  }
  const int per_row = (memory->ranks + kMostRows - 1) / kMostRows;
  painter.drawText(QRectF(10, 24, width() - 20, 18),
                   per_row == 1 ? tr("a row: values of a rank; a column: data")
                                : tr("a row: values of %1 ranks; a column: data").arg(per_row));
  paint_cells(painter, *memory);
  paint_selected(painter, cells());
  if (!hasFocus()) return;
  painter.setPen(QPen(paint::theme().accent(), 1));
  painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

void MemoryPanel::paint_selected(QPainter& painter, const QRectF& area) const {
  painter.setClipRect(area.adjusted(-2, -4, 2, 4));
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(paint::theme().accent(), 2));
  for (const DataRange& range : selection_.now().data) {
    painter.drawRect(strip(range, 2).adjusted(0, -2, 0, 2));
  }
  painter.setClipping(false);
}

/// Of data, from left to right, at least so many pixels.
QRectF MemoryPanel::strip(const DataRange& range, double least) const {
  const QRectF area = cells();
  const std::uint64_t bytes = extent().value_or(Extent()).space;
  const auto space = static_cast<double>(std::max<std::uint64_t>(bytes, 1));
  const double width = area.width() * static_cast<double>(range.bytes) / space;
  const double left = area.left() + area.width() * static_cast<double>(range.begin) / space;
  return {left, area.top(), std::max(width, least), area.height()};
}

/// A row stands for as many ranks as there must; the fuller, the darker.
void MemoryPanel::paint_rows(QPainter& painter, const RankMemory& memory,
                             const RankMemory::Part& part, const Strip& strip) {
  const QRectF& area = strip.place;
  const int rows = std::min(memory.ranks, kMostRows);
  const double row = area.height() / rows;
  for (int i = 0; i < rows; ++i) {
    const int first = i * memory.ranks / rows;
    const int end = (i + 1) * memory.ranks / rows;
    int has = 0;
    for (int of = first; of < end; ++of) has += part.piece.values.has(of) ? 1 : 0;
    if (has == 0) continue;
    const bool is_own = first <= memory.rank && memory.rank < end;
    QColor colour = paint::theme().series(strip.is_due ? 2 : is_own ? 0 : 5);
    colour.setAlphaF(static_cast<float>(0.3 + 0.7 * has / (end - first)));
    painter.fillRect(QRectF(area.x(), area.y() + i * row, area.width(), std::max(row - 1, 0.5)),
                     colour);
  }
}

/// Thin pieces of what is as it shall be stand before the lines, which would hide them.
void MemoryPanel::paint_due(QPainter& painter, const RankMemory& memory, bool are_thin) const {
  constexpr double kThin = 3;  // pixels
  for (const auto& part : memory.parts) {
    for (const DataRange& range : part.due) {
      if ((strip(range, 0).width() < kThin) != are_thin) continue;
      const QRectF place = strip(range, kThin);
      if (!are_thin) painter.fillRect(place, paint::theme().palette().color(QPalette::Window));
      paint_rows(painter, memory, part, {place, true});
    }
  }
}

void MemoryPanel::paint_cells(QPainter& painter, const RankMemory& memory) const {
  const QRectF area = cells();
  const int rows = std::min(memory.ranks, kMostRows);
  const double row = area.height() / rows;
  painter.fillRect(area, paint::theme().palette().color(QPalette::Window));
  std::uint64_t complete = 0;
  for (const auto& part : memory.parts) {
    for (const DataRange& range : part.due) complete += range.bytes;
    paint_rows(painter, memory, part, {strip(part.piece.range, 0.5), false});
  }
  paint_due(painter, memory, false);
  painter.setPen(paint::theme().grid());
  for (int i = 1; i < columns(); ++i) {
    const double x = area.x() + area.width() * i / columns();
    painter.drawLine(QPointF(x, area.y()), QPointF(x, area.bottom()));
  }
  paint_due(painter, memory, true);
  painter.setPen(paint::theme().faint());
  for (int i = 0; i < rows; i += std::max(1, static_cast<int>(14 / row) + 1)) {
    painter.drawText(QRectF(0, area.y() + i * row - 4, area.x() - 6, row + 8),
                     Qt::AlignRight | Qt::AlignVCenter, QString::number(i * memory.ranks / rows));
  }
  painter.drawText(QRectF(10, area.bottom() + 4, width() - 20.0, kFoot), Qt::TextWordWrap,
                   due_text(complete, memory.due));
}

}  // namespace treering::gui::views::algorithm
