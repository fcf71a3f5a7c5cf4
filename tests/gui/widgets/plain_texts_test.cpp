#include <QApplication>
#include <QLabel>
#include <QMessageBox>
#include <QToolTip>

#include <gtest/gtest.h>

#include "gui/widgets/labels.h"

namespace treering::gui::widgets {
namespace plain_texts_test {

constexpr const char* kName = "<h1>dgx</h1>";

// tests/gui/main.cpp starts as the program does: with show_texts_plain().
TEST(PlainTexts, ANameIsNoHeading) {
  QLabel label{QString::fromUtf8(kName)};
  label.ensurePolished();
  EXPECT_EQ(label.textFormat(), Qt::PlainText);
  // A heading would be higher than a line.
  EXPECT_EQ(label.sizeHint().height(), QLabel(QStringLiteral("dgx")).sizeHint().height());
}

TEST(PlainTexts, AMessageBoxShowsItAsItIs) {
  QMessageBox box;
  box.setText(QString::fromUtf8(kName));
  box.show();
  const auto* const label = box.findChild<QLabel*>(QStringLiteral("qt_msgbox_label"));
  ASSERT_NE(label, nullptr);
  EXPECT_EQ(label->textFormat(), Qt::PlainText);
}

TEST(PlainTexts, AToolTipShowsItAsItIs) {
  QWidget widget;
  widget.show();
  QToolTip::showText(QPoint(1, 1), QString::fromUtf8(kName), &widget);
  bool is_found = false;
  for (QWidget* const one : QApplication::topLevelWidgets()) {
    const auto* const label = qobject_cast<QLabel*>(one);
    if (label == nullptr || !one->inherits("QTipLabel")) continue;
    is_found = true;
    EXPECT_EQ(label->text(), kName);
    EXPECT_EQ(label->textFormat(), Qt::PlainText);
  }
  EXPECT_TRUE(is_found);
  QToolTip::hideText();
}

TEST(PlainTexts, WhatAsksForHtmlHasIt) {
  QLabel label(QStringLiteral("<b>The machine</b>"));
  label.setTextFormat(Qt::RichText);
  label.ensurePolished();
  EXPECT_EQ(label.textFormat(), Qt::RichText);
}

}  // namespace plain_texts_test
}  // namespace treering::gui::widgets
