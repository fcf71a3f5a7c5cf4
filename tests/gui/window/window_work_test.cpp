// Work of the window: shown, cancelled, asked again.
#include <QApplication>
#include <QProgressBar>
#include <QPushButton>
#include <QStatusBar>
#include <QTest>
#include <QThread>
#include <atomic>

#include <gtest/gtest.h>

#include "gui/jobs/asker.h"
#include "gui/models/inquiry.h"
#include "gui/models/job_settings.h"
#include "gui/window/main_window.h"
#include "gui/window/progress.h"
#include "tests/gui/active_window.h"
#include "tests/gui/patience.h"
#include "tests/gui/questions.h"

namespace treering::gui::window {
namespace window_work_test {

/// Ends when it is stopped, and not before.
int until_stopped(const jobs::Work& work) {
  while (!work.stop.stop_requested()) QThread::yieldCurrentThread();
  return 0;
}

bool is_idle() {
  return QTest::qWaitFor([] { return !jobs::Board::instance().isAnyRunning(); }, kPatience);
}

TEST(WindowWork, EscapeCancelsAndTheWindowSaysSo) {
  MainWindow window;
  window.show();
  make_active(window);
  const auto* const problem = window.findChild<QLabel*>(QStringLiteral("problem"));
  auto* const again = window.findChild<QPushButton*>(QStringLiteral("again"));
  ASSERT_NE(again, nullptr);
  window.session().open(of_nodes(2));
  EXPECT_FALSE(again->isVisible());
  QTest::keyClick(&window, Qt::Key_Escape);
  EXPECT_TRUE(problem->text().startsWith(u"Cancelled: ")) << problem->text().toStdString();
  EXPECT_TRUE(again->isVisible());
  again->click();
  EXPECT_FALSE(again->isVisible());
  ASSERT_TRUE(is_idle());
  EXPECT_EQ(problem->text(), QString());
}

// It ends, and is handed over: nothing is missing.
TEST(WindowWork, WorkWithoutANameIsNotCalledCancelled) {
  MainWindow window;
  window.show();
  const auto* const problem = window.findChild<QLabel*>(QStringLiteral("problem"));
  QObject owner;
  bool is_handed_over = false;
  jobs::Asker<int> asker(owner, [&](int) { is_handed_over = true; });
  asker.ask(until_stopped);
  ASSERT_TRUE(jobs::Board::instance().cancelAll());
  EXPECT_EQ(problem->text(), QString());
  ASSERT_TRUE(is_idle());
  EXPECT_TRUE(is_handed_over);
  EXPECT_EQ(problem->text(), QString());
}

// Work that a view begins meanwhile is other work.
TEST(WindowWork, WhatWasCancelledIsNamedAndOfferedAgainWhileOtherWorkGoesOn) {
  MainWindow window;
  window.show();
  const auto* const problem = window.findChild<QLabel*>(QStringLiteral("problem"));
  const auto* const again = window.findChild<QPushButton*>(QStringLiteral("again"));
  window.session().need(models::Need::Times);
  models::Question question;
  question.job.topology = "dgx-h100";
  window.session().open(question);
  ASSERT_TRUE(jobs::Board::instance().cancelAll());
  const auto is_said = [&] {
    const QString text = problem->text();
    return text.startsWith(u"Cancelled: ") && text.contains(u"the times at every size") &&
           again->isVisible();
  };
  EXPECT_TRUE(is_said()) << problem->text().toStdString();
  QObject owner;
  jobs::Asker<int> other(owner, [](int) {});
  other.ask(until_stopped);
  EXPECT_TRUE(is_said()) << problem->text().toStdString();
  other.cancel();
  ASSERT_TRUE(is_idle());
  EXPECT_TRUE(is_said()) << problem->text().toStdString();
  window.session().askAgain();
  EXPECT_TRUE(problem->text().isEmpty());
  EXPECT_FALSE(again->isVisible());
  ASSERT_TRUE(is_idle());
}

TEST(WindowWork, SaysWhatAnotherMachineDoesNotKeep) {
  MainWindow window;
  window.show();
  models::Question question;
  question.job.topology = "dgx-h100";
  question.faults = {"0/mlx5_0=0.5"};
  window.session().open(question);
  EXPECT_EQ(window.statusBar()->currentMessage(), QString());
  window.session().ask(models::on_machine(question, "gb200-nvl72"), {});
  EXPECT_EQ(window.statusBar()->currentMessage().toStdString(),
            "gb200-nvl72 does not keep what was set for dgx-h100: 0/mlx5_0=0.5.");
  window.session().history().undo();
  EXPECT_EQ(window.statusBar()->currentMessage(), QString());
}

/// Ends when it may.
class Stubborn {
 public:
  auto work() {
    return [this](const jobs::Work& work) {
      while (!work.stop.stop_requested() || !may_end_) QThread::yieldCurrentThread();
      return jobs::guarded([]() -> core::Result<int> { return core::cancelled(); });
    };
  }
  void end() { may_end_ = true; }

