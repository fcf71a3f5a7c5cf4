#include "gui/paint/box_style.h"

#include <QPainter>
#include <QStyleOption>

#include "gui/paint/theme.h"

namespace treering::gui::paint {

BoxStyle::BoxStyle() : QProxyStyle(QStringLiteral("Fusion")) {}

void BoxStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option,
                             QPainter* painter, const QWidget* widget) const {
  QProxyStyle::drawPrimitive(element, option, painter, widget);
  const bool is_round = element == PE_IndicatorRadioButton;
  if (!is_round && element != PE_IndicatorCheckBox && element != PE_IndicatorItemViewItemCheck) {
    return;
  }
  painter->save();
  painter->setPen(QPen(theme().faint(), 1));
  painter->setBrush(Qt::NoBrush);
  const QRect border = option->rect.adjusted(0, 0, -1, -1);
  if (is_round) {
    painter->setRenderHint(QPainter::Antialiasing);
    painter->drawEllipse(QRectF(border).adjusted(0.5, 0.5, -0.5, -0.5));
  } else {
    painter->drawRect(border);
  }
  painter->restore();
}

/// Qt marks the focus only once Tab was pressed, but a window begins with it on a button.
void BoxStyle::drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                           const QWidget* widget) const {
  QProxyStyle::drawControl(element, option, painter, widget);
  const bool has_focus = option->state.testFlag(State_HasFocus);
  if (element != CE_PushButton || !has_focus) return;
  constexpr double kWide = 2;     // pixels
  constexpr double kRound = 2.5;  // as Fusion's corners
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing);
  painter->setPen(QPen(theme().accent(), kWide));
  painter->setBrush(Qt::NoBrush);
  painter->drawRoundedRect(QRectF(option->rect).adjusted(1, 1, -1, -1), kRound, kRound);
  painter->restore();
}

}  // namespace treering::gui::paint
