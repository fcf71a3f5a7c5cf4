// The recommendation while faults are tried.
#include "gui/views/recommendation/faulty_panel.h"

#include <QAbstractItemModelTester>
#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QTest>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gui/jobs/board.h"
#include "gui/views/recommendation/recommendation_view.h"
#include "tests/gui/patience.h"

namespace treering::gui::views::recommendation {
namespace faulty_panel_test {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

class FaultyPanelTest : public ::testing::Test {
 protected:
  void open() {
    models::Question question;
    question.job.topology = "dgx-h100";
    question.job.nodes = 4;
    question.bytes = 1U << 30U;
    session_.open(question);
    view_.resize(1000, 700);
    view_.show();
    wait();
  }
  void wait() {
    EXPECT_TRUE(QTest::qWaitFor(
        [&] { return !session_.isBusy() && !jobs::Board::instance().isAnyRunning(); }, kPatience));
  }
  std::string text(const char* name) {
    return view_.findChild<QLabel*>(QLatin1StringView(name))->text().toStdString();
  }
  QPushButton* copy_button() { return view_.findChild<QPushButton*>(QStringLiteral("copy")); }

  models::Session session_;
  RecommendationView view_{session_};
};

TEST_F(FaultyPanelTest, WithFaultsTheAlgorithmsAreSimulated) {
  open();
  EXPECT_FALSE(view_.findChild<FaultyPanel*>()->isVisible());
  models::Question question = session_.question();
  question.faults = {"0/mlx5_0=0.01"};
  session_.ask(question, {});
  wait();
  EXPECT_THAT(text("with faults"), StartsWith("With what is tried: "));
  EXPECT_THAT(text("answer with faults"),
              AllOf(HasSubstr("all_reduce of 1 GiB"), HasSubstr("without what is tried")));
  const auto* const table = view_.findChild<FaultyPanel*>()->findChild<QTableView*>();
  EXPECT_TRUE(table->isVisible());
  EXPECT_GT(table->model()->rowCount(), 2);
  EXPECT_FALSE(view_.findChild<QLabel*>(QStringLiteral("headline"))->isVisible());
  EXPECT_THAT(text("answer"), AllOf(HasSubstr("not part of all that is below: 0/mlx5_0=0.01."),
                                    HasSubstr("Compare and Algorithm simulate them")));
  EXPECT_FALSE(copy_button()->isVisible());
  question.faults_off = {"0/mlx5_0=0.01"};
  session_.ask(question, {});
  EXPECT_THAT(text("headline"), HasSubstr("eave NCCL alone"));
  EXPECT_FALSE(view_.findChild<FaultyPanel*>()->isVisible());
  EXPECT_THAT(text("note"), Not(HasSubstr("0/mlx5_0")));
}

TEST_F(FaultyPanelTest, WhatIsNoFaultStandsThere) {
  open();
  models::Question question = session_.question();
  question.faults = {"0/mlx5_99=down"};
  session_.ask(question, {});
  wait();
  EXPECT_EQ(text("with faults"), "With what is tried: no answer");
  EXPECT_THAT(text("answer with faults"), HasSubstr("mlx5_99"));
}

TEST_F(FaultyPanelTest, NothingIsSimulatedOfAMachineThatWasCancelled) {
  open();
  models::Question question = session_.question();
  question.faults = {"0/mlx5_0=0.01"};
  question.job.topology = "dgx-a100";
  session_.ask(question, {});
  jobs::Board::instance().cancelAll();
  wait();
  EXPECT_EQ(text("with faults"), "With what is tried: cancelled");
  EXPECT_EQ(text("answer with faults"), "");
}

TEST(FaultyModel, HasARowForEachAlgorithm) {
  FaultyModel model;
  const QAbstractItemModelTester tester(&model,
                                        QAbstractItemModelTester::FailureReportingMode::Fatal);
  model.setChoices(
      {{{"Tree", "LL"}, core::Duration::from_us(30), core::Duration::from_us(20)},
       {{"Ring", "LL128"}, core::Duration::from_us(40), {}},
       {{"NVLS", "Simple"}, core::Duration::from_us(32), core::Duration::from_us(50)}});
  const auto cell = [&](int row, int column) {
    return model.index(row, column).data().toString().toStdString();
  };
  EXPECT_EQ(cell(0, FaultyModel::Choice), "Tree/LL (NCCL takes)");
  EXPECT_EQ(cell(0, FaultyModel::Ratio), "1.50 x");
  EXPECT_EQ(cell(1, FaultyModel::Choice), "Ring/LL128");
  EXPECT_EQ(cell(1, FaultyModel::Without), "not offered");
  EXPECT_EQ(cell(1, FaultyModel::Ratio), "");
  EXPECT_EQ(cell(2, FaultyModel::Ratio), "0.64 x, shorter");
}

}  // namespace faulty_panel_test
}  // namespace treering::gui::views::recommendation
