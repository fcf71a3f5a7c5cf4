#include "gui/timeline/timeline_widget.h"

#include <QRect>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>
#include <optional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/timeline/rows_view.h"
#include "tests/gui/jobs/crowd.h"
#include "tests/gui/patience.h"
#include "tests/gui/questions.h"
#include "tests/gui/timeline/runs.h"

namespace treering::gui::timeline {
namespace timeline_widget_test {

TEST(MinimapTest, IsDraggedResizedAndDrawnAnew) {
  models::Clock clock;
  Minimap map(clock);
  map.resize(600, 34);
  map.setRun(ring_run(), 100, 100);
  map.setBrush({20, 40});
  QObject::connect(&map, &Minimap::brushed, &map, &Minimap::setBrush);
  const auto drag = [&map](int from, int to) {
    QTest::mousePress(&map, Qt::LeftButton, {}, {from, 10});
    QTest::mouseMove(&map, {to, 10});
    QTest::mouseRelease(&map, Qt::LeftButton, {}, {to, 10});
  };
  drag(250, 300);  // 5 pixels are 1 us
  EXPECT_NEAR(map.brush().from_us, 30, 1e-9);
  EXPECT_NEAR(map.brush().to_us, 50, 1e-9);
  drag(350, 400);
  EXPECT_NEAR(map.brush().to_us, 60, 1e-9);
  drag(500, 550);
  EXPECT_NEAR(map.brush().from_us, 80, 1e-9);
  EXPECT_NEAR(map.brush().to_us, 90, 1e-9);
}

TEST(TimelineWidgetTest, TwoAreLockedTogether) {
  models::Session session;
  models::Selection selection;
  models::Clock clock;
  clock.setEnd(ring_run()->tracks.end_us());
  const TimelineWidget::Shared shared{session, selection, clock};
  TimelineWidget a(shared, models::Side::Shown);
  TimelineWidget b(shared, models::Side::Rival);
  lock_together(a, b);
  for (TimelineWidget* const one : {&a, &b}) {
    one->resize(600, 300);
    one->show();
    one->rowsView().setRun(ring_run());
    one->rowsView().foldAll(false);
  }
  a.rowsView().setSpan({2, 4});
  EXPECT_DOUBLE_EQ(b.rowsView().view().from_us, 2);
  b.rowsView().setScroll(40);
  EXPECT_EQ(a.rowsView().scroll(), 40);
}

// The run of a large job is there a second before its rows are.
TEST(TimelineWidgetTest, SaysThatItIsLaidOut) {
  models::Session session;
  models::Selection selection;
  models::Clock clock;
  session.need(models::Need::Run);
  session.open(of_nodes(2));
  ASSERT_TRUE(QTest::qWaitFor([&] { return !session.isBusy(); }, kPatience));
  std::optional<jobs::Crowd> crowd(std::in_place);
  ASSERT_TRUE(crowd->fillsTheThreads());
  TimelineWidget widget({session, selection, clock}, models::Side::Shown);
  EXPECT_TRUE(QTest::qWaitFor(
      [&] { return widget.rowsView().why() == QStringLiteral("Laying out the timeline …"); },
      kPatience));
  crowd.reset();
  EXPECT_NE(widget.rowsView().run(), nullptr);
}

TEST(TimelineWidgetTest, ShowsTheRunOfItsQuestion) {
  models::Session session;
  models::Selection selection;
  models::Clock clock;
  TimelineWidget widget({session, selection, clock}, models::Side::Shown);
  widget.resize(700, 400);
  widget.show();
  models::Question question;
  question.job.topology = "dgx-h100";
  question.job.gpus_per_node = 4;
  session.open(question);
  EXPECT_TRUE(QTest::qWaitFor([&] { return widget.rowsView().isComplete(); }, kPatience));
  const auto labels = widget.findChildren<QLabel*>();
  EXPECT_TRUE(std::ranges::any_of(
      labels, [](const QLabel* label) { return label->text().contains(QStringLiteral("W S")); }));
  for (const auto* const button : widget.findChildren<QToolButton*>()) {
    EXPECT_TRUE(button->parentWidget() != &widget || !button->accessibleName().isEmpty());
  }
}

// What is said of a span has its room before it is drawn, in a wide window and in a narrow one; and
// the sums are not those of the rows that happen to be seen.
TEST(TimelineWidgetTest, TheRowsStayWhereTheyAre) {
  models::Session session;
  models::Selection selection;
  models::Clock clock;
  TimelineWidget widget({session, selection, clock}, models::Side::Shown);
  widget.resize(700, 400);
  widget.show();
  models::Question question;
  question.job.topology = "dgx-h100";
  question.job.nodes = 4;
  session.open(question);
  ASSERT_TRUE(QTest::qWaitFor([&] { return widget.rowsView().isComplete(); }, kPatience));
  QToolButton* path = nullptr;
  for (auto* const one : widget.findChildren<QToolButton*>()) {
    if (one->text() == QStringLiteral("Critical path")) path = one;
  }
  ASSERT_NE(path, nullptr);
  QString sums;
  for (const QSize size : {QSize(940, 300), QSize(470, 300), QSize(470, 600)}) {
    widget.resize(size);
    selection.clear();
    path->setChecked(false);
    QApplication::processEvents();
    const QRect rows = widget.rowsView().geometry();
    const QSize least = widget.minimumSizeHint();
    models::Selected selected;
    for (const double part : {0.1, 0.5, 1.0}) {
      selected.span = models::Span{0, part * widget.rowsView().end()};
      selection.select(selected);
      QApplication::processEvents();
      EXPECT_EQ(widget.rowsView().geometry(), rows) << size.width() << ' ' << part;
    }
    path->setChecked(true);
    QApplication::processEvents();
    EXPECT_EQ(widget.rowsView().geometry(), rows) << size.width();
    EXPECT_EQ(widget.minimumSizeHint(), least) << size.width();
    const auto* const words = widget.findChild<QLabel*>(QStringLiteral("sums"));
    ASSERT_NE(words, nullptr);
    EXPECT_LE(words->heightForWidth(words->width()), words->height());
    EXPECT_EQ(words->accessibleDescription(), widget.rowsView().sums());
    EXPECT_TRUE(sums.isEmpty() || sums == widget.rowsView().sums());
    sums = widget.rowsView().sums();
    EXPECT_THAT(sums.toStdString(), ::testing::HasSubstr(" of all 32 ranks x 16 channels: "));
  }
}

}  // namespace timeline_widget_test
}  // namespace treering::gui::timeline