 private:
  std::atomic<bool> may_end_ = false;
};

TEST(WindowWork, WhatIsCancelledIsSaidBeforeTheWorkHasEnded) {
  Stubborn stubborn;
  MainWindow window;
  window.show();
  const auto* const problem = window.findChild<QLabel*>(QStringLiteral("problem"));
  models::InquiryFor<int> inquiry({QStringLiteral("a number"), has_same_nodes});
  window.session().follow(inquiry);
  inquiry.ask(stubborn.work());
  ASSERT_TRUE(jobs::Board::instance().cancelAll());
  EXPECT_EQ(problem->text(), QStringLiteral("Cancelled: a number."));
  EXPECT_EQ(jobs::Board::instance().awaited().tasks, 0);
  stubborn.end();
  ASSERT_TRUE(is_idle());
  EXPECT_EQ(problem->text(), QStringLiteral("Cancelled: a number."));
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

// A bar that only moves looks like one that is full.
TEST(WorkBar, HasNoBarWhileTheShareIsNotKnown) {
  WorkBar work;
  const auto* const bar = work.findChild<QProgressBar*>();
  QObject owner;
  std::atomic<bool> is_known = false;
  jobs::Asker<int> asker(owner, [](int) {});
  asker.ask([&is_known](const jobs::Work& one) {
    while (!one.stop.stop_requested()) {
      if (is_known) one.report({"simulating", "steps", 1, 4});
      QThread::yieldCurrentThread();
    }
    return 0;
  });
  ASSERT_TRUE(QTest::qWaitFor([&] { return work.isVisible(); }, kPatience));
  EXPECT_FALSE(bar->isVisible());
  is_known = true;
  EXPECT_TRUE(QTest::qWaitFor([&] { return bar->isVisible(); }, kPatience));
  EXPECT_EQ(bar->value(), 25);
  asker.cancel();
  ASSERT_TRUE(QTest::qWaitFor([] { return !jobs::Board::instance().isAnyRunning(); }, kPatience));
}

TEST(WorkBar, SaysOnlyWhatIsKnown) {
  jobs::Awaited awaited{.tasks = 1};
  EXPECT_EQ(words_of(awaited), QStringLiteral("working …"));
  EXPECT_FALSE(share_of(awaited));
  awaited.progress = jobs::Progress{"simulating", "steps", 1'302'000, 3'100'000};
  EXPECT_EQ(words_of(awaited), QStringLiteral("simulating: 42 % of 3.1 M steps"));
  EXPECT_EQ(share_of(awaited), 42);
  awaited.still_ms = 3'400;
  EXPECT_EQ(words_of(awaited), QStringLiteral("simulating: 42 % of 3.1 M steps, 3 s on the next"));
  awaited.still_ms = 0;
  awaited.progress = jobs::Progress{"simulating", "steps", 64'900, 0};
  EXPECT_EQ(words_of(awaited), QStringLiteral("simulating: 64 k steps"));
  EXPECT_FALSE(share_of(awaited));
}

}  // namespace window_work_test
}  // namespace treering::gui::window
