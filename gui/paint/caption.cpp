#include "gui/paint/caption.h"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "gui/paint/theme.h"

namespace treering::gui::paint {
namespace {

constexpr double kText = 12;   // pixels
constexpr double kAround = 8;  // the text

}  // namespace

QImage with_caption(const QImage& picture, const QString& text) {
  if (text.isEmpty()) return picture;
  const double ratio = picture.devicePixelRatio();
  const QSizeF size = picture.deviceIndependentSize();
  const QFont font = picture_font(kText);
  const QRectF room(kAround, kAround, std::max(size.width() - 2 * kAround, 1.0), size.height());
  constexpr int kForm = Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap;
  const double height = QFontMetricsF(font).boundingRect(room, kForm, text).height();
  const double above = std::ceil(height + 2 * kAround);
  QImage all((QSizeF(size.width(), size.height() + above) * ratio).toSize(), QImage::Format_RGB32);
  all.setDevicePixelRatio(ratio);
  all.fill(theme().palette().color(QPalette::Window));
  QPainter painter(&all);
  painter.setFont(font);
  painter.setPen(theme().ink());
  painter.drawText(room, kForm, text);
  painter.drawImage(QPointF(0, above), picture);
  return all;
}

}  // namespace treering::gui::paint
