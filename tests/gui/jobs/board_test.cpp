#include "gui/jobs/board.h"

#include <QPainter>
#include <QPushButton>
#include <QThreadPool>

#include <gtest/gtest.h>

#include "gui/paint/theme.h"
#include "tests/gui/jobs/crowd.h"

namespace treering::gui::jobs {
namespace board_test {

// Qt cuts a large picture into slices, which it paints in the threads of the global pool.
TEST(Board, WindowsArePaintedWhileAllThreadsWork) {
  Crowd crowd;
  ASSERT_TRUE(crowd.fillsTheThreads());
  ASSERT_EQ(QThreadPool::globalInstance()->activeThreadCount(), 0);  // or it is never painted
  constexpr QSize kLarge(1600, 1000);
  QPushButton button(QStringLiteral("Copy"));
  paint::BoxStyle style;
  button.setStyle(&style);
  button.resize(kLarge);
  QImage image(kLarge, QImage::Format_ARGB32_Premultiplied);
  image.fill(Qt::white);
  QPixmap border(30, 30);
  border.fill(Qt::red);
  QPainter painter(&image);
  button.render(&painter);
  painter.setRenderHint(QPainter::SmoothPixmapTransform);
  painter.drawPixmap(QRect(100, 100, 1400, 800), border);
  painter.end();
  EXPECT_EQ(image.pixelColor(800, 500), QColor(Qt::red));
}

}  // namespace board_test
}  // namespace treering::gui::jobs
