#include "gui/window/icon.h"

#include <QPainter>
#include <array>

namespace treering::gui::window {

QIcon icon() {
  constexpr int kSide = 64;
  constexpr double kCorner = 14;
  constexpr double kRadius = 21;
  constexpr double kDot = 5;
  const QPointF middle(kSide / 2.0, kSide / 2.0);
  const std::array<QPointF, 3> ends{QPointF(32, 11), QPointF(13.8, 42.5), QPointF(50.2, 42.5)};
  QPixmap pixmap(kSide, kSide);
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(QColor(0x0d, 0x11, 0x17));
  painter.drawRoundedRect(0, 0, kSide, kSide, kCorner, kCorner);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(QColor(0x4a, 0xa8, 0xe0), 4));
  painter.drawEllipse(middle, kRadius, kRadius);
  painter.setPen(QPen(QColor(0xf0, 0x8a, 0x3c), 4, Qt::SolidLine, Qt::RoundCap));
  for (const QPointF& end : ends) painter.drawLine(middle, end);
  painter.setPen(Qt::NoPen);
  painter.setBrush(QColor(0xe6, 0xed, 0xf3));
  painter.drawEllipse(middle, kDot, kDot);
  for (const QPointF& end : ends) painter.drawEllipse(end, kDot, kDot);
  return QIcon(pixmap);
}

}  // namespace treering::gui::window
