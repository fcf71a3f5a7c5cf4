#include <QImage>
#include <QPainter>
#include <QStyleOption>

#include <gtest/gtest.h>

#include "gui/paint/theme.h"

namespace treering::gui::paint {
namespace box_style_test {

TEST(BoxStyle, BoxesWithoutATickAreSeen) {
  for (const Shade shade : {Shade::Dark, Shade::Light}) {
    set_theme(shade);
    const BoxStyle style;
    QStyleOptionButton option;
    option.rect = QRect(0, 0, 14, 14);
    option.state = QStyle::State_Enabled | QStyle::State_Off;
    option.palette = theme().palette();
    QImage image(14, 14, QImage::Format_RGB32);
    image.fill(theme().paper());
    QPainter painter(&image);
    style.drawPrimitive(QStyle::PE_IndicatorCheckBox, &option, &painter, nullptr);
    painter.end();
    EXPECT_EQ(image.pixelColor(7, 0), theme().faint());
    EXPECT_EQ(image.pixelColor(0, 7), theme().faint());
  }
  set_theme(Shade::Light);
}

// Before Tab was ever pressed, too.
TEST(BoxStyle, AButtonThatHasTheFocusHasARing) {
  for (const Shade shade : {Shade::Dark, Shade::Light}) {
    set_theme(shade);
    const BoxStyle style;
    QStyleOptionButton option;
    option.rect = QRect(0, 0, 80, 24);
    option.palette = theme().palette();
    const auto edge = [&](QStyle::State state) {
      option.state = state;
      QImage image(option.rect.size(), QImage::Format_RGB32);
      image.fill(theme().paper());
      QPainter painter(&image);
      style.drawControl(QStyle::CE_PushButton, &option, &painter, nullptr);
      painter.end();
      return image.pixelColor(40, 1);
    };
    EXPECT_NE(edge(QStyle::State_Enabled), theme().accent());
    EXPECT_EQ(edge(QStyle::State_Enabled | QStyle::State_HasFocus), theme().accent());
  }
  set_theme(Shade::Light);
}

}  // namespace box_style_test
}  // namespace treering::gui::paint
