// Which undo a key is, the text's or the question's, while an input of the question has the focus.
#include <QComboBox>
#include <QLineEdit>
#include <QSpinBox>
#include <QTest>
#include <stdexcept>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/window/main_window.h"
#include "tests/gui/patience.h"
#include "tests/gui/window/active_window.h"

namespace treering::gui::window {
namespace undo_keys_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr std::uint64_t kMib = 1U << 20U;

class UndoKeys : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_NO_FATAL_FAILURE(activate(window_));
    ASSERT_TRUE(QTest::qWaitFor([&] { return !window_.session().isBusy(); }, kPatience));
  }

  template <class Widget>
  Widget& focused(const QString& name) {
    for (Widget* const one : window_.findChildren<Widget*>()) {
      if (one->accessibleName() != name) continue;
      one->setFocus();
      return *one;
    }
    throw std::runtime_error("no such input");
  }
  const models::Question& question() { return window_.session().question(); }
  static void undo(QWidget& input) { QTest::keyClick(&input, Qt::Key_Z, Qt::ControlModifier); }
  static void redo(QWidget& input) {
    QTest::keyClick(&input, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
  }

  MainWindow window_;
};

TEST_F(UndoKeys, WhatIsTypedAndNotTakenIsTheTexts) {
  auto& nodes = focused<QSpinBox>(QStringLiteral("Nodes"));
  QTest::keyClick(&nodes, Qt::Key_Up);  // there is something to be undone
  nodes.selectAll();
  QTest::keyClicks(&nodes, QStringLiteral("17"));
  undo(nodes);
  EXPECT_EQ(nodes.text(), "3");
  redo(nodes);
  EXPECT_EQ(nodes.text(), "17");
  EXPECT_EQ(question().job.nodes, 3);
  undo(nodes);
  undo(nodes);
  EXPECT_EQ(question().job.nodes, 2);
}

TEST_F(UndoKeys, WhatIsTakenIsTheQuestions) {
  auto& size = focused<QComboBox>(QStringLiteral("Size"));
  size.lineEdit()->selectAll();
  QTest::keyClicks(&size, QStringLiteral("64M"));
  QTest::keyClick(&size, Qt::Key_Return);
  ASSERT_EQ(question().bytes, 64 * kMib);
  size.setFocus();
  undo(size);
  EXPECT_EQ(question().bytes, kMib);
  EXPECT_EQ(size.currentText(), "1 MiB");
  redo(size);
  EXPECT_EQ(question().bytes, 64 * kMib);
  undo(size);
  QTest::keyClick(&size, Qt::Key_Y, Qt::ControlModifier);
  EXPECT_EQ(question().bytes, 64 * kMib);
}

TEST_F(UndoKeys, NumbersAreTakenByTheirArrows) {
  auto& nodes = focused<QSpinBox>(QStringLiteral("Nodes"));
  QTest::keyClick(&nodes, Qt::Key_Up);
  ASSERT_EQ(question().job.nodes, 3);
  undo(nodes);
  EXPECT_EQ(question().job.nodes, 2);
  EXPECT_EQ(nodes.value(), 2);
}

TEST_F(UndoKeys, AFaultThatWasAddedIsTheQuestions) {
  auto& input = focused<QLineEdit>(QStringLiteral("Add a fault"));
  QTest::keyClicks(&input, QStringLiteral("0/mlx5_0=0.5"));
  QTest::keyClick(&input, Qt::Key_Return);
  ASSERT_THAT(question().faults, ElementsAre("0/mlx5_0=0.5"));
  undo(input);
  EXPECT_THAT(question().faults, IsEmpty());
  EXPECT_EQ(input.text(), "");
  redo(input);
  EXPECT_THAT(question().faults, ElementsAre("0/mlx5_0=0.5"));
}

}  // namespace undo_keys_test
}  // namespace treering::gui::window
