// Work of the window: shown, cancelled, asked again.
#include <QApplication>
#include <QPushButton>
#include <QTest>
#include <QThread>

#include <gtest/gtest.h>

#include "gui/jobs/asker.h"
#include "gui/window/main_window.h"
#include "gui/window/work_bar.h"
#include "tests/gui/patience.h"

namespace treering::gui::window {
namespace window_work_test {

/// Ends when it is stopped, and not before.
int until_stopped(const jobs::Work& work) {
  while (!work.stop.stop_requested()) QThread::yieldCurrentThread();
  return 0;
}

TEST(WindowWork, EscapeCancelsAndTheViewsSaySo) {
  MainWindow window;
  window.show();
  QApplication::setActiveWindow(&window);  // Xvfb has no window manager that would
  bool is_heard = false;
  QObject owner;
  jobs::Asker<int> asker(owner, [&](int) { is_heard = true; });
  asker.ask(until_stopped);
  auto* const again = window.findChild<QPushButton*>(QStringLiteral("again"));
  ASSERT_NE(again, nullptr);
  EXPECT_FALSE(again->isVisible());
  QTest::keyClick(&window, Qt::Key_Escape);
  EXPECT_TRUE(QTest::qWaitFor([&] { return is_heard; }, kPatience));
  EXPECT_TRUE(again->isVisible());
  again->click();
  EXPECT_FALSE(again->isVisible());
}

TEST(WindowWork, NothingIsCalledCancelledWhileOtherWorkGoesOn) {
  MainWindow window;
  window.show();
  const auto* const problem = window.findChild<QLabel*>(QStringLiteral("problem"));
  QObject owner;
  jobs::Asker<int> first(owner, [](int) {});
  first.ask(until_stopped);
  ASSERT_TRUE(jobs::Board::instance().cancelAll());
  const auto is_idle = [] { return !jobs::Board::instance().isAnyRunning(); };
  ASSERT_TRUE(QTest::qWaitFor(is_idle, kPatience));
  EXPECT_EQ(problem->text(), QStringLiteral("Cancelled."));
  jobs::Asker<int> second(owner, [](int) {});
  second.ask(until_stopped);
  EXPECT_TRUE(problem->text().isEmpty());
  second.cancel();
  ASSERT_TRUE(QTest::qWaitFor(is_idle, kPatience));
}

TEST(WindowWork, ClosingEndsTheWork) {
  MainWindow window;
  window.show();
  QObject owner;
  jobs::Asker<int> asker(owner, [](int) {});
  asker.ask(until_stopped);
  window.close();
  EXPECT_TRUE(QTest::qWaitFor([] { return !jobs::Board::instance().isAnyRunning(); }, kPatience));
}

TEST(WorkBar, SaysOnlyWhatIsKnown) {
  jobs::Awaited awaited{.tasks = 1};
  EXPECT_EQ(words_of(awaited), QStringLiteral("working …"));
  EXPECT_FALSE(share_of(awaited));
  awaited.progress = jobs::Progress{"simulating", "steps", 1'302'000, 3'100'000};
  EXPECT_EQ(words_of(awaited), QStringLiteral("simulating: 42 % of 3.1 M steps"));
  EXPECT_EQ(share_of(awaited), 42);
  awaited.progress = jobs::Progress{"simulating", "steps", 64'900, 0};
  EXPECT_EQ(words_of(awaited), QStringLiteral("simulating: 64 k steps"));
  EXPECT_FALSE(share_of(awaited));
}

}  // namespace window_work_test
}  // namespace treering::gui::window
