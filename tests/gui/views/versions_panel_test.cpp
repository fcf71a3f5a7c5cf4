#include "gui/views/recommendation/versions_panel.h"

#include <QAbstractItemModelTester>
#include <QTest>

#include <gtest/gtest.h>

#include "tests/gui/patience.h"
#include "tests/gui/questions.h"

namespace treering::gui::views::recommendation {
namespace versions_panel_test {

TEST(VersionsPanel, PutsTwoVersionsSideBySide) {
  models::Session session;
  session.need(models::Need::Times);
  VersionsPanel panel(session);
  panel.resize(800, 300);
  panel.show();
  models::Question question;
  question.job.topology = "dgx-h100";
  question.job.nodes = 4;
  session.open(question);
  auto* const table = panel.findChild<QTableView*>();
  EXPECT_FALSE(table->isVisible());
  question.rival_nccl = "2.12.7";
  session.ask(question, QStringLiteral("version"));
  auto* const model = panel.findChild<VersionsModel*>();
  const QAbstractItemModelTester tester(model,
                                        QAbstractItemModelTester::FailureReportingMode::Fatal);
  ASSERT_TRUE(QTest::qWaitFor([&] { return model->rowCount() > 0; }, kPatience));
  EXPECT_TRUE(table->isVisible());
  EXPECT_EQ(model->headerData(VersionsModel::Other, Qt::Horizontal, Qt::DisplayRole).toString(),
            QStringLiteral("NCCL 2.12.7"));
  const QModelIndex last = model->index(model->rowCount() - 1, VersionsModel::Difference);
  EXPECT_TRUE(last.data().toString().startsWith(QStringLiteral("other choice")));
  session.history().undo();
  EXPECT_FALSE(table->isVisible());
}

// The rows are of both versions: without the times of the one they are still those of before.
TEST(VersionsPanel, RowsAreOfOneQuestion) {
  models::Session session;
  session.need(models::Need::Times);
  VersionsPanel panel(session);
  panel.show();
  models::Question question = of_nodes(2);
  question.rival_nccl = "2.12.7";
  session.open(question);
  const auto is_settled = [&] {
    return QTest::qWaitFor(
        [&] { return !session.isBusy() && !jobs::Board::instance().isAnyRunning(); }, kPatience);
  };
  ASSERT_TRUE(is_settled());
  ASSERT_GT(panel.findChild<VersionsModel*>()->rowCount(), 0);
  session.release(models::Need::Times);
  question.job.nodes = 4;
  session.ask(question, {});
  ASSERT_TRUE(is_settled());
  for (const models::Showing& one : session.showings()) {
    EXPECT_TRUE(one.inquiry->isOld()) << one.inquiry->what().toStdString();
  }
  session.need(models::Need::Times);
  ASSERT_TRUE(is_settled());
  for (const models::Showing& one : session.showings()) {
    EXPECT_EQ(one.inquiry->state(), models::Inquiry::State::Answered);
  }
}

}  // namespace versions_panel_test
}  // namespace treering::gui::views::recommendation
