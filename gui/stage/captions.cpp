#include "gui/stage/captions.h"

#include <QFontMetricsF>
#include <algorithm>

#include "gui/paint/theme.h"
#include "gui/stage/node_names.h"

namespace treering::gui::stage {
namespace {

using paint::theme;

constexpr double kNamePx = 11;
constexpr double kTitlePx = 13;
constexpr double kLeastRoom = 10;  // pixels; nothing fits into less
constexpr double kEdge = 2;        // of a plate around its text

QFont font_of(bool is_title) {
  return paint::picture_font(is_title ? kTitlePx : kNamePx, true);
}

QRectF area_of(const Caption& caption, QPointF at, QSizeF size) {
  const double left = caption.side == Qt::AlignLeft ? 0 : size.width() / 2;
  return {at - QPointF(left, size.height() / 2), size};
}

}  // namespace

std::vector<Shown> shown_captions(const Look& look, const QTransform& to_pixels) {
  const QFontMetricsF names(font_of(false));
  const QFontMetricsF titles(font_of(true));
  // Cards without ranks have their names in their middle.
  const bool have_cards_names = !node_names(look, to_pixels).all.empty();
  std::vector<Shown> all;
  for (const Caption& caption : look.scene.arrangement.captions) {
    if (have_cards_names && !caption.is_title) continue;
    const double room = caption.room * look.scale;
    if (room < kLeastRoom || !look.seen.contains(caption.at)) continue;
    const QFontMetricsF& metrics = caption.is_title ? titles : names;
    const auto fits = [&](const QString& text) { return metrics.horizontalAdvance(text) <= room; };
    const auto text = std::ranges::find_if(caption.words, fits);
    if (text == caption.words.end()) continue;
    const QSizeF size(metrics.horizontalAdvance(*text), metrics.height());
    const QRectF area = area_of(caption, to_pixels.map(caption.at), size);
    const bool is_free =
        std::ranges::none_of(all, [&](const Shown& other) { return other.area.intersects(area); });
    if (is_free) all.push_back({area, *text, caption.is_title});
  }
  return all;
}

void paint_captions(QPainter& painter, const Look& look) {
  const std::vector<Shown> all = shown_captions(look, painter.worldTransform());
  painter.save();
  painter.resetTransform();
  const QColor plate = look.scene.arrangement.has_frames ? theme().palette().color(QPalette::Window)
                                                         : theme().paper();
  for (const Shown& one : all) {
    const QRectF around = one.area.adjusted(-kEdge, 0, kEdge, 0);
    painter.fillRect(around, one.is_title ? theme().paper() : plate);
    painter.setFont(font_of(one.is_title));
    painter.setPen(one.is_title ? theme().ink() : theme().faint());
    painter.drawText(around, Qt::AlignCenter, one.text);
  }
  painter.restore();
}

}  // namespace treering::gui::stage
