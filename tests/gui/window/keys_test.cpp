#include "gui/window/keys.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QListWidget>
#include <QTest>
#include <QToolButton>

#include <gtest/gtest.h>

#include "gui/stage/stage_canvas.h"
#include "gui/timeline/timeline_widget.h"
#include "gui/window/main_window.h"
#include "tests/gui/patience.h"
#include "tests/gui/window/active_window.h"

namespace treering::gui::window {
namespace keys_test {

class Keys : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    ASSERT_NO_FATAL_FAILURE(activate(window_, {"0/mlx5_0=0.5"}));
    ASSERT_TRUE(window_.showView(QLatin1StringView(GetParam())));
    ASSERT_TRUE(QTest::qWaitFor(
        [&] { return !window_.session().isBusy() && !jobs::Board::instance().isAnyRunning(); },
        kPatience));
  }

  /// The first that is seen, with the focus. Its list has a current row.
  template <class Widget>
  Widget* focused(const QString& name) {
    for (Widget* const one : window_.findChildren<Widget*>()) {
      if (!one->isVisible() || one->accessibleName() != name) continue;
      one->setFocus();
      return one;
    }
    return nullptr;
  }

  void space_ticks_row(const QString& name) {
    auto* const list = focused<QListWidget>(name);
    ASSERT_NE(list, nullptr);
    ASSERT_GT(list->count(), 0);
    list->setCurrentRow(0);
    const Qt::CheckState before = list->item(0)->checkState();
    QTest::keyClick(list, Qt::Key_Space);
    EXPECT_NE(list->item(0)->checkState(), before);
    EXPECT_FALSE(window_.clock().isPlaying());
  }

  MainWindow window_;
};

TEST_P(Keys, SpaceTicksTheBoxThatHasTheFocus) {
  space_ticks_row(QStringLiteral("Channels that are shown"));
  space_ticks_row(QStringLiteral("Faults"));
  for (const char* const name :
       {"Mark what the time of the run hangs on", "Show a row for each channel of every rank"}) {
    auto* const button = focused<QToolButton>(QLatin1StringView(name));
    ASSERT_NE(button, nullptr) << name;
    const bool was_checked = button->isChecked();
    QTest::keyClick(button, Qt::Key_Space);
    EXPECT_NE(button->isChecked(), was_checked) << name;
    EXPECT_FALSE(window_.clock().isPlaying()) << name;
  }
}

TEST_P(Keys, SpacePlaysElsewhere) {
  auto* const canvas = focused<stage::StageCanvas>(QStringLiteral("Messages between ranks"));
  ASSERT_NE(canvas, nullptr);
  QTest::keyClick(canvas, Qt::Key_Space);
  EXPECT_TRUE(window_.clock().isPlaying());
  auto* const rows =
      window_.findChild<timeline::TimelineWidget*>()->findChild<timeline::RowsView*>();
  rows->setFocus();
  QTest::keyClick(rows, Qt::Key_Space);
  EXPECT_FALSE(window_.clock().isPlaying());
}

// Whether the run was listed anew since, so that no row is current, or not.
TEST_P(Keys, SpacePlaysAfterAClickOnAChannelBox) {
  auto* const canvas = focused<stage::StageCanvas>(QStringLiteral("Messages between ranks"));
  ASSERT_NE(canvas, nullptr);
  auto* const list = canvas->parentWidget()->findChild<QListWidget*>();
  ASSERT_NE(list, nullptr);
  ASSERT_GT(list->count(), 0);
  const Qt::CheckState before = list->item(0)->checkState();
  const QRect row = list->visualItemRect(list->item(0));
  QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, {row.left() + 8, row.center().y()});
  ASSERT_NE(list->item(0)->checkState(), before);
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
  EXPECT_TRUE(window_.clock().isPlaying());
  EXPECT_NE(list->item(0)->checkState(), before);
  list->setFocus(Qt::TabFocusReason);
  list->setCurrentItem(nullptr);
  QTest::keyClick(list, Qt::Key_Space);
  EXPECT_FALSE(window_.clock().isPlaying());
}

// In a field it would lead to the end of the line.
TEST_P(Keys, CtrlESetsAVariableFromAField) {
  auto* const box = focused<QComboBox>(QStringLiteral("Size"));
  ASSERT_NE(box, nullptr);
  QTest::keyClick(box->lineEdit(), Qt::Key_E, Qt::ControlModifier);
  ASSERT_NE(QApplication::focusWidget(), nullptr);
  EXPECT_NE(QApplication::focusWidget(), box);
  EXPECT_NE(QApplication::focusWidget(), box->lineEdit());
  QTest::keyClicks(QApplication::focusWidget(), QStringLiteral("NCCL_NTHREADS=256"));
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
  EXPECT_EQ(window_.session().question().job.variables.env,
            std::vector<std::string>{"NCCL_NTHREADS=256"});
}

INSTANTIATE_TEST_SUITE_P(Views, Keys, ::testing::Values("algorithm", "compare"));

TEST(KeysOfWidgets, AreThoseThatTheyTake) {
  const QKeyEvent space(QEvent::ShortcutOverride, Qt::Key_Space, Qt::NoModifier);
  const QKeyEvent end(QEvent::ShortcutOverride, Qt::Key_End, Qt::NoModifier);
  const QKeyEvent with_ctrl(QEvent::ShortcutOverride, Qt::Key_Space, Qt::ControlModifier);
  const QKeyEvent letter(QEvent::ShortcutOverride, Qt::Key_T, Qt::NoModifier);
  EXPECT_TRUE(is_key_of(QCheckBox(), space));
  EXPECT_TRUE(is_key_of(QComboBox(), space));
  EXPECT_TRUE(is_key_of(QListWidget(), end));
  EXPECT_FALSE(is_key_of(QCheckBox(), end));
  EXPECT_FALSE(is_key_of(QCheckBox(), with_ctrl));
  EXPECT_FALSE(is_key_of(QListWidget(), letter));
  EXPECT_FALSE(is_key_of(QWidget(), space));
  QListWidget list;
  list.addItems({QStringLiteral("a line"), QStringLiteral("one with a box")});
  list.item(1)->setCheckState(Qt::Checked);
  EXPECT_FALSE(is_key_of(list, space));
  list.setCurrentRow(1);
  EXPECT_TRUE(is_key_of(list, space));
}

}  // namespace keys_test
}  // namespace treering::gui::window
