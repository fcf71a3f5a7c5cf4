#include "gui/views/topology/marks.h"

#include <algorithm>

#include "gui/paint/theme.h"

namespace treering::gui::views::topology {
namespace {

constexpr double kRadius = 6;      // in the picture, and at least as many pixels
constexpr double kFrame = 3;       // pixels
constexpr double kMostSign = 14;   // pixels
constexpr double kLargeCell = 24;  // pixels: there is room for a sign

void paint_frame(QPainter& painter, const QRectF& area) {
  QPen pen(paint::theme().bad(), kFrame);
  pen.setCosmetic(true);
  painter.setPen(pen);
  painter.setBrush(Qt::NoBrush);
  painter.drawRect(area);
}

}  // namespace

void paint_mark(QPainter& painter, const Mark& mark, double scale) {
  const double radius = std::max(kRadius, kRadius / scale);
  if (mark.is_tried) paint_frame(painter, mark.area);
  const QRectF disc(mark.area.right() - radius, mark.area.top() - radius, 2 * radius, 2 * radius);
  const bool is_fault = mark.severity == models::Severity::Fault;
  const bool is_hint = mark.severity == models::Severity::Hint;
  const paint::Theme& theme = paint::theme();
  painter.setPen(QPen(theme.paper(), radius / 4));
  painter.setBrush(is_fault ? theme.bad() : is_hint ? theme.accent() : theme.warning());
  painter.drawEllipse(disc);
  painter.setPen(theme.paper());
  painter.setFont(paint::picture_font(1.6 * radius, true));
  const QString sign = is_fault  ? QStringLiteral("×")
                       : is_hint ? QStringLiteral("i")
                                 : QStringLiteral("!");
  painter.drawText(disc, Qt::AlignCenter, sign);
}

void paint_cell_mark(QPainter& painter, const QRectF& cell, double scale) {
  QPen pen(paint::theme().bad(), 2);
  pen.setCosmetic(true);
  painter.setPen(pen);
  const bool is_large = cell.width() * scale >= kLargeCell;
  painter.setBrush(is_large ? QBrush(Qt::NoBrush) : QBrush(paint::theme().bad()));
  painter.drawRect(cell);
  if (!is_large) return;
  // A cross from corner to corner of a small square: it needs no font.
  const double side = std::min(cell.height() / 5, kMostSign / scale);
  const QRectF sign(cell.right() - 1.3 * side, cell.top() + 0.3 * side, side, side);
  painter.drawLine(sign.topLeft(), sign.bottomRight());
  painter.drawLine(sign.topRight(), sign.bottomLeft());
}

}  // namespace treering::gui::views::topology
