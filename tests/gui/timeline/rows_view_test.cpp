#include "gui/timeline/rows_view.h"

#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/paint/theme.h"
#include "gui/timeline/timeline_widget.h"
#include "gui/widgets/frame.h"
#include "tests/gui/patience.h"
#include "tests/gui/timeline/runs.h"

namespace treering::gui::timeline {
namespace rows_view_test {

using app::simulation::Doing;
using app::simulation::TrackBar;

class RowsViewTest : public ::testing::Test {
 protected:
  RowsViewTest() {
    clock.setEnd(end());
    view = std::make_unique<RowsView>(RowsView::Shared{selection, clock});
    view->resize(800, 400);
    view->setRun(ring_run());
    view->show();
    EXPECT_TRUE(QTest::qWaitFor([this] { return view->isComplete(); }, kPatience));
  }

  static double end() { return ring_run()->tracks.end_us(); }
  double x(double us) const { return view->namesWidth() + view->view().x(us); }
  double y(const Row& row) const {
    const RowsArea area = view->area();
    return area.y_of(view->rows().find(row).value()) + area.row_height / 2;
  }
  QPoint point(double us, const Row& row) const { return QPointF(x(us), y(row)).toPoint(); }
  void wheel(int turned, Qt::KeyboardModifiers keys, QPointF at) {
    QWheelEvent event(at, view->mapToGlobal(at), {}, {0, turned}, Qt::NoButton, keys,
                      Qt::NoScrollPhase, false);
    QApplication::sendEvent(view.get(), &event);
  }
  void drag(QPoint from, QPoint to) {
    QTest::mousePress(view.get(), Qt::LeftButton, {}, from);
    QTest::mouseMove(view.get(), (from + to) / 2);
    QTest::mouseMove(view.get(), to);
    QTest::mouseRelease(view.get(), Qt::LeftButton, {}, to);
  }

