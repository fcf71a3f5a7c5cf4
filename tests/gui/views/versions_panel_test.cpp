#include "gui/views/recommendation/versions_panel.h"

#include <QAbstractItemModelTester>
#include <QTest>

#include <gtest/gtest.h>

#include "gui/views/recommendation/versions_model.h"
#include "tests/gui/patience.h"

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

}  // namespace versions_panel_test
}  // namespace treering::gui::views::recommendation
