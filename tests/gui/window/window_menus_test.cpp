// Menus and keys of the window itself.
#include <QApplication>
#include <QCheckBox>
#include <QDockWidget>
#include <QMenu>
#include <QMenuBar>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/jobs/asker.h"
#include "gui/window/main_window.h"
#include "tests/gui/active_window.h"
#include "tests/gui/jobs/crowd.h"
#include "tests/gui/patience.h"
#include "tests/gui/questions.h"

namespace treering::gui::window {
namespace window_menus_test {

TEST(WindowMenus, AClosedDockComesBackFromTheMenu) {
  MainWindow window;
  window.show();
  auto* const dock = window.findChild<QDockWidget*>(QStringLiteral("question"));
  ASSERT_NE(dock, nullptr);
  dock->close();
  EXPECT_FALSE(dock->isVisible());
  QStringList titles;
  for (QAction* const menu : window.menuBar()->actions()) {
    if (menu->text() != QStringLiteral("&View")) continue;
    for (QAction* const action : menu->menu()->actions()) {
      titles << action->text();
      if (action->text() == QStringLiteral("Question")) action->trigger();
    }
  }
  EXPECT_TRUE(dock->isVisible());
  EXPECT_TRUE(titles.contains(QStringLiteral("Lessons")));
}

QAction* action_of(const MainWindow& window, const QString& menu, const QString& text) {
  for (QAction* const one : window.menuBar()->actions()) {
    if (one->text() != menu) continue;
    Q_EMIT one->menu()->aboutToShow();
    for (QAction* const action : one->menu()->actions()) {
      if (action->text() == text) return action;
    }
  }
  return nullptr;
}

TEST(WindowMenus, TheThemeInUseHasAMark) {
  MainWindow window;
  QAction* const dark = action_of(window, QStringLiteral("&View"), QStringLiteral("&Dark"));
  QAction* const light = action_of(window, QStringLiteral("&View"), QStringLiteral("&Light"));
  ASSERT_TRUE(dark != nullptr && light != nullptr);
  EXPECT_TRUE(light->isChecked());
  dark->trigger();
  EXPECT_TRUE(dark->isChecked());
  EXPECT_FALSE(light->isChecked());
  light->trigger();
  EXPECT_FALSE(dark->isChecked());
}

TEST(WindowMenus, OnlyAnotherProfileIsLeft) {
  MainWindow window;
  const auto is_enabled = [&] {
    return action_of(window, QStringLiteral("&File"), QStringLiteral("&Built-in profile again"))
        ->isEnabled();
  };
  EXPECT_FALSE(is_enabled());
  models::Question question = window.session().question();
  question.time_model.profile = "other.json";
  window.session().ask(question, {});
  EXPECT_TRUE(is_enabled());
}

// What belongs to no single question leaves the window in no form.
TEST(WindowMenus, AViewIsSavedOnceItIsOfTheQuestion) {
  MainWindow window;
  window.resize(1280, 800);
  window.show();
  const QTemporaryDir folder;
  const QString file = folder.filePath(QStringLiteral("view.png"));
  const QAction* const save =
      action_of(window, QStringLiteral("&File"), QStringLiteral("Save the view as a &picture …"));
  const auto is_settled = [&] {
    return !window.session().isBusy() && !jobs::Board::instance().isAnyRunning();
  };
  models::Question question;
  question.job.topology = "dgx-h100";
  for (const char* const view : {"recommendation", "algorithm", "charts"}) {
    SCOPED_TRACE(view);
    window.showView(QLatin1StringView(view));
    question.bytes *= 2;
    question.collective = question.collective == core::Collective::AllReduce
                              ? core::Collective::AllGather
                              : core::Collective::AllReduce;
    window.session().ask(question, {});
    EXPECT_FALSE(save->isEnabled());
    EXPECT_THAT(save->toolTip().toStdString(), ::testing::StartsWith("Not saved: "));
    EXPECT_EQ(save->statusTip(), save->toolTip());
    EXPECT_FALSE(window.savePicture(file));
    EXPECT_FALSE(QFile::exists(file));
    ASSERT_TRUE(QTest::qWaitFor(is_settled, kPatience));
    EXPECT_TRUE(save->isEnabled()) << save->toolTip().toStdString();
    EXPECT_TRUE(window.savePicture(file));
    EXPECT_TRUE(QFile::remove(file));
  }
}

/// Ends when it is stopped, and not before.
int until_stopped(const jobs::Work& work) {
  while (!work.stop.stop_requested()) QThread::yieldCurrentThread();
  return 0;
}

TEST(WindowMenus, AViewIsSavedWhileOtherWorkGoesOn) {
  MainWindow window;
  window.show();
  window.showView(QStringLiteral("charts"));
  window.session().open(of_nodes(2));
  const auto is_settled = [&] {
    return !window.session().isBusy() && !jobs::Board::instance().isAnyRunning();
  };
  ASSERT_TRUE(QTest::qWaitFor(is_settled, kPatience));
  const QAction* const save =
      action_of(window, QStringLiteral("&File"), QStringLiteral("Save the view as a &picture …"));
  QObject owner;
  jobs::Asker<int> elsewhere(owner, [](int) {});
  elsewhere.ask(until_stopped);
  EXPECT_TRUE(save->isEnabled()) << save->toolTip().toStdString();
  QWidget part(&window.shownPage());
  jobs::Asker<int> here(part, [](int) {});
  here.ask(until_stopped);
  EXPECT_THAT(save->toolTip().toStdString(), ::testing::HasSubstr("still works on"));
  here.cancel();
  elsewhere.cancel();
  ASSERT_TRUE(QTest::qWaitFor(is_settled, kPatience));
  EXPECT_TRUE(save->isEnabled()) << save->toolTip().toStdString();
}

// They are a part of the picture, though nothing waits for them otherwise.
TEST(WindowMenus, ATopologyIsSavedWithItsMarks) {
  MainWindow window;
  window.show();
  window.showView(QStringLiteral("topology"));
  window.session().open(of_nodes(2));
  EXPECT_THAT(window.whyUnsaved().toStdString(), ::testing::StartsWith("Not saved: "));
  ASSERT_TRUE(QTest::qWaitFor([&] { return window.whyUnsaved().isEmpty(); }, kPatience));
  EXPECT_NE(window.session().findings(), nullptr);
  ASSERT_TRUE(QTest::qWaitFor([] { return !jobs::Board::instance().isAnyRunning(); }, kPatience));
}

// The work that is left is none of this view's.
TEST(WindowMenus, AViewIsSavedAsSoonAsItIsComplete) {
  MainWindow window;
  window.show();
  window.showView(QStringLiteral("charts"));
  QObject owner;
  jobs::Asker<int> elsewhere(owner, [](int) {});
  elsewhere.ask(until_stopped);
  window.session().open(of_nodes(2));
  const QAction* const save =
      action_of(window, QStringLiteral("&File"), QStringLiteral("Save the view as a &picture …"));
  EXPECT_FALSE(save->isEnabled());
  EXPECT_TRUE(QTest::qWaitFor([&] { return save->isEnabled(); }, kPatience));
  elsewhere.cancel();
  ASSERT_TRUE(QTest::qWaitFor([] { return !jobs::Board::instance().isAnyRunning(); }, kPatience));
}

TEST(WindowMenus, TheKeyThatSavesNothingSaysWhy) {
  MainWindow window;
  window.show();
  make_active(window);
  window.showView(QStringLiteral("charts"));
  window.session().open(of_nodes(2));
  QTest::keyClick(&window, Qt::Key_S, Qt::ControlModifier);
  EXPECT_THAT(window.statusBar()->currentMessage().toStdString(),
              ::testing::StartsWith("Not saved: "));
}

TEST(WindowMenus, WhatWasCancelledIsNotSaved) {
  MainWindow window;
  window.show();
  window.showView(QStringLiteral("recommendation"));
  models::Question question;
  question.job.topology = "dgx-h100";
  {
    jobs::Crowd crowd;
    ASSERT_TRUE(crowd.fillsTheThreads());
    window.session().open(question);
    ASSERT_TRUE(jobs::Board::instance().cancelAll());
  }
  ASSERT_TRUE(QTest::qWaitFor([] { return !jobs::Board::instance().isAnyRunning(); }, kPatience));
  EXPECT_THAT(window.whyUnsaved().toStdString(), ::testing::HasSubstr("F5 asks again"));
}

TEST(WindowMenus, EnterTicksABox) {
  MainWindow window;
  window.show();
  window.activateWindow();
  auto* const box = new QCheckBox(&window);
  box->show();
  box->setFocus();
  ASSERT_TRUE(QTest::qWaitFor([&] { return box->hasFocus(); }, kPatience));
  QTest::keyClick(box, Qt::Key_Return);
  EXPECT_TRUE(box->isChecked());
  QTest::keyClick(box, Qt::Key_Enter);
  EXPECT_FALSE(box->isChecked());
}

}  // namespace window_menus_test
}  // namespace treering::gui::window
