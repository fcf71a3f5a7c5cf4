// What a window shows and does before anything is asked.
#include <QApplication>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/jobs/board.h"
#include "gui/lessons/lessons_dock.h"
#include "gui/paint/theme.h"
#include "gui/window/main_window.h"
#include "tests/gui/patience.h"

namespace treering::gui::window {
namespace first_look_test {

using ::testing::HasSubstr;
using ::testing::StartsWith;

void show(MainWindow& window) {
  window.show();
  window.activateWindow();
  ASSERT_TRUE(QTest::qWaitForWindowActive(&window));
}

bool settles(MainWindow& window) {
  return QTest::qWaitFor(
      [&] { return !window.session().isBusy() && !jobs::Board::instance().isAnyRunning(); },
      kPatience);
}

TEST(FirstLook, SomethingHasTheFocus) {
  MainWindow window;
  ASSERT_NO_FATAL_FAILURE(show(window));
  const QWidget* const focused = QApplication::focusWidget();
  ASSERT_NE(focused, nullptr);
  EXPECT_TRUE(window.shownPage().isAncestorOf(focused));
}

// Restored, or from the command line.
TEST(FirstLook, AViewHasTheFocusWhereAMachineIsOpen) {
  MainWindow window;
  window.showView(QStringLiteral("algorithm"));
  models::Question question;
  question.job.topology = "dgx-h100";
  window.session().open(question);
  ASSERT_NO_FATAL_FAILURE(show(window));
  const QWidget* const focused = QApplication::focusWidget();
  ASSERT_NE(focused, nullptr);
  EXPECT_TRUE(window.shownPage().isAncestorOf(focused));
  ASSERT_TRUE(settles(window));
}

TEST(FirstLook, ThreeButtonsBegin) {
  MainWindow window;
  ASSERT_NO_FATAL_FAILURE(show(window));
  std::vector<QString> texts;
  for (const auto* const button : window.shownPage().findChildren<QPushButton*>()) {
    if (button->isVisible()) texts.push_back(button->text().remove(QLatin1Char('&')));
  }
  EXPECT_THAT(texts,
              ::testing::ElementsAre(QStringLiteral("4 × DGX H100"), QStringLiteral("This machine"),
                                     QStringLiteral("A log …")));
}

TEST(FirstLook, TheFirstButtonOpensFourNodes) {
  MainWindow window;
  ASSERT_NO_FATAL_FAILURE(show(window));
  auto* const button = window.findChild<QPushButton*>(QStringLiteral("begin with a cluster"));
  ASSERT_NE(button, nullptr);
  button->click();
  EXPECT_EQ(window.session().question().job.topology, "dgx-h100");
  EXPECT_EQ(window.session().question().job.nodes, 4);
  ASSERT_TRUE(settles(window));
  EXPECT_FALSE(button->isVisible());
  // The keys are those of what is seen now.
  const QWidget* const focused = QApplication::focusWidget();
  ASSERT_NE(focused, nullptr);
  EXPECT_TRUE(focused->isVisible());
}

TEST(FirstLook, TheSecondButtonOpensThisMachine) {
  MainWindow window;
  ASSERT_NO_FATAL_FAILURE(show(window));
  auto* const button = window.findChild<QPushButton*>(QStringLiteral("begin with this machine"));
  ASSERT_NE(button, nullptr);
  button->click();
  EXPECT_EQ(window.session().question().job.topology, "live");
  ASSERT_TRUE(settles(window));
}

TEST(FirstLook, TheTitleNamesTheQuestion) {
  MainWindow window;
  EXPECT_EQ(window.windowTitle(), QStringLiteral("treering"));
  models::Question question;
  question.job.topology = "dgx-h100";
  question.job.nodes = 4;
  window.session().open(question);
  EXPECT_EQ(window.windowTitle(), QStringLiteral("dgx-h100 × 4, all_reduce of 1 MiB – treering"));
  question.job.nodes = 8;
  question.collective = core::Collective::Broadcast;
  question.bytes = 24;
  window.session().ask(question, {});
  EXPECT_EQ(window.windowTitle(), QStringLiteral("dgx-h100 × 8, broadcast of 24 B – treering"));
  ASSERT_TRUE(settles(window));
}

TEST(FirstLook, F1OpensTheLessonsAndClosesThem) {
  MainWindow window;
  ASSERT_NO_FATAL_FAILURE(show(window));
  const auto* const dock = window.findChild<lessons::LessonsDock*>();
  QTest::keyClick(&window, Qt::Key_F1);
  EXPECT_TRUE(dock->isVisible());
  QTest::keyClick(&window, Qt::Key_F1);
  EXPECT_FALSE(dock->isVisible());
  QTest::keyClick(&window, Qt::Key_F1);
  EXPECT_TRUE(dock->isVisible());
}

/// Whether a widget is drawn with the colour of what is wrong.
bool looks_wrong(QWidget& widget) {
  const QImage picture = widget.grab().toImage();
  for (int y = 0; y < picture.height(); ++y) {
    for (int x = 0; x < picture.width(); ++x) {
      if (picture.pixelColor(x, y) == paint::theme().bad()) return true;
    }
  }
  return false;
}

TEST(FirstLook, ErrorsLookLikeErrors) {
  MainWindow window;
  ASSERT_NO_FATAL_FAILURE(show(window));
  window.openSource(QStringLiteral("no-such-machine"));
  ASSERT_TRUE(settles(window));
  for (const auto shade : {paint::Shade::Dark, paint::Shade::Light}) {
    paint::set_theme(shade);
    QApplication::processEvents();
    for (const char* const name : {"problem", "no machines"}) {
      auto* const label = window.findChild<QLabel*>(QString::fromLatin1(name));
      ASSERT_NE(label, nullptr) << name;
      EXPECT_TRUE(label->isVisible()) << name;
      EXPECT_TRUE(looks_wrong(*label)) << name;
    }
  }
}

}  // namespace first_look_test
}  // namespace treering::gui::window
