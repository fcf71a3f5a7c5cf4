#include "gui/timeline/row_texts.h"

#include <QHash>
#include <QStaticText>
#include <algorithm>
#include <array>

#include "gui/paint/theme.h"

namespace treering::gui::timeline {
namespace {

constexpr double kTextSize = 11;
constexpr qsizetype kMostKnown = 20'000;  // texts that are kept laid out

struct Laid {
  QStaticText text;
  double width = 0;
};

/// Each text is laid out once.
const Laid& laid(const QPainter& painter, const QString& text) {
  static QHash<QString, Laid> known;
  const auto found = known.constFind(text);
  if (found != known.constEnd()) return *found;
  if (known.size() > kMostKnown) known.clear();
  Laid made{QStaticText(text), QFontMetricsF(painter.font()).horizontalAdvance(text)};
  made.text.setTextFormat(Qt::PlainText);
  made.text.prepare({}, painter.font());
  return *known.insert(text, made);
}

/// By its shorter form, or in as many letters as there is room for.
QString shortened(const QPainter& painter, const RowText& one) {
  static QHash<QString, QString> known;
  const double width = one.box.width();
  const QString key = one.text + QChar(u'\n') + one.shorter + QChar(u'\n') + QString::number(width);
  const auto found = known.constFind(key);
  if (found != known.constEnd()) return *found;
  if (known.size() > kMostKnown) known.clear();
  const QFontMetricsF metrics(painter.font());
  const bool has_shorter =
      !one.shorter.isEmpty() && metrics.horizontalAdvance(one.shorter) <= width;
  if (has_shorter) return *known.insert(key, one.shorter);
  return *known.insert(key, metrics.elidedText(one.text, Qt::ElideMiddle, width));
}

QString first_word(const QString& text) {
  const auto is_end = [](QChar letter) { return letter == u' ' || letter == u','; };
  return text.left(std::ranges::find_if(text, is_end) - text.begin());
}

/// Letters that a row half out of sight would cut are left out.
bool has_room(const RowText& one, double density) {
  constexpr double kHalf = 5;  // of the letters, pixels
  const QRectF seen = seen_part(one.within, density);
  const double middle = one.box.center().y();
  return middle - kHalf >= seen.top() && middle + kHalf <= seen.bottom();
}

}  // namespace

QRectF seen_part(const QRect& within, double density) {
  return {within.x() / density, within.y() / density, within.width() / density,
          within.height() / density};
}

void paint_texts(QPainter& painter, const std::vector<RowText>& texts, double density) {
  const paint::Theme& theme = paint::theme();
  // Bars are of middling brightness or brighter, on either paper.
  const std::array<QColor, 3> pens{theme.ink(), theme.faint(),
                                   theme.is_dark() ? theme.paper() : theme.ink()};
  painter.setFont(paint::picture_font(kTextSize));
  const double height = QFontMetricsF(painter.font()).height();
  QRect within;
  for (const RowText& one : texts) {
    if (!has_room(one, density)) continue;
    const Laid* text = &laid(painter, one.text);
    if (text->width > one.box.width()) {
      text = &laid(painter, one.is_name ? shortened(painter, one) : first_word(one.text));
      if (!one.is_name && text->width > one.box.width()) continue;
    }
    if (one.within != within) painter.setClipRect(seen_part(within = one.within, density));
    painter.setPen(pens.at(static_cast<std::size_t>(one.ink)));
    painter.drawStaticText(QPointF(one.box.left(), one.box.center().y() - height / 2), text->text);
  }
}

}  // namespace treering::gui::timeline
