#include "gui/widgets/plot_panel.h"

#include <QImage>
#include <QMouseEvent>
#include <QPaintEvent>
#include <QSignalSpy>
#include <QTest>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/paint/theme.h"
#include "tests/gui/widgets/plots.h"

namespace treering::gui::widgets {
namespace plot_panel_test {

using ::testing::ElementsAre;

class PlotPanelTest : public ::testing::Test {
 protected:
  PlotPanelTest() {
    panel_.resize(700, 400);
    panel_.show(diagonal());
    static_cast<QWidget&>(panel_).show();
    QTest::qWait(1);
  }
  QWidget* ground() { return panel_.childAt(panel_.pixelOf(1 << 20U)); }
  QPoint at(double x) { return ground()->mapFrom(&panel_, panel_.pixelOf(x)); }

  PlotPanel panel_;
};

TEST_F(PlotPanelTest, AClickSaysTheStop) {
  const QSignalSpy clicks(&panel_, &PlotPanel::clicked);
  QTest::mouseClick(ground(), Qt::LeftButton, {}, at(1 << 20U) + QPoint(3, 0));
  ASSERT_EQ(clicks.size(), 1);
  EXPECT_EQ(clicks.front().front().toDouble(), 1 << 20U);
}

/// Where the pointer of the display stands does not matter.
void move_to(QWidget& widget, QPoint at) {
  QMouseEvent event(QEvent::MouseMove, at, widget.mapToGlobal(at), Qt::NoButton, {}, {});
  QCoreApplication::sendEvent(&widget, &event);
}

TEST_F(PlotPanelTest, TheMouseSnapsToStopsAndLeaves) {
  std::vector<std::optional<double>> seen;
  QObject::connect(&panel_, &PlotPanel::hovered, [&](auto x) { seen.push_back(x); });
  move_to(*ground(), at(1 << 12U) + QPoint(2, 5));
  move_to(*ground(), at(1 << 12U) + QPoint(-2, 9));
  move_to(*ground(), at(1 << 13U));
  QEvent leave(QEvent::Leave);
  QCoreApplication::sendEvent(ground(), &leave);
  EXPECT_THAT(seen, ElementsAre(4096, 8192, std::nullopt));
}

TEST_F(PlotPanelTest, KeysMoveTheCrossAndChoose) {
  std::vector<std::optional<double>> seen;
  QObject::connect(&panel_, &PlotPanel::hovered, [&](auto x) { seen.push_back(x); });
  const QSignalSpy clicks(&panel_, &PlotPanel::clicked);
  QWidget* const view = panel_.focusProxy();
  for (const auto key : {Qt::Key_Right, Qt::Key_Right, Qt::Key_Left, Qt::Key_Left}) {
    QTest::keyClick(view, key);
  }
  EXPECT_THAT(seen, ElementsAre(1024, 2048, 1024));  // the first is the first
  QTest::keyClick(view, Qt::Key_Return);
  EXPECT_EQ(clicks.size(), 1);
}

TEST_F(PlotPanelTest, ThePictureHasNoCrossAndKeepsIt) {
  const QImage before = panel_.picture().toImage();
  QTest::keyClick(panel_.focusProxy(), Qt::Key_Right);
  EXPECT_EQ(panel_.picture().toImage(), before);
  EXPECT_NE(panel_.grab().toImage(), before);
}

/// Where the plot began when all of a widget was painted last.
class WholePaints final : public QObject {
 public:
  WholePaints(QWidget& of, const PlotPanel& panel) : of_(of), panel_(panel) {
    of.installEventFilter(this);
  }
  int left() const { return left_; }

 protected:
  bool eventFilter(QObject* /*of*/, QEvent* event) override {
    if (event->type() != QEvent::Paint) return false;
    const QRegion painted = static_cast<QPaintEvent*>(event)->region();
    if ((QRegion(of_.rect()) - painted).isEmpty()) left_ = panel_.pixelOf(1024).x();
    return false;
  }

 private:
  QWidget& of_;
  const PlotPanel& panel_;
  int left_ = -1;
};

// The row of segments and its title stand where the plot is, also where new axes are wider.
TEST_F(PlotPanelTest, AllIsPaintedOnceMoreWhereTheAxesAre) {
  ASSERT_TRUE(QTest::qWaitForWindowExposed(&panel_));
  const WholePaints paints(*ground(), panel_);
  const int before = panel_.pixelOf(1024).x();
  report::charts::Chart chart = diagonal();
  chart.y.scale = report::charts::Scale::Linear;
  for (report::charts::Point& point : chart.series.front().points) point.y = point.x / 1e9;
  panel_.show(chart);
  ASSERT_TRUE(QTest::qWaitFor([&] { return panel_.pixelOf(1024).x() != before; }, 2000));
  QTest::qWait(20);
  EXPECT_EQ(paints.left(), panel_.pixelOf(1024).x());
}

TEST_F(PlotPanelTest, FollowsTheTheme) {
  const auto corner = [&] { return panel_.grab().toImage().pixelColor(3, 3); };
  EXPECT_EQ(corner(), paint::theme().paper());
  paint::set_theme(paint::Shade::Dark);
  QTest::qWait(1);
  EXPECT_EQ(corner(), paint::theme().paper());
  paint::set_theme(paint::Shade::Light);
}

}  // namespace plot_panel_test
}  // namespace treering::gui::widgets
