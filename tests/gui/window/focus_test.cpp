// When the keys go to the view that is shown.
#include <QApplication>
#include <QSpinBox>
#include <QTest>

#include <gtest/gtest.h>

#include "gui/window/main_window.h"
#include "gui/window/views.h"
#include "tests/gui/patience.h"
#include "tests/gui/window/active_window.h"

namespace treering::gui::window {
namespace focus_test {

class Focus : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_NO_FATAL_FAILURE(activate(window_));
    window_.showView(QStringLiteral("algorithm"));
    settle();
    for (auto* const one : window_.findChildren<QSpinBox*>()) {
      if (one->accessibleName() == QStringLiteral("Nodes")) nodes_ = one;
    }
    ASSERT_NE(nodes_, nullptr);
    nodes_->setFocus();
    nodes_->selectAll();
  }

  void settle() {
    ASSERT_TRUE(QTest::qWaitFor(
        [&] { return !window_.session().isBusy() && !jobs::Board::instance().isAnyRunning(); },
        kPatience));
  }
  bool is_in_view() {
    QWidget* const focused = QApplication::focusWidget();
    return focused != nullptr && window_.shownPage().isAncestorOf(focused);
  }

  MainWindow window_;
  QSpinBox* nodes_ = nullptr;
};

TEST_F(Focus, EnterLeavesAValueThatIsTaken) {
  QTest::keyClicks(nodes_, QStringLiteral("3"));
  QTest::keyClick(nodes_, Qt::Key_Return);
  EXPECT_EQ(window_.session().question().job.nodes, 3);
  EXPECT_TRUE(is_in_view());
  settle();
  QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
  EXPECT_TRUE(window_.clock().isPlaying());
}

TEST_F(Focus, EnterStaysWhereSomethingIsWrong) {
  QTest::keyClicks(nodes_, QStringLiteral("999999"));
  QTest::keyClick(nodes_, Qt::Key_Return);
  EXPECT_TRUE(nodes_->hasFocus());
}

TEST_F(Focus, TheKeyOfAViewLeadsIntoIt) {
  for (int i = 0; i < static_cast<int>(all_views().size()); ++i) {
    nodes_->setFocus();
    QTest::keyClick(nodes_, static_cast<Qt::Key>(Qt::Key_1 + i), Qt::ControlModifier);
    EXPECT_EQ(window_.shownView(), all_views()[static_cast<std::size_t>(i)].id);
    EXPECT_TRUE(is_in_view()) << i;
  }
}

}  // namespace focus_test
}  // namespace treering::gui::window
