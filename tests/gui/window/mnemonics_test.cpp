// Letters that are pressed with Alt: each leads somewhere, and none to two places.
#include <QAbstractButton>
#include <QAbstractItemView>
#include <QApplication>
#include <QGroupBox>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QTabWidget>
#include <QTest>
#include <map>

#include <gtest/gtest.h>

#include "gui/jobs/board.h"
#include "gui/lessons/lessons_dock.h"
#include "gui/window/main_window.h"
#include "gui/window/views.h"
#include "tests/gui/patience.h"
#include "tests/gui/window/active_window.h"

namespace treering::gui::window {
namespace mnemonics_test {

/// By letter, as "Alt+T": the texts that have it.
using Texts = std::map<QString, QStringList>;

void take(const QString& text, Texts& all) {
  const QKeySequence key = QKeySequence::mnemonic(text);
  if (!key.isEmpty()) all[key.toString()] << text;
}

template <class Widget>
std::vector<Widget*> seen_in(const QWidget& window) {
  std::vector<Widget*> seen;
  for (Widget* const one : window.findChildren<Widget*>()) {
    if (one->isVisible()) seen.push_back(one);
  }
  return seen;
}

/// The texts of all that the window has on the screen.
Texts texts_of(const MainWindow& window) {
  Texts all;
  for (const QAction* const menu : window.menuBar()->actions()) take(menu->text(), all);
  for (const auto* const label : seen_in<QLabel>(window)) {
    if (label->buddy() != nullptr) take(label->text(), all);
  }
  for (const auto* const button : seen_in<QAbstractButton>(window)) take(button->text(), all);
  for (const auto* const group : seen_in<QGroupBox>(window)) take(group->title(), all);
  for (const auto* const tabs : seen_in<QTabWidget>(window)) {
    for (int i = 0; i < tabs->count(); ++i) take(tabs->tabText(i), all);
  }
  return all;
}

void expect_no_collision(const Texts& texts) {
  for (const auto& [key, all] : texts) {
    EXPECT_EQ(all.size(), 1) << key.toStdString() << ": "
                             << all.join(QStringLiteral(", ")).toStdString();
  }
}

class Mnemonics : public ::testing::Test {
 protected:
  void SetUp() override {
    window_.resize(1920, 1000);
    ASSERT_NO_FATAL_FAILURE(activate(window_));
    settle();
  }
  void settle() {
    ASSERT_TRUE(QTest::qWaitFor(
        [&] { return !window_.session().isBusy() && !jobs::Board::instance().isAnyRunning(); },
        kPatience));
  }

  MainWindow window_;
};

// Also of what is seen only at times: beside a lesson, after a cancellation, of a large job.
TEST_F(Mnemonics, NoneLeadsToTwoPlaces) {
  ASSERT_TRUE(window_.showLesson(QStringLiteral("two-halves")));
  for (const char* const name : {"again", "want cost"}) {
    auto* const seldom = window_.findChild<QAbstractButton*>(QString::fromLatin1(name));
    ASSERT_NE(seldom, nullptr) << name;
  }
  for (const ViewKind& kind : all_views()) {
    const testing::ScopedTrace trace(__FILE__, __LINE__, kind.id);
    window_.showView(QString::fromLatin1(kind.id));
    settle();
    for (auto* const button : window_.findChildren<QAbstractButton*>()) {
      const bool is_of_view = window_.shownPage().isAncestorOf(button);
      const bool is_of_another = !is_of_view && button->window() == &window_ &&
                                 window_.findChild<QTabWidget*>()->isAncestorOf(button);
      if (!is_of_another) button->show();
    }
    const Texts texts = texts_of(window_);
    EXPECT_GE(texts.size(), 4U);
    expect_no_collision(texts);
  }
}

TEST_F(Mnemonics, NoneOfAMenuLeadsToTwoPlaces) {
  window_.showView(QStringLiteral("charts"));
  settle();
  for (const QMenu* const menu : window_.findChildren<QMenu*>()) {
    Texts texts;
    for (const QAction* const action : menu->actions()) take(action->text(), texts);
    expect_no_collision(texts);
  }
}

TEST_F(Mnemonics, EachOfALabelLeadsToItsInput) {
  int led = 0;
  for (const auto* const label : seen_in<QLabel>(window_)) {
    const QKeySequence key = QKeySequence::mnemonic(label->text());
    if (key.isEmpty()) continue;
    ASSERT_NE(label->buddy(), nullptr) << label->text().toStdString();
    window_.shownPage().setFocus();
    window_.setFocus();
    QTest::keyClick(&window_, static_cast<Qt::Key>(key[0].key()), key[0].keyboardModifiers());
    QWidget* const focused = QApplication::focusWidget();
    ASSERT_NE(focused, nullptr) << label->text().toStdString();
    EXPECT_TRUE(focused == label->buddy() || label->buddy()->isAncestorOf(focused) ||
                focused->isAncestorOf(label->buddy()))
        << label->text().toStdString() << " leads to " << focused->accessibleName().toStdString();
    ++led;
  }
  EXPECT_GE(led, 8);
}

TEST_F(Mnemonics, EachOfAMenuOpensIt) {
  for (QAction* const action : window_.menuBar()->actions()) {
    const QKeySequence key = QKeySequence::mnemonic(action->text());
    ASSERT_FALSE(key.isEmpty()) << action->text().toStdString();
    QTest::keyClick(&window_, static_cast<Qt::Key>(key[0].key()), key[0].keyboardModifiers());
    EXPECT_TRUE(QTest::qWaitFor([&] { return action->menu()->isVisible(); }, kPatience))
        << action->text().toStdString();
    action->menu()->close();
    window_.menuBar()->setActiveAction(nullptr);
  }
}

// A button's letter is taken from its text; one that is grey would be dead.
TEST_F(Mnemonics, EachOfAButtonIsItsShortcut) {
  for (const ViewKind& kind : all_views()) {
    window_.showView(QString::fromLatin1(kind.id));
    settle();
    for (const auto* const button : seen_in<QAbstractButton>(window_)) {
      const QKeySequence key = QKeySequence::mnemonic(button->text());
      if (key.isEmpty()) continue;
      EXPECT_EQ(button->shortcut(), key) << button->text().toStdString();
    }
  }
}

}  // namespace mnemonics_test
}  // namespace treering::gui::window