  models::Selection selection;
  models::Clock clock;
  std::unique_ptr<RowsView> view;
};

/// Of the view, in a frame that has no time left.
QImage late_picture_of(RowsView& view) {
  const widgets::Frame frame(std::chrono::milliseconds(0));
  return view.grab().toImage();
}

// What stands there until a frame has time for it is of this run.
TEST_F(RowsViewTest, TheRunBeforeIsNotSeenAgain) {
  const QImage before = view->grab().toImage();
  view->setRun(make_run(test_report({.gpus = 2})));
  const QImage late = late_picture_of(*view);
  EXPECT_EQ(late, view->grab().toImage());
  EXPECT_NE(late, before);
}

// Else nothing of it may be seen, and nobody knows where it is.
TEST_F(RowsViewTest, ThePathIsScrolledTo) {
  auto run = std::make_shared<timeline::Run>(*ring_run());
  const int track = run->tracks.first_of(3);
  run->path.parts.resize(1);
  run->path_tracks = {track};
  view->setRun(run);
  view->foldAll(false);
  view->resize(800, 200);
  view->setScroll(0);
  const auto is_seen = [&] {
    const int row = view->rows().find_track(track).value();
    const RowSpan seen = seen_rows(view->area(), view->rows().count());
    return row >= seen.first && row < seen.end;
  };
  ASSERT_FALSE(is_seen());
  view->setPathShown(true);
  EXPECT_TRUE(is_seen());
  EXPECT_GT(view->scroll(), 0);
}

// A click may lengthen the text below the rows, which takes the room from them.
TEST_F(RowsViewTest, TheSelectedRowStaysInSightWhereTheRoomShrinks) {
  view->foldAll(false);
  view->resize(800, 200);
  models::Selected selected;
  selected.ranks = {3};
  selection.select(selected);  // scrolls to it
  const auto end_of_row = [&] {
    const RowsArea area = view->area();
    return area.y_of(view->rows().find({RowKind::Rank, 3}).value()) + area.row_height;
  };
  ASSERT_LE(end_of_row(), 200);
  view->resize(800, 120);
  EXPECT_LE(end_of_row(), 120);
  view->setScroll(0);
  ASSERT_GT(end_of_row(), 140);
  view->resize(800, 100);  // out of sight it does not come back by itself
  EXPECT_EQ(view->scroll(), 0);
}

TEST_F(RowsViewTest, ShowsTheWholeRunAtFirst) {
  EXPECT_EQ(view->view().from_us, 0);
  EXPECT_EQ(view->view().to_us, end());
  EXPECT_EQ(view->view().pixels, 800 - view->namesWidth());
}

TEST_F(RowsViewTest, KeysZoomMoveAndFit) {
  QTest::keyClick(view.get(), Qt::Key_W);
  const TimeView near = view->view();
  EXPECT_NEAR(near.to_us - near.from_us, end() / 1.3, 1e-6);
  QTest::keyClick(view.get(), Qt::Key_D);
  EXPECT_GT(view->view().from_us, near.from_us);
  QTest::keyClick(view.get(), Qt::Key_A);
  EXPECT_NEAR(view->view().from_us, near.from_us, 1e-6);
  QTest::keyClick(view.get(), Qt::Key_S);
  EXPECT_NEAR(view->view().to_us - view->view().from_us, end(), 1e-6);
  QTest::keyClick(view.get(), Qt::Key_W);
  QTest::keyClick(view.get(), Qt::Key_0);
  EXPECT_EQ(view->view().to_us, end());
  models::Selected selected;
  selected.span = models::Span{end() / 4, end() / 2};
  selection.select(selected);
  QTest::keyClick(view.get(), Qt::Key_F);
  EXPECT_NEAR(view->view().to_us - view->view().from_us, end() / 4 * 1.1, 1e-6);
}

TEST_F(RowsViewTest, TheWheelZoomsAtThePointerAndScrolls) {
  const double us = end() / 3;
  wheel(240, Qt::ControlModifier, {x(us), 100});
  EXPECT_NEAR(view->view().us(view->view().x(us)), us, 1e-9);
  EXPECT_NEAR(view->view().to_us - view->view().from_us, end() / 1.69, 1e-6);
  const double from = view->view().from_us;
  wheel(-120, Qt::ShiftModifier, {x(us), 100});
  EXPECT_GT(view->view().from_us, from);
  view->resize(800, 200);
  wheel(-120, Qt::NoModifier, {x(us), 100});
  EXPECT_EQ(view->scroll(), 60);
  wheel(240, Qt::NoModifier, {x(us), 100});
  EXPECT_EQ(view->scroll(), 0);
}

TEST_F(RowsViewTest, ClicksOnTheAxisAndDoubleClicksSeek) {
  QTest::mouseClick(view.get(), Qt::LeftButton, {}, QPointF(x(end() / 2), 8).toPoint());
  EXPECT_NEAR(clock.now(), end() / 2, view->view().us_per_pixel());
  const Row row = view->rows().at(1);
  QTest::mouseDClick(view.get(), Qt::LeftButton, {}, point(end() / 4, row));
  EXPECT_NEAR(clock.now(), end() / 4, view->view().us_per_pixel());
}

// One of many channels: half as high as all of them, and paler, in place of a line of dots.
TEST_F(RowsViewTest, ALittleIsHighEnoughToBeRead) {
  view->foldAll(true);
  EXPECT_TRUE(QTest::qWaitFor([this] { return view->isComplete(); }, kPatience));
  const QImage picture = view->grab().toImage();
  const Row row{RowKind::Rank, 0};
  const auto top = static_cast<int>(y(row) - view->area().row_height / 2) + 1;
  int bars = 0;
  for (int column = static_cast<int>(view->namesWidth()) + 4; column < view->width(); ++column) {
    int height = 0;
    for (int line = top; line < top + view->area().row_height - 2; ++line) {
      const QRgb pixel = picture.pixel(column, line);
      if (pixel != paint::theme().paper().rgb() && pixel != paint::theme().grid().rgb()) ++height;
    }
    bars += height > 0 ? 1 : 0;
    EXPECT_TRUE(height == 0 || height >= 7) << column;  // half of the 15 pixels between the lines
  }
  EXPECT_GT(bars, 100);
}

TEST_F(RowsViewTest, ADragSelectsAGapFromBarToBar) {
  // Waits that are some pixels long, in the whole run.
  view->foldAll(false);
  const double pixel = view->view().us_per_pixel();
  for (const TrackBar& bar : ring_run()->tracks.bars(0, {})) {
    if (bar.doing != Doing::Waits || bar.to_us - bar.from_us < 12 * pixel) continue;
    const Row row{RowKind::Channel, 0};
    drag(point(bar.from_us + 2 * pixel, row), point(bar.to_us - 2 * pixel, row));
    ASSERT_TRUE(selection.now().span);
    EXPECT_DOUBLE_EQ(selection.now().span->from_us, bar.from_us);
    EXPECT_DOUBLE_EQ(selection.now().span->to_us, bar.to_us);
    EXPECT_TRUE(view->sums().startsWith(QStringLiteral("gap ")));
    QTest::keyClick(view.get(), Qt::Key_Escape);
    EXPECT_FALSE(selection.now().span);
    EXPECT_TRUE(view->sums().isEmpty());
    return;
  }
  FAIL() << "no wait is long enough";
}

TEST_F(RowsViewTest, AClickSelectsTheRankAndItsChannel) {
  view->foldAll(false);
  const int track = ring_run()->tracks.first_of(0) + 3;
  QTest::mouseClick(view.get(), Qt::LeftButton, {}, point(1, {RowKind::Channel, track}));
  EXPECT_THAT(selection.now().ranks, ::testing::ElementsAre(0));
  EXPECT_EQ(selection.now().channel, 3);
  QTest::mouseClick(view.get(), Qt::LeftButton, {}, point(1, {RowKind::Rank, 0}));
  EXPECT_EQ(selection.now().channel, std::nullopt);
}

TEST_F(RowsViewTest, AClickOnAStepSelectsItsDataAndTheyStandOut) {
  view->foldAll(false);
  const int track = ring_run()->tracks.first_of(0) + 3;
  for (const auto& bar : ring_run()->tracks.bars(track, {})) {
    if (bar.doing == app::simulation::Doing::Waits) continue;
    const double middle = (bar.from_us + bar.to_us) / 2;
    view->setSpan({bar.from_us, bar.to_us});
    QTest::mouseClick(view.get(), Qt::LeftButton, {}, point(middle, {RowKind::Channel, track}));
    EXPECT_EQ(selection.now().data, ring_run()->tracks.data(track, bar.step));
    EXPECT_FALSE(view->isComplete());  // what carries them is looked for
    EXPECT_TRUE(QTest::qWaitFor([&] { return view->isComplete(); }, kPatience));
    return;
  }
}

TEST_F(RowsViewTest, LinksAreSelectedByName) {
  const int link = ring_run()->tracks.links().front();
  view->foldAll(true);
  QTest::mouseClick(view.get(), Qt::LeftButton, {}, point(1, {RowKind::Link, link}));
  EXPECT_EQ(selection.now().link, ring_run()->tracks.link_name(link));
}

TEST_F(RowsViewTest, RanksSelectedElsewhereAreScrolledTo) {
  view->foldAll(false);
  view->resize(800, 150);
  models::Selected selected;
  selected.ranks = {3};
  selection.select(selected);
  const int row = view->rows().find({RowKind::Rank, 3}).value();
  const RowSpan seen = seen_rows(view->area(), view->rows().count());
  EXPECT_TRUE(row >= seen.first && row < seen.end);
  EXPECT_GT(view->scroll(), 0);
}

TEST_F(RowsViewTest, FindsARankOrItsChannel) {
  view->foldAll(true);
  view->resize(800, 120);
  EXPECT_TRUE(view->find(QStringLiteral("2")));
  EXPECT_THAT(selection.now().ranks, ::testing::ElementsAre(2));
  EXPECT_TRUE(view->find(QStringLiteral(" 3/5 ")));
  EXPECT_EQ(selection.now().channel, 5);
  EXPECT_FALSE(view->rows().is_folded(3));
  EXPECT_FALSE(view->find(QStringLiteral("99")));
  EXPECT_FALSE(view->find(QStringLiteral("3/99")));
}

TEST_F(RowsViewTest, PinsAndFoldsByTheirMarks) {
  view->foldAll(true);
  const Row row{RowKind::Rank, 1};
  const RowsArea area = view->area();
  const double top = area.y_of(1);
  QTest::mouseClick(view.get(), Qt::LeftButton, {},
                    fold_mark(top, area.row_height).center().toPoint());
  EXPECT_FALSE(view->rows().is_folded(1));
  QTest::mouseClick(view.get(), Qt::LeftButton, {},
                    pin_mark(top, area.row_height, view->namesWidth()).center().toPoint());
  EXPECT_TRUE(view->rows().is_pinned(row));
  EXPECT_TRUE(selection.now().ranks.empty());
  EXPECT_EQ(row_at(view->area(), view->rows(), view->area().top + 1)->row, row);
}

TEST_F(RowsViewTest, EnterFoldsAndPPinsTheSelectedRank) {
  view->foldAll(true);
  EXPECT_TRUE(view->find(QStringLiteral("2")));
  QTest::keyClick(view.get(), Qt::Key_Return);
  EXPECT_FALSE(view->rows().is_folded(2));
  QTest::keyClick(view.get(), Qt::Key_Return);
  EXPECT_TRUE(view->rows().is_folded(2));
  QTest::keyClick(view.get(), Qt::Key_P);
  EXPECT_EQ(view->rows().pinned().size(), 1U);
}

TEST_F(RowsViewTest, GoesOnWithTheMomentWhileItPlays) {
  QTest::keyClick(view.get(), Qt::Key_W);
  QTest::keyClick(view.get(), Qt::Key_W);
  view->setSpan({0, end() / 4});
  clock.setSpeed(1e-3);
  clock.play();
  clock.seek(end() / 2);
  EXPECT_TRUE(view->view().from_us <= clock.now() && clock.now() <= view->view().to_us);
  clock.pause();
  view->setSpan({0, end() / 4});
  clock.seek(end() * 0.9);
  EXPECT_EQ(view->view().from_us, 0);
}

TEST_F(RowsViewTest, PaintsItsRows) {
  const QImage picture = view->grab().toImage();
  std::set<QRgb> colours;
  for (int y = 0; y < picture.height(); y += 2) {
    for (int x = 0; x < picture.width(); x += 2) colours.insert(picture.pixel(x, y));
  }
  EXPECT_GT(colours.size(), 8U);
}

TEST_F(RowsViewTest, WithoutARunSaysWhy) {
  view->setRun(nullptr, QStringLiteral("The run was not recorded."));
  QTest::keyClick(view.get(), Qt::Key_W);
  QTest::mouseClick(view.get(), Qt::LeftButton, {}, QPoint(400, 100));
  EXPECT_FALSE(view->grab().isNull());
}

}  // namespace rows_view_test
}  // namespace treering::gui::timeline
