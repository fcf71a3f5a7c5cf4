// A theme that changes while the window is open reaches all that is drawn.
#include <QApplication>
#include <QTest>

#include <gtest/gtest.h>

#include "gui/jobs/board.h"
#include "gui/paint/theme.h"
#include "gui/window/main_window.h"
#include "gui/window/views.h"
#include "tests/gui/patience.h"

namespace treering::gui::window {
namespace themes_test {

void settle(MainWindow& window) {
  ASSERT_TRUE(QTest::qWaitFor(
      [&] { return !window.session().isBusy() && !jobs::Board::instance().isAnyRunning(); },
      kPatience));
  window.grab();  // all is laid out
  QTest::qWait(20);
  ASSERT_TRUE(QTest::qWaitFor([] { return !jobs::Board::instance().isAnyRunning(); }, kPatience));
  QApplication::processEvents();
}

void show(MainWindow& window, const char* view) {
  window.resize(1280, 800);
  models::Question question;
  question.job.topology = "dgx-h100";
  question.job.nodes = 2;
  window.session().open(question);
  window.showView(QString::fromLatin1(view));
  window.show();
  settle(window);
}

class Themes : public ::testing::TestWithParam<ViewKind> {
 protected:
  void TearDown() override { paint::set_theme(paint::Shade::Light); }
};

TEST_P(Themes, AViewLooksAsIfItHadBegunWithTheOther) {
  QImage now;
  {
    MainWindow changed;
    ASSERT_NO_FATAL_FAILURE(show(changed, GetParam().id));
    paint::set_theme(paint::Shade::Dark);
    ASSERT_NO_FATAL_FAILURE(settle(changed));
    now = changed.shownPage().grab().toImage();
  }
  MainWindow fresh;
  ASSERT_NO_FATAL_FAILURE(show(fresh, GetParam().id));
  const QImage wanted = fresh.shownPage().grab().toImage();
  ASSERT_EQ(now.size(), wanted.size());
  int others = 0;
  QRect where;
  for (int y = 0; y < now.height(); ++y) {
    for (int x = 0; x < now.width(); ++x) {
      if (now.pixel(x, y) == wanted.pixel(x, y)) continue;
      ++others;
      where |= QRect(x, y, 1, 1);
    }
  }
  EXPECT_EQ(others, 0) << "between " << where.left() << ", " << where.top() << " and "
                       << where.right() << ", " << where.bottom();
}

INSTANTIATE_TEST_SUITE_P(AllViews, Themes,
                         ::testing::ValuesIn(all_views().begin(), all_views().end()),
                         [](const auto& tested) { return std::string(tested.param.id); });

}  // namespace themes_test
}  // namespace treering::gui::window
