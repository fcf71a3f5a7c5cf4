#include "gui/views/topology/marks.h"

#include <algorithm>

#include "gui/paint/theme.h"

namespace treering::gui::views::topology {
namespace {

constexpr double kRadius = 6;      // in the picture, and at least as many pixels
constexpr double kFrame = 3;       // pixels
constexpr double kMostSign = 14;   // pixels
constexpr double kLargeCell = 24;  // pixels: there is room for a sign

QColor colour_of(models::Severity severity) {
  const paint::Theme& theme = paint::theme();
  switch (severity) {
    case models::Severity::Fault:
      return theme.bad();
    case models::Severity::Warning:
      return theme.warning();
    case models::Severity::Hint:
      return theme.accent();
  }
  return {};
}

void paint_frame(QPainter& painter, const Mark& mark) {
  QPen pen(colour_of(mark.severity), kFrame);
  pen.setCosmetic(true);
  painter.setPen(pen);
  painter.setBrush(Qt::NoBrush);
  painter.drawRect(mark.area);
}

}  // namespace

void paint_mark(QPainter& painter, const Mark& mark, double scale) {
  const double radius = std::max(kRadius, kRadius / scale);
  if (mark.is_tried) paint_frame(painter, mark);
  QRectF disc(mark.area.right() - radius, mark.area.top() - radius, 2 * radius, 2 * radius);
  const QRectF seen = painter.transform().inverted().mapRect(QRectF(painter.viewport()));
  if (seen.contains(mark.area.topRight())) {
    // At the edge of the view it is drawn whole.
    const double rim = radius / 8;
    disc.moveRight(std::min(disc.right(), seen.right() - rim));
    disc.moveTop(std::max(disc.top(), seen.top() + rim));
  }
  const bool is_fault = mark.severity == models::Severity::Fault;
  const bool is_hint = mark.severity == models::Severity::Hint;
  const QColor paper = paint::theme().paper();
  painter.setPen(QPen(paper, radius / 4));
  painter.setBrush(colour_of(mark.severity));
  painter.drawEllipse(disc);
  painter.setPen(paper);
  painter.setFont(paint::picture_font(1.6 * radius, true));
  const QString sign = is_fault  ? QStringLiteral("×")
                       : is_hint ? QStringLiteral("i")
                                 : QStringLiteral("!");
  painter.drawText(disc, Qt::AlignCenter, sign);
}

void paint_cell_mark(QPainter& painter, const Mark& mark, double scale) {
  const QColor colour = colour_of(mark.severity);
  QPen pen(colour, 2);
  pen.setCosmetic(true);
  painter.setPen(pen);
  const QRectF& cell = mark.area;
  const bool is_large = cell.width() * scale >= kLargeCell;
  painter.setBrush(is_large ? QBrush(Qt::NoBrush) : QBrush(colour));
  painter.drawRect(cell);
  if (!is_large) return;
  // In a small square, without a font: a cross where something is down, else a stroke.
  const double side = std::min(cell.height() / 5, kMostSign / scale);
  const QRectF sign(cell.right() - 1.3 * side, cell.top() + 0.3 * side, side, side);
  painter.drawLine(sign.topLeft(), sign.bottomRight());
  if (mark.severity == models::Severity::Fault) {
    painter.drawLine(sign.topRight(), sign.bottomLeft());
  }
}

}  // namespace treering::gui::views::topology
