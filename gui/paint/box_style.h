// The style of the window: Fusion, with boxes whose outline is seen in both themes, and a button
// that has the focus is seen to have it.
#pragma once

#include <QProxyStyle>

namespace treering::gui::paint {

class BoxStyle final : public QProxyStyle {
  Q_OBJECT

 public:
  BoxStyle();

  void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                     const QWidget* widget) const override;
  void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
                   const QWidget* widget) const override;
};

}  // namespace treering::gui::paint
