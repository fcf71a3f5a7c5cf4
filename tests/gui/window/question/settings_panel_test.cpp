#include <QApplication>
#include <QComboBox>
#include <QCompleter>
#include <QLabel>
#include <QLineEdit>
#include <QTest>
#include <QToolButton>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/window/main_window.h"
#include "tests/gui/patience.h"

namespace treering::gui::window {
namespace settings_panel_test {

template <class Widget>
Widget* named(const QWidget& parent, const QString& name) {
  for (Widget* const one : parent.findChildren<Widget*>()) {
    if (one->accessibleName() == name) return one;
  }
  return nullptr;
}

/// Those before are gone, and those now are seen.
void renew_lines() {
  QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  QCoreApplication::processEvents();
}

TEST(SettingsPanel, WhatIsSetByHandIsNamedAndTakenAway) {
  MainWindow window;
  window.show();
  models::Question question;
  question.job.topology = "dgx-h100";
  question.job.nodes = 2;
  question.job.gpus_per_node = 4;
  question.job.adapters.nic_rate = "100";
  question.job.variables.env = {"NCCL_ALGO=ring"};
  window.session().open(question);
  ASSERT_TRUE(QTest::qWaitFor([&] { return !window.session().isBusy(); }, kPatience));
  EXPECT_EQ(window.findChild<QLabel*>(QStringLiteral("title"))->text(),
            QStringLiteral("2 nodes of dgx-h100: 8 of 16 GPUs"));
  EXPECT_EQ(named<QComboBox>(window, QStringLiteral("Algorithm"))->currentText(),
            QStringLiteral("forced: ring"));
  EXPECT_EQ(window.findChild<QLabel*>(QStringLiteral("limits"))->text(),
            QStringLiteral("Algorithm forced by NCCL_ALGO=ring"));
  const auto remove = [&](const char* what) {
    auto* const button =
        named<QToolButton>(window, QStringLiteral("Remove ") + QLatin1StringView(what));
    ASSERT_NE(button, nullptr) << what;
    EXPECT_TRUE(button->isVisible()) << what;
    button->click();
    renew_lines();
  };
  remove("100 Gbit/s a port");
  EXPECT_FALSE(window.session().question().job.adapters.nic_rate);
  window.session().history().undo();
  EXPECT_EQ(window.session().question().job.adapters.nic_rate, "100");
  renew_lines();
  remove("NCCL_ALGO=ring");
  EXPECT_TRUE(window.session().question().job.variables.env.empty());
  EXPECT_EQ(named<QComboBox>(window, QStringLiteral("Algorithm"))->currentText(),
            QStringLiteral("NCCL's choice"));
  // Another machine has GPUs and adapters of its own.
  window.openSource(QStringLiteral("dgx-a100"));
  EXPECT_FALSE(window.session().question().job.gpus_per_node);
  EXPECT_FALSE(window.session().question().job.adapters.nic_rate);
}

// By its button; a wrong one stays, with the reason.
TEST(SettingsPanel, AVariableIsSetAndTakenBack) {
  MainWindow window;
  window.show();
  models::Question question;
  question.job.topology = "dgx-h100";
  window.session().open(question);
  auto* const input = named<QLineEdit>(window, QStringLiteral("Set a variable"));
  auto* const said = window.findChild<QLabel*>(QStringLiteral("variable"));
  EXPECT_FALSE(input->isVisible());
  named<QToolButton>(window, QStringLiteral("Set a variable of NCCL"))->click();
  ASSERT_TRUE(input->isVisible());
  const auto type = [&](const char* text) {
    input->clear();
    QTest::keyClicks(input, QLatin1StringView(text));
    QTest::keyClick(input, Qt::Key_Return);
  };
  const auto& env = window.session().question().job.variables.env;
  type("NCCL_PRTO=LL");
  EXPECT_TRUE(env.empty());
  EXPECT_EQ(input->text(), QStringLiteral("NCCL_PRTO=LL"));
  EXPECT_EQ(said->text(), QStringLiteral("Set by hand: NCCL has no variable 'NCCL_PRTO'; did you "
                                         "mean 'NCCL_PROTO'"));
  type("NCCL_PROTO=LL");
  EXPECT_THAT(env, ::testing::ElementsAre("NCCL_PROTO=LL"));
  EXPECT_TRUE(input->text().isEmpty());
  EXPECT_FALSE(said->isVisible());
  EXPECT_NE(named<QToolButton>(window, QStringLiteral("Remove NCCL_PROTO=LL")), nullptr);
  window.session().history().undo();
  EXPECT_TRUE(env.empty());
  window.session().history().redo();
  EXPECT_THAT(env, ::testing::ElementsAre("NCCL_PROTO=LL"));
}

TEST(SettingsPanel, NamesOfVariablesAreCompleted) {
  MainWindow window;
  const auto* const input = named<QLineEdit>(window, QStringLiteral("Set a variable"));
  QCompleter* const completer = input->completer();
  completer->setCompletionPrefix(QStringLiteral("nccl_alg"));
  EXPECT_EQ(completer->currentCompletion(), QStringLiteral("NCCL_ALGO="));
}

}  // namespace settings_panel_test
}  // namespace treering::gui::window
