#include "gui/stage/playback_bar.h"

#include <QAction>
#include <QTest>

#include <gtest/gtest.h>

namespace treering::gui::stage {
namespace playback_bar_test {

struct Bar {
  models::Clock clock;
  models::Selection selection;
  std::unique_ptr<PlaybackBar> bar;

  Bar() {
    clock.setEnd(100);
    clock.setEvents({0, 10, 20, 30});
    clock.setPhases({0, 20});
    bar = std::make_unique<PlaybackBar>(clock, selection);
    bar->show();
    bar->activateWindow();
    EXPECT_TRUE(QTest::qWaitForWindowActive(bar.get()));
  }
  void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) const {
    QTest::keyClick(bar.get(), key, modifiers);
  }
};

TEST(PlaybackBar, HasTwoRowsWhereOneIsTooLong) {
  const Bar one;
  auto* const slider = one.bar->findChild<QSlider*>();
  one.bar->resize(1400, one.bar->sizeHint().height());
  QTest::qWait(0);
  const int low = one.bar->minimumSizeHint().height();
  one.bar->resize(one.bar->minimumSizeHint());
  QTest::qWait(0);
  EXPECT_GT(one.bar->minimumSizeHint().height(), low);
  one.bar->resize(one.bar->minimumSizeHint());
  QTest::qWait(0);
  EXPECT_GE(slider->width(), 100);
  for (const QWidget* const part : one.bar->findChildren<QWidget*>()) {
    EXPECT_TRUE(one.bar->rect().contains(part->geometry()));
  }
}

TEST(PlaybackBar, KeysAreThoseOfItsHelp) {
  Bar one;
  models::Clock& clock = one.clock;
  one.press(Qt::Key_Period);
  EXPECT_EQ(clock.now(), 10);
  one.press(Qt::Key_BracketRight);
  EXPECT_EQ(clock.now(), 20);
  one.press(Qt::Key_Comma);
  EXPECT_EQ(clock.now(), 10);
  one.press(Qt::Key_BracketLeft);
  EXPECT_EQ(clock.now(), 0);
  one.press(Qt::Key_End);
  EXPECT_EQ(clock.now(), 100);
  one.press(Qt::Key_Home);
  EXPECT_EQ(clock.now(), 0);
  one.press(Qt::Key_Space);
  EXPECT_TRUE(clock.isPlaying());
  one.press(Qt::Key_Space);
  EXPECT_FALSE(clock.isPlaying());
}

// What a button shows of a key is the key that it has.
TEST(PlaybackBar, ButtonsShowTheirKeys) {
  const Bar one;
  int signs = 0;
  for (const auto* const button : one.bar->findChildren<QToolButton*>()) {
    const QString key = button->defaultAction()->shortcut().toString();
    for (const QString sign : {"[", "]", ",", ".", "<", ">"}) {
      const bool is_shown = button->text().split(QLatin1Char(' ')).contains(sign);
      EXPECT_EQ(is_shown, key == sign) << qPrintable(button->text());
      signs += is_shown ? 1 : 0;
    }
  }
  EXPECT_EQ(signs, 6);
}

TEST(PlaybackBar, SlowsDownWhereMuchHappens) {
  const Bar one;
  one.press(Qt::Key_T);
  EXPECT_TRUE(one.clock.isSlowing());
  one.press(Qt::Key_T);
  EXPECT_FALSE(one.clock.isSlowing());
}

TEST(PlaybackBar, LoopsTheSelectedSpan) {
  Bar one;
  models::Selected selected;
  selected.span = models::Span{20, 40};
  one.selection.select(selected);
  one.press(Qt::Key_L);
  ASSERT_TRUE(one.clock.loop());
  EXPECT_EQ(one.clock.loop()->from_us, 20);
  one.press(Qt::Key_L);
  EXPECT_FALSE(one.clock.loop());
  one.press(Qt::Key_U);
  EXPECT_TRUE(one.clock.isPlaying());
  one.clock.setSpeed(10);
  one.clock.advance(60);
  EXPECT_EQ(one.clock.now(), 40);
}

// Beside each other, or one row below the other, as a long run comes.
TEST(PlaybackBar, SpeedsOfLongRunsAreNotCut) {
  models::Clock clock;
  const models::Selection selection;
  PlaybackBar bar(clock, selection);
  for (const int width : {900, 944, 1000}) {
    for (const double end : {100.0, 171163.3, 1e7}) {
      bar.resize(width, 80);
      bar.show();
      clock.setEnd(end);
      QTest::qWait(1);
      for (const auto* const label : bar.findChildren<QLabel*>()) {
        EXPECT_GE(label->width(), label->sizeHint().width()) << label->text().toStdString();
      }
    }
  }
}

}  // namespace playback_bar_test
}  // namespace treering::gui::stage
