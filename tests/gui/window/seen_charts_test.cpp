// The charts of a window keep all their parts, and their height, in whatever order views are seen.
#include <QApplication>
#include <QSplitter>
#include <QTableView>
#include <QTest>

#include <gtest/gtest.h>

#include "gui/jobs/board.h"
#include "gui/widgets/plot_panel.h"
#include "gui/window/main_window.h"
#include "tests/gui/patience.h"

namespace treering::gui::window {
namespace seen_charts_test {

class SeenCharts : public ::testing::Test {
 protected:
  void begin(QSize size, const QStringList& views) {
    window_.resize(size);
    window_.show();
    models::Question question;
    question.job.topology = "dgx-h100";
    question.job.nodes = 4;
    window_.session().open(question);
    for (const QString& view : views) {
      window_.showView(view);
      settle();
    }
  }
  void settle() {
    ASSERT_TRUE(QTest::qWaitFor(
        [&] { return !window_.session().isBusy() && !jobs::Board::instance().isAnyRunning(); },
        kPatience));
    window_.grab();  // all is laid out
    QApplication::processEvents();
  }
  void expect_all_parts() const {
    const QWidget& page = *window_.findChild<QWidget*>(QStringLiteral("charts"));
    constexpr int kLeast = 100;  // pixels, of the height or width that is shared
    for (const QSplitter* const split : page.findChildren<QSplitter*>()) {
      for (const int size : split->sizes()) EXPECT_GE(size, kLeast);
    }
    const auto* const table = page.findChild<QTableView*>();
    EXPECT_GE(table->viewport()->height(), 3 * table->rowHeight(0));
    EXPECT_FALSE(table->visibleRegion().isEmpty());
    constexpr double kLeastHeight = 200;
    for (const auto* const panel : page.findChildren<widgets::PlotPanel*>()) {
      // Texts that wrap get their heights, and what is around them its own, in several turns.
      EXPECT_TRUE(
          QTest::qWaitFor([&] { return panel->plotArea().height() >= kLeastHeight; }, kPatience))
          << panel->plotArea().height();
      EXPECT_GE(panel->plotArea().width(), 150) << panel->objectName().toStdString();
    }
  }

  MainWindow window_;
};

TEST_F(SeenCharts, AreWholeAfterARecommendation) {
  begin({1280, 800}, {QStringLiteral("recommendation"), QStringLiteral("charts")});
  expect_all_parts();
}

TEST_F(SeenCharts, AreWholeWhereTheyAreSeenFirst) {
  begin({1280, 800}, {QStringLiteral("charts")});
  expect_all_parts();
}

TEST_F(SeenCharts, AreHighEnoughInALowWindow) {
  begin({1024, 640}, {QStringLiteral("charts")});
  EXPECT_EQ(window_.size(), QSize(1024, 640));
  expect_all_parts();
}

TEST_F(SeenCharts, AreHighEnoughInALowWindowAfterARecommendation) {
  begin({1024, 640}, {QStringLiteral("recommendation"), QStringLiteral("charts")});
  EXPECT_EQ(window_.size(), QSize(1024, 640));
  expect_all_parts();
}

TEST_F(SeenCharts, AreWholeWhereTheWindowIsDragged) {
  begin({1024, 640}, {QStringLiteral("charts")});
  for (const QSize size : {QSize(1920, 1080), QSize(1280, 800), QSize(1024, 640)}) {
    window_.resize(size);
    settle();
    expect_all_parts();
  }
}

}  // namespace seen_charts_test
}  // namespace treering::gui::window
