#include "gui/window/question/faults_panel.h"

#include <QTest>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/gui/patience.h"

namespace treering::gui::window::question {
namespace faults_panel_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(FaultsPanel, WhatIsNoFaultOfTheJobIsRefused) {
  models::Session session;
  FaultsPanel panel(session);
  panel.show();
  auto* const input = panel.findChild<QLineEdit*>();
  auto* const problem = panel.findChild<QLabel*>(QStringLiteral("fault problem"));
  models::Question question;
  question.job.topology = "dgx-h100";
  question.job.nodes = 4;
  session.need(models::Need::Machine);
  session.open(question);
  ASSERT_TRUE(QTest::qWaitFor([&] { return session.machineReport() != nullptr; }, kPatience));
  EXPECT_FALSE(problem->isVisible());
  for (const char* const wrong : {"0/foo=down", "GPU", "7/mlx5_0=down", "rank3=1ms"}) {
    input->setText(QLatin1StringView(wrong));
    QTest::keyClick(input, Qt::Key_Return);
    EXPECT_THAT(session.question().faults, IsEmpty()) << wrong;
    EXPECT_EQ(input->text(), wrong);
    EXPECT_TRUE(problem->isVisible()) << wrong;
  }
  EXPECT_THAT(problem->text().toStdString(), HasSubstr("'rank3=1ms'"));
  input->setText(QStringLiteral("rank3=+1ms"));
  EXPECT_FALSE(problem->isVisible());
  QTest::keyClick(input, Qt::Key_Return);
  EXPECT_THAT(session.question().faults, ElementsAre("rank3=+1ms"));
  EXPECT_EQ(input->text(), "");
}

// Another machine may have the device; while none is there nobody knows.
TEST(FaultsPanel, WhatWasRefusedIsJudgedByTheMachineThatIsThere) {
  models::Session session;
  FaultsPanel panel(session);
  panel.show();
  auto* const input = panel.findChild<QLineEdit*>();
  const auto* const problem = panel.findChild<QLabel*>(QStringLiteral("fault problem"));
  session.need(models::Need::Machine);
  models::Question question;
  const auto open = [&](const char* topology) {
    question.job.topology = topology;
    session.ask(question, {});
    return QTest::qWaitFor([&] { return session.machine() != nullptr; }, kPatience);
  };
  ASSERT_TRUE(open("gb200-nvl72"));
  input->setText(QStringLiteral("0/mlx5_0=0.5"));
  QTest::keyClick(input, Qt::Key_Return);
  EXPECT_TRUE(problem->isVisible());
  ASSERT_TRUE(open("nosuch"));
  EXPECT_FALSE(problem->isVisible()) << problem->text().toStdString();
  ASSERT_TRUE(open("gb200-nvl72"));
  EXPECT_TRUE(problem->isVisible());
  ASSERT_TRUE(open("dgx-h100"));
  EXPECT_FALSE(problem->isVisible()) << problem->text().toStdString();
  EXPECT_EQ(input->text(), QStringLiteral("0/mlx5_0=0.5"));
}

}  // namespace faults_panel_test
}  // namespace treering::gui::window::question
