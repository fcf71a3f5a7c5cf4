#include "gui/timeline/row_texts.h"

#include <QImage>

#include <gtest/gtest.h>

namespace treering::gui::timeline {
namespace row_texts_test {

/// Whether anything is written of a row that begins at `y` in 100 pixels.
bool is_written(double y) {
  constexpr int kSide = 100;
  constexpr double kRow = 20;
  QImage image(kSide, kSide, QImage::Format_RGB32);
  image.fill(Qt::white);
  QPainter painter(&image);
  paint_texts(painter,
              {{QRectF(2, y, 90, kRow), QStringLiteral("rank 0"), Ink::Plain,
                QRect(0, 0, kSide, kSide), true}},
              1);
  painter.end();
  QImage empty(kSide, kSide, QImage::Format_RGB32);
  empty.fill(Qt::white);
  return image != empty;
}

// Half a row at the edge has a bar, and no half letters.
TEST(RowTexts, LettersAreWholeOrNotThere) {
  EXPECT_TRUE(is_written(40));
  EXPECT_TRUE(is_written(80));
  EXPECT_FALSE(is_written(90));
  EXPECT_FALSE(is_written(-10));
}

QImage painted(const QString& text, const QString& shorter) {
  QImage image(100, 30, QImage::Format_RGB32);
  image.fill(Qt::white);
  QPainter painter(&image);
  paint_texts(painter,
              {{QRectF(2, 5, 60, 20), text, Ink::Plain, QRect(0, 0, 100, 30), true, shorter}}, 1);
  painter.end();
  return image;
}

// In 60 pixels of 11 a letter, "rank 0, channel 0" has no room.
TEST(RowTexts, NamesAreWholeInAShorterForm) {
  const QString rank = QStringLiteral("rank 0");
  const QString both = QStringLiteral("rank 0, channel 0");
  EXPECT_EQ(painted(both, rank), painted(rank, {}));
  EXPECT_NE(painted(both, {}), painted(rank, {}));
  EXPECT_EQ(painted(rank, QStringLiteral("0")), painted(rank, {}));
}

}  // namespace row_texts_test
}  // namespace treering::gui::timeline
